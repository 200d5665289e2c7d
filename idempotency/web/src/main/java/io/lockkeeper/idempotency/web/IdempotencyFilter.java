package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotentCall;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A servlet filter that runs a request once for its {@code Idempotency-Key}, and answers repeats with the stored answer and
 * {@code Idempotent-Replayed: true}. For any servlet container and Spring MVC. It must come after authentication.
 *
 * <p>The rest of the filter chain is the operation. Its answer is held back and sent only when the operation is completed; in
 * transactional mode, when its transaction is committed. The operation finds its {@link io.lockkeeper.idempotency.Attempt} as the request attribute {@value #ATTEMPT}.
 *
 * <p>Requests of idempotent routes are synchronous: {@code startAsync} is refused. Their bodies are read in advance, and those
 * of type {@code multipart/form-data} are refused.
 */
public final class IdempotencyFilter extends HttpFilter {

    /** The name of the request attribute that has the attempt. */
    public static final String ATTEMPT = "io.lockkeeper.idempotency.Attempt";

    private static final long serialVersionUID = 1;

    private final transient Idempotency idempotency;
    private final transient HttpSettings settings;
    private final transient RouteResolver routes;
    private final transient CallerResolver callers;
    private final transient CallBuilder calls;

    /** Finds out whether a request is to be run once, and how: by its path, or by an annotation of its handler. */
    @FunctionalInterface
    public interface RouteResolver {

        /** Returns the request's route; empty if it is not idempotent. */
        Optional<IdempotentRoute> resolve(HttpServletRequest request);

        /**
         * Returns the resolver of declared routes.
         *
         * @throws IllegalArgumentException if the pattern of one has more than {@link IdempotentRoute} says
         */
        static RouteResolver of(Routes routes) {
            Routes findable = routes.findable();
            return request -> findable.find(request.getMethod(), path(request));
        }

        private static String path(HttpServletRequest request) {
            String info = request.getPathInfo();
            return request.getServletPath() + (info == null ? "" : info);
        }
    }

    /** Finds out who makes a request. */
    @FunctionalInterface
    public interface CallerResolver {

        /** Returns the caller; empty if it cannot be told, which is answered with 500: an answer might be read by the wrong one. */
        Optional<Caller> resolve(HttpServletRequest request);

        /**
         * Returns the default: the name of the container's principal. A request that has an {@code Authorization} header and no principal comes
         * before its authentication, and its caller cannot be told.
         */
        static CallerResolver principal() {
            return request -> {
                if (request.getUserPrincipal() != null) {
                    return Optional.of(Caller.named(request.getUserPrincipal().getName()));
                }
                return request.getHeader("Authorization") == null ? Optional.of(Caller.ANONYMOUS) : Optional.empty();
            };
        }
    }

    /** Creates a filter. */
    public IdempotencyFilter(
            Idempotency idempotency, HttpSettings settings, RouteResolver routes, CallerResolver callers) {
        this.idempotency = idempotency;
        this.settings = settings;
        this.routes = routes;
        this.callers = callers;
        calls = new CallBuilder(settings);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<IdempotentRoute> route =
                request.getDispatcherType() == DispatcherType.REQUEST ? routes.resolve(request) : Optional.empty();
        if (route.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        ServletAnswers answers = new ServletAnswers(settings, response);
        List<String> keyLines =
                Collections.list(request.getHeaders(settings.keyHeader().name()));
        Optional<CallBuilder.Decision> early = calls.early(route.get(), keyLines);
        if (early.isPresent()) {
            if (early.get() instanceof CallBuilder.Refused refused) {
                answers.refuse(refused.refusal());
            } else {
                chain.doFilter(request, response);
            }
            return;
        }
        Optional<Caller> caller = callers.resolve(request);
        if (caller.isEmpty()) {
            answers.refuse(Refusal.of(Problem.CALLER_UNKNOWN, "Idempotency must come after authentication."));
            return;
        }
        Optional<String> type = Optional.ofNullable(request.getContentType());
        if (ContentType.isMultipart(type)) {
            answers.refuse(Refusal.of(Problem.MULTIPART, "Send the parts one by one, or encoded in another way."));
            return;
        }
        Optional<byte[]> body = BufferedRequest.read(request, settings.maxBody());
        if (body.isEmpty()) {
            // The rest of the body is not read for the next request.
            response.setHeader("Connection", "close");
            answers.refuse(
                    Refusal.of(Problem.BODY_TOO_LARGE, "At most " + settings.maxBody() + " bytes are accepted."));
            return;
        }
        BufferedRequest buffered = new BufferedRequest(request, body.get());
        CallBuilder.Decision decision = calls.decide(
                route.get(),
                caller.get(),
                new CallBuilder.Request(
                        request.getRequestURI(),
                        Optional.ofNullable(request.getQueryString()),
                        type,
                        keyLines,
                        buffered.sent()));
        if (decision instanceof CallBuilder.Once once) {
            run(once, route.get(), buffered, answers, chain);
        } else if (decision instanceof CallBuilder.Refused refused) {
            answers.refuse(refused.refusal());
        }
    }

    private void run(
            CallBuilder.Once once,
            IdempotentRoute route,
            BufferedRequest request,
            ServletAnswers answers,
            FilterChain chain)
            throws IOException, ServletException {
        IdempotentCall<StoredAnswer> call = once.call();
        ServletRun run = new ServletRun(idempotency, settings, answers);
        if (once.expired()) {
            run.replayOnly(call);
        } else {
            run.run(call, route.rules().statuses(), request, chain);
        }
    }
}
