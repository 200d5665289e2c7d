package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyOptions;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** A server, a store in memory and a client. */
abstract class FilterTesting {

    static final String POLICY = "https://shop.example/idempotency";
    static final Routes ORDERS = Routes.of(IdempotentRoute.of("POST", "/orders"));

    static TestServer server;
    private static HttpClient http;

    final LeasedIdempotency idempotency = MemoryIdempotency.create();
    final HttpSettings settings = HttpSettings.defaults().withPolicy(URI.create(POLICY));

    /** How often the application ran. */
    final AtomicInteger runs = new AtomicInteger();

    final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void closeStore() {
        idempotency.close();
    }

    void serve(Idempotency store, HttpSettings how, Routes routes, TestServer.Handler handler) {
        IdempotencyFilter filter = new IdempotencyFilter(
                store,
                how,
                IdempotencyFilter.RouteResolver.of(routes),
                request -> Optional.of(new Caller(
                        Optional.ofNullable(request.getHeader("X-Tenant")),
                        Optional.ofNullable(request.getHeader("X-User")))));
        server.set(filter, (request, response) -> {
            runs.incrementAndGet();
            handler.handle(request, response);
        });
    }

    void serve(TestServer.Handler handler) {
        serve(idempotency, settings, ORDERS, handler);
    }

    void serve(Routes routes, TestServer.Handler handler) {
        serve(idempotency, settings, routes, handler);
    }

    static Routes orders(IdempotencyOptions options) {
        return Routes.of(IdempotentRoute.of("POST", "/orders").withOptions(options));
    }

    static URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + "/shop" + path);
    }

    HttpRequest.Builder order(String body) {
        return HttpRequest.newBuilder(uri("/orders"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"" + key + "\"")
                .POST(BodyPublishers.ofString(body));
    }

    static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    static CompletableFuture<HttpResponse<byte[]>> sendAsync(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), BodyHandlers.ofByteArray());
    }

    /** The head of an order, for clients that speak HTTP by themselves. */
    static byte[] head(String key, long length) {
        String lines = "POST /shop/orders HTTP/1.1|Host: a|Content-Type: application/json|Idempotency-Key: \"" + key
                + "\"|Content-Length: " + length + "||";
        return lines.replace("|", "\r\n").getBytes(US_ASCII);
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), UTF_8);
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    static boolean replayed(HttpResponse<?> response) {
        return header(response, Problem.REPLAYED).equals("true");
    }
}
