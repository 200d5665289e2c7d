package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.server.handler.ResponseStatusExceptionHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** The filter for WebFlux on Reactor Netty, a store in memory and a client. */
abstract class WebFluxTesting {

    private static volatile HttpHandler handler = (request, response) -> Mono.empty();
    static final IdempotentRoute ORDERS = IdempotentRoute.of("POST", "/orders");
    static DisposableServer server;
    static HttpClient http;

    final LeasedIdempotency idempotency = MemoryIdempotency.create();
    final HttpSettings settings = HttpSettings.defaults().withPolicy(URI.create("https://shop.example/idempotency"));
    final AtomicInteger runs = new AtomicInteger();
    final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        HttpHandler current = (request, response) -> handler.handle(request, response);
        server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .handle(new ReactorHttpHandlerAdapter(current))
                .bindNow();
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void stop() {
        server.disposeNow();
    }

    @AfterEach
    void closeStore() {
        idempotency.close();
    }

    void serve(HttpSettings how, IdempotentRoute route, WebHandler application) {
        serve(idempotency, how, route, application);
    }

    void serve(LeasedIdempotency store, HttpSettings how, IdempotentRoute route, WebHandler application) {
        WebHandler counted = exchange -> {
            runs.incrementAndGet();
            return application.handle(exchange);
        };
        handler = WebHttpHandlerBuilder.webHandler(counted)
                .filter(new IdempotencyWebFilter(
                        store,
                        how,
                        IdempotencyWebFilter.RouteResolver.of(Routes.of(route)),
                        exchange -> Mono.just(new Caller(
                                Optional.empty(),
                                Optional.ofNullable(
                                        exchange.getRequest().getHeaders().getFirst("X-User"))))))
                .exceptionHandler(new ResponseStatusExceptionHandler())
                .build();
    }

    void serve(WebHandler application) {
        serve(settings, ORDERS, application);
    }

    static Mono<Void> write(ServerWebExchange exchange, byte[]... pieces) {
        return exchange.getResponse()
                .writeWith(Flux.fromArray(pieces)
                        .map(piece -> exchange.getResponse().bufferFactory().wrap(piece)));
    }

    static Mono<Void> write(ServerWebExchange exchange, String text) {
        return write(exchange, text.getBytes(UTF_8));
    }

    HttpRequest.Builder order(String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/orders"))
                .timeout(Duration.ofSeconds(60))
                .header("Idempotency-Key", "\"" + key + "\"")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), UTF_8);
    }

    static boolean replayed(HttpResponse<?> response) {
        return response.headers().firstValue("Idempotent-Replayed").isPresent();
    }

    static void isProblem(HttpResponse<byte[]> response, int status, String code) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Link")).isPresent();
        assertThat(text(response)).contains("\"code\":\"" + code + "\"");
    }

    static DataBuffer buffer(String text) {
        return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(UTF_8));
    }
}
