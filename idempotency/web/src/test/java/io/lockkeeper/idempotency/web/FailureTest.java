package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures are stored, and which free the key. */
class FailureTest extends FilterTesting {

    private void serveStatus(StatusPolicy policy, int status) {
        serve(Routes.of(IdempotentRoute.of("POST", "/orders").withStatuses(policy)), (request, response) -> {
            response.setStatus(status);
            response.setHeader("Retry-After", "9");
            response.getWriter().print("run " + runs);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 402, 404, 422})
    void aFinalAnswerIsReplayedByDefault(int status) throws Exception {
        serveStatus(StatusPolicy.finalAnswers(), status);
        assertThat(text(send(order("{}")))).isEqualTo("run 1");
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(second.statusCode()).isEqualTo(status);
        assertThat(text(second)).isEqualTo("run 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 429, 500, 503})
    void anyOtherIsSentAndFreesTheKey(int status) throws Exception {
        serveStatus(StatusPolicy.finalAnswers(), status);
        HttpResponse<byte[]> first = send(order("{}"));
        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(header(first, "Retry-After")).isEqualTo("9");
        assertThat(text(first)).isEqualTo("run 1");
        assertThat(text(send(order("{}")))).isEqualTo("run 2");
    }

    @Test
    void stripesFirstRuleReplaysErrors() throws Exception {
        serveStatus(StatusPolicy.everything(), 500);
        assertThat(text(send(order("{}")))).isEqualTo("run 1");
        assertThat(text(send(order("{}")))).isEqualTo("run 1");
    }

    @Test
    void stripesSecondRuleRunsFailuresAgain() throws Exception {
        serveStatus(StatusPolicy.successes(), 402);
        assertThat(text(send(order("{}")))).isEqualTo("run 1");
        assertThat(text(send(order("{}")))).isEqualTo("run 2");
    }

    @Test
    void anExceptionCountsAs500() throws Exception {
        serve((request, response) -> {
            throw new IllegalStateException("secret");
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(2);
    }

    @Test
    void anExceptionIsStoredIfErrorsAre() throws Exception {
        serve(
                Routes.of(IdempotentRoute.of("POST", "/orders").withStatuses(StatusPolicy.everything())),
                (request, response) -> {
                    throw new IllegalStateException("secret");
                });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(second.statusCode()).isEqualTo(500);
        assertThat(text(second)).contains("first-failed").doesNotContain("secret");
        assertThat(runs).hasValue(1);
    }

    @Test
    void anErrorPageThatIsNotFinalIsSent() throws Exception {
        serve((request, response) -> response.sendError(503, "run " + runs));
        assertThat(text(send(order("{}")))).contains("run 1");
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(text(second)).contains("run 2");
    }

    @Test
    void theAnswerOfAnAttemptThatWasSucceededIsNotSent() throws Exception {
        serve(
                StubIdempotency.failingAfter(new AttemptLostException(IdempotencyKey.of("a", "b"), 1)),
                settings,
                ORDERS,
                (request, response) -> response.getWriter().print("done"));
        HttpResponse<byte[]> refused = send(order("{}"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(header(refused, "Retry-After")).isEqualTo("1");
        assertThat(text(refused)).doesNotContain("done");
    }

    @Test
    void anOutcomeOfTheApplicationsOwnThatWasNotStoredIsItsFailure() throws Exception {
        RuntimeException silent = new StoreUnavailableException("silent", true, null);
        serve((request, response) -> {
            response.getWriter().print("half");
            throw new OutcomeNotStoredException(IdempotencyKey.of("a", "b"), "other", silent);
        });
        HttpResponse<byte[]> first = send(order("{}"));
        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(text(first)).doesNotStartWith("half");
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(2);
    }

    @Test
    void theApplicationFindsItsAttempt() throws Exception {
        serve((request, response) -> {
            Attempt attempt = (Attempt) request.getAttribute(IdempotencyFilter.ATTEMPT);
            response.getWriter().print(attempt.key().id() + " " + attempt.downstreamKey("payment"));
        });
        assertThat(text(send(order("{}")))).startsWith(key + " ").hasSizeGreaterThan(key.length() + 40);
    }
}
