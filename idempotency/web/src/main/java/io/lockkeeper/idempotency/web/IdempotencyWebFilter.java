package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.LeasedIdempotency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * A filter for Spring WebFlux that runs a request once for its {@code Idempotency-Key}, and answers repeats with the stored answer and
 * {@code Idempotent-Replayed: true}. It must come after authentication. No thread is blocked.
 *
 * <p>The rest of the filter chain is the operation. Its answer is held back and sent only when the operation is completed. A
 * client that disconnects does not cancel it. The operation finds its {@link io.lockkeeper.idempotency.Attempt} as the exchange's attribute
 * {@value #ATTEMPT}.
 *
 * <p>It takes leases only: a JDBC transaction belongs to a thread, and a reactive application has none of its own.
 */
public final class IdempotencyWebFilter implements WebFilter {

    /** The name of the attribute that has the attempt. */
    public static final String ATTEMPT = "io.lockkeeper.idempotency.Attempt";

    private final LeasedIdempotency idempotency;
    private final HttpSettings settings;
    private final RouteResolver routes;
    private final CallerResolver callers;
    private final CallBuilder calls;

    /** Finds out whether a request is to be run once, and how: by its path, or by an annotation of its handler. */
    @FunctionalInterface
    public interface RouteResolver {

        /** Returns the request's route; empty if it is not idempotent. */
        Mono<IdempotentRoute> resolve(ServerWebExchange exchange);

        /**
         * Returns the resolver of declared routes.
         *
         * @throws IllegalArgumentException if the pattern of one has more than {@link IdempotentRoute} says
         */
        static RouteResolver of(Routes routes) {
            Routes findable = routes.findable();
            return exchange -> Mono.justOrEmpty(
                    findable.find(exchange.getRequest().getMethod().name(), path(exchange.getRequest())));
        }

        /** An encoded slash stays encoded: it is part of a segment, as it is for the handlers of WebFlux. */
        private static String path(ServerHttpRequest request) {
            return request.getPath().pathWithinApplication().elements().stream()
                    .map(element -> element instanceof PathContainer.PathSegment segment
                            ? segment.valueToMatch().replace("/", "%2F")
                            : element.value())
                    .collect(Collectors.joining());
        }
    }

    /** Finds out who makes a request. */
    @FunctionalInterface
    public interface CallerResolver {

        /** Returns the caller; empty if it cannot be told, which is answered with 500: an answer might be read by the wrong one. */
        Mono<Caller> resolve(ServerWebExchange exchange);

        /**
         * Returns the default: the name of the exchange's principal. A request that has an {@code Authorization} header and no principal comes
         * before its authentication, and its caller cannot be told.
         */
        static CallerResolver principal() {
            return exchange -> exchange.getPrincipal()
                    .map(principal -> Caller.named(principal.getName()))
                    .switchIfEmpty(Mono.justOrEmpty(
                            exchange.getRequest().getHeaders().getFirst("Authorization") == null
                                    ? Optional.of(Caller.ANONYMOUS)
                                    : Optional.empty()));
        }
    }

    /** Creates a filter. */
    public IdempotencyWebFilter(
            LeasedIdempotency idempotency, HttpSettings settings, RouteResolver routes, CallerResolver callers) {
        this.idempotency = idempotency;
        this.settings = settings;
        this.routes = routes;
        this.callers = callers;
        calls = new CallBuilder(settings);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return routes.resolve(exchange)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(route -> route.isPresent() ? judge(exchange, chain, route.get()) : chain.filter(exchange));
    }

    private Mono<Void> judge(ServerWebExchange exchange, WebFilterChain chain, IdempotentRoute route) {
        ReactiveAnswers answers = new ReactiveAnswers(settings, exchange.getResponse());
        List<String> keyLines =
                lines(exchange.getRequest(), settings.keyHeader().name());
        Optional<CallBuilder.Decision> early = calls.early(route, keyLines);
        if (early.isPresent()) {
            return early.get() instanceof CallBuilder.Refused refused
                    ? answers.refuse(refused.refusal())
                    : chain.filter(exchange);
        }
        return callers.resolve(exchange)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(caller -> caller.isPresent()
                        ? read(exchange, chain, new Known(route, caller.get(), keyLines), answers)
                        : answers.refuse(
                                Refusal.of(Problem.CALLER_UNKNOWN, "Idempotency must come after authentication.")));
    }

    /** What is known of a request before its body is read. */
    private record Known(IdempotentRoute route, Caller caller, List<String> keyLines) {}

    private Mono<Void> read(ServerWebExchange exchange, WebFilterChain chain, Known known, ReactiveAnswers answers) {
        return body(exchange)
                .map(Optional::of)
                .onErrorResume(DataBufferLimitException.class, e -> Mono.just(Optional.empty()))
                .flatMap(body -> body.isPresent()
                        ? decide(exchange, chain, known, body.get())
                        : answers.refuse(Refusal.of(
                                Problem.BODY_TOO_LARGE, "At most " + settings.maxBody() + " bytes are accepted.")));
    }

    /** The body; of a form, its fields, since a filter before this one may have had them parsed. */
    private Mono<byte[]> body(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        if (request.getHeaders().getContentLength() > settings.maxBody()) {
            return Mono.error(new DataBufferLimitException("The declared length is too large"));
        }
        if (FormFields.isForm(Optional.ofNullable(request.getHeaders().getFirst("Content-Type")))) {
            return exchange.getFormData().map(FormFields::encode).flatMap(this::bounded);
        }
        return DataBufferUtils.join(request.getBody(), settings.maxBody())
                .map(IdempotencyWebFilter::bytes)
                .defaultIfEmpty(new byte[0]);
    }

    private Mono<byte[]> bounded(byte[] body) {
        return body.length > settings.maxBody()
                ? Mono.error(new DataBufferLimitException("The form is too large"))
                : Mono.just(body);
    }

    static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private Mono<Void> decide(ServerWebExchange exchange, WebFilterChain chain, Known known, byte[] body) {
        ReactiveAnswers answers = new ReactiveAnswers(settings, exchange.getResponse());
        ServerHttpRequest request = exchange.getRequest();
        CallBuilder.Decision decision = calls.decide(
                known.route(),
                known.caller(),
                new CallBuilder.Request(
                        request.getURI().getRawPath(),
                        Optional.ofNullable(request.getURI().getRawQuery()),
                        Optional.ofNullable(request.getHeaders().getFirst("Content-Type")),
                        known.keyLines(),
                        body));
        if (decision instanceof CallBuilder.Once once) {
            ReactiveRun run = new ReactiveRun(idempotency, settings, answers);
            return once.expired()
                    ? run.replayOnly(once.call())
                    : run.run(
                            once.call(), known.route().rules().statuses(), new BufferedExchange(exchange, body), chain);
        }
        return decision instanceof CallBuilder.Refused refused
                ? answers.refuse(refused.refusal())
                : chain.filter(new BufferedExchange(exchange, body));
    }

    private static List<String> lines(ServerHttpRequest request, String name) {
        List<String> lines = new ArrayList<>();
        request.getHeaders().forEach((header, values) -> {
            if (header.equalsIgnoreCase(name)) {
                lines.addAll(values);
            }
        });
        return lines;
    }
}
