package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.web.IdempotentRoute.KeySource;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tokens of the server's in a form's field, or in the header. */
class TokenFormTest extends FilterTesting {

    private static final IdempotentRoute ROUTE =
            IdempotentRoute.of("POST", "/orders").withKey(KeySource.TOKEN);
    private static final Caller ALICE = Caller.named("alice");

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Tokens tokens = new Tokens(TokenKeys.of("k", new byte[32]), Duration.ofHours(1), () -> now);

    private void serveTokens(IdempotentRoute route) {
        serve(
                idempotency,
                settings.withTokens(tokens, "token"),
                Routes.of(route),
                (request, response) ->
                        response.getWriter().print("run " + runs + " for " + request.getParameter("article")));
    }

    private static HttpRequest.Builder form(String token) {
        return HttpRequest.newBuilder(uri("/orders"))
                .header("X-User", "alice")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("article=Vase&token=" + URLEncoder.encode(token, UTF_8)));
    }

    private static void isProblem(HttpResponse<byte[]> response, String code) {
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(text(response)).contains("\"code\":\"" + code + "\"");
    }

    @Test
    void aTokenServesOneRequestAndItsRepeatsGetTheStoredAnswer() throws Exception {
        serveTokens(ROUTE);
        String token = tokens.issue(ALICE, ROUTE.tokenRoute());
        assertThat(text(send(form(token)))).isEqualTo("run 1 for Vase");
        HttpResponse<byte[]> second = send(form(token));
        assertThat(text(second)).isEqualTo("run 1 for Vase");
        assertThat(replayed(second)).isTrue();
        assertThat(text(send(form(tokens.issue(ALICE, ROUTE.tokenRoute()))))).isEqualTo("run 2 for Vase");
    }

    @Test
    void issuingWritesNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.issue(ALICE, ROUTE.tokenRoute())).isNotEmpty();
        }
        assertThat(idempotency.catalogue().list(new RequestScope(null, "alice", "POST", "/orders").text(), 10))
                .isEmpty();
    }

    @Test
    void aTokenMayComeInTheHeader() throws Exception {
        serveTokens(ROUTE);
        String token = tokens.issue(ALICE, ROUTE.tokenRoute());
        HttpRequest.Builder request = form("").setHeader("Idempotency-Key", "\"" + token + "\"");
        assertThat(send(request).statusCode()).isEqualTo(200);
        assertThat(replayed(send(request))).isTrue();
    }

    @Test
    void aTokenOfSomebodyElseOrAnotherRouteOrNoneIsRefused() throws Exception {
        serveTokens(ROUTE);
        isProblem(send(form(tokens.issue(Caller.named("bob"), ROUTE.tokenRoute()))), "token-invalid");
        isProblem(send(form(tokens.issue(ALICE, "POST /refunds"))), "token-invalid");
        isProblem(send(form("made-up")), "token-invalid");
        isProblem(send(form("").POST(BodyPublishers.noBody())), "key-missing");
        assertThat(runs).hasValue(0);
    }

    @Test
    void anExpiredTokenRunsNothingButItsRepeatStillGetsTheAnswer() throws Exception {
        serveTokens(ROUTE);
        String used = tokens.issue(ALICE, ROUTE.tokenRoute());
        String unused = tokens.issue(ALICE, ROUTE.tokenRoute());
        assertThat(text(send(form(used)))).isEqualTo("run 1 for Vase");
        now = now.plus(Duration.ofHours(2));
        isProblem(send(form(unused)), "token-expired");
        isProblem(send(form(unused)), "token-expired");
        assertThat(text(send(form(used)))).isEqualTo("run 1 for Vase");
        assertThat(runs).hasValue(1);
    }

    @Test
    void aFilterBeforeItMayHaveHadTheFormParsed() throws Exception {
        serveTokens(ROUTE);
        server.wrap(filter -> (request, response, chain) -> {
            assertThat(request.getParameter("article")).isNotNull();
            filter.doFilter(request, response, chain);
        });
        String token = tokens.issue(ALICE, ROUTE.tokenRoute());
        assertThat(text(send(form(token)))).isEqualTo("run 1 for Vase");
        assertThat(text(send(form(token)))).isEqualTo("run 1 for Vase");
        HttpRequest.Builder other =
                form(token).POST(BodyPublishers.ofString("article=Cup&token=" + URLEncoder.encode(token, UTF_8)));
        assertThat(send(other).statusCode()).isEqualTo(422);
    }

    @Test
    void aFilterBeforeItMustNotHaveReadTheBody() throws Exception {
        serve((request, response) -> {});
        server.wrap(filter -> (request, response, chain) -> {
            assertThat(request.getInputStream().readAllBytes()).isNotEmpty();
            filter.doFilter(request, response, chain);
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(0);
    }

    @Test
    void aRouteThatForgetsBeforeItsTokensExpireOnTheSlowestClockIsRefused() throws Exception {
        serveTokens(keeping(Duration.ofHours(1).plusSeconds(59)));
        assertThat(send(form(tokens.issue(ALICE, ROUTE.tokenRoute()))).statusCode())
                .isEqualTo(500);
        assertThat(runs).hasValue(0);
        serveTokens(keeping(Duration.ofHours(1).plusSeconds(60)));
        assertThat(send(form(tokens.issue(ALICE, ROUTE.tokenRoute()))).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aFormOfTooManyFieldsIsRefusedBeforeItFillsTheMemory() throws Exception {
        serveTokens(ROUTE);
        HttpRequest.Builder many = form("").POST(BodyPublishers.ofString("a&".repeat(10_000)));
        assertThat(send(many).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(0);
    }

    private static IdempotentRoute keeping(Duration retention) {
        return ROUTE.withOptions(IdempotencyOptions.defaults().withRetention(Retention.of(retention)));
    }

    @Test
    void anExpiredTokenWhoseAttemptDidNotFinishIsNotToldToBeUnused() throws Exception {
        IdempotencyOptions crashing = IdempotencyOptions.defaults().withLease(Duration.ofMillis(100));
        serveTokens(ROUTE.withOptions(crashing).withStatuses(status -> FailureDecision.LEAVE));
        String token = tokens.issue(ALICE, ROUTE.tokenRoute());
        assertThat(text(send(form(token)))).isEqualTo("run 1 for Vase");
        now = now.plus(Duration.ofHours(2));
        HttpResponse<byte[]> repeat = send(form(token));
        while (text(repeat).contains("\"code\":\"in-flight\"")) {
            repeat = send(form(token));
        }
        assertThat(repeat.statusCode()).isEqualTo(409);
        assertThat(text(repeat)).contains("\"code\":\"outcome-unknown\"");
        assertThat(text(send(form(token)))).contains("\"code\":\"outcome-unknown\"");
        assertThat(runs).hasValue(1);
    }
}
