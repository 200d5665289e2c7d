package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Which requests are not carried out, and what clients are told. */
class RefusalTest extends FilterTesting {

    private static void isProblem(HttpResponse<byte[]> response, int status, String code) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(header(response, "Link")).isEqualTo("<" + POLICY + ">; rel=\"describedby\"");
        assertThat(header(response, "Cache-Control")).isEqualTo("no-store");
        assertThat(text(response))
                .startsWith("{\"type\":\"" + POLICY + "#" + code + "\"")
                .contains("\"status\":" + status + ",");
    }

    private static HttpRequest.Builder without(String header, String value) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/orders")).POST(BodyPublishers.ofString("{}"));
        return value.isEmpty() ? request : request.header(header, value);
    }

    @Test
    void aMissingOrMalformedKeyIs400() throws Exception {
        serve((request, response) -> {});
        isProblem(send(without("", "")), 400, "key-missing");
        isProblem(send(without("Idempotency-Key", "bare")), 400, "key-malformed");
        isProblem(send(order("{}").header("Idempotency-Key", "\"other\"")), 400, "key-malformed");
        isProblem(send(without("Idempotency-Key", "\"" + "x".repeat(256) + "\"")), 400, "key-malformed");
        assertThat(runs).hasValue(0);
    }

    @Test
    void aKeyThatIsOptionalMayBeMissing() throws Exception {
        serve(
                Routes.of(IdempotentRoute.of("POST", "/orders").withKey(IdempotentRoute.KeySource.OPTIONAL_HEADER)),
                (request, response) -> {});
        assertThat(send(without("", "")).statusCode()).isEqualTo(200);
        assertThat(send(without("", "")).statusCode()).isEqualTo(200);
        assertThat(runs).hasValue(2);
        isProblem(send(without("Idempotency-Key", "bare")), 400, "key-malformed");
        assertThat(replayed(send(order("{}")))).isFalse();
        assertThat(replayed(send(order("{}")))).isTrue();
    }

    @Test
    void otherRoutesAndMethodsAreLeftAlone() throws Exception {
        serve((request, response) -> {});
        for (int i = 1; i <= 2; i++) {
            assertThat(send(HttpRequest.newBuilder(uri("/orders"))).statusCode())
                    .isEqualTo(200);
            assertThat(send(HttpRequest.newBuilder(uri("/other")).POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(runs).hasValue(2 * i);
        }
    }

    @Test
    void anotherPayloadIs422AndJudgedBeforeInFlight() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        serve((request, response) -> {
            started.countDown();
            goOn.await();
        });
        CompletableFuture<HttpResponse<byte[]>> first = sendAsync(order("{}"));
        started.await();
        isProblem(send(order("{\"other\":1}")), 422, "key-reused");
        HttpResponse<byte[]> repeat = send(order("{}"));
        isProblem(repeat, 409, "in-flight");
        assertThat(Integer.parseInt(header(repeat, "Retry-After"))).isBetween(1, 30);
        goOn.countDown();
        assertThat(first.get().statusCode()).isEqualTo(200);
        isProblem(send(order("{\"other\":1}")), 422, "key-reused");
        assertThat(replayed(send(order("{}")))).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void aVariableOfThePathIsPartOfThePayload() throws Exception {
        serve(Routes.of(IdempotentRoute.of("POST", "/orders/{id}/payment")), (request, response) -> {});
        assertThat(send(order("{}").uri(uri("/orders/1/payment"))).statusCode()).isEqualTo(200);
        isProblem(send(order("{}").uri(uri("/orders/2/payment"))), 422, "key-reused");
    }

    @Test
    void nobodyReadsTheAnswerOfAnotherCallerTenantOrRoute() throws Exception {
        serve(
                Routes.of(
                        IdempotentRoute.of("POST", "/orders"),
                        IdempotentRoute.of("PUT", "/orders"),
                        IdempotentRoute.of("POST", "/refunds")),
                (request, response) -> response.getWriter().print("run " + runs));
        assertThat(text(send(order("{}").header("X-User", "alice")))).isEqualTo("run 1");
        assertThat(text(send(order("{}").header("X-User", "bob")))).isEqualTo("run 2");
        assertThat(text(send(order("{}")))).isEqualTo("run 3");
        assertThat(text(send(order("{}").header("X-User", "alice").header("X-Tenant", "t"))))
                .isEqualTo("run 4");
        assertThat(text(send(order("{}").header("X-User", "alice").uri(uri("/refunds")))))
                .isEqualTo("run 5");
        assertThat(text(send(order("{}").header("X-User", "alice").PUT(BodyPublishers.ofString("{}")))))
                .isEqualTo("run 6");
        assertThat(text(send(order("{}").header("X-User", "alice")))).isEqualTo("run 1");
    }

    @Test
    void aCallerWhoIsNotAuthenticatedYetIsRefused() throws Exception {
        server.set(
                new IdempotencyFilter(
                        idempotency,
                        settings,
                        IdempotencyFilter.RouteResolver.of(ORDERS),
                        IdempotencyFilter.CallerResolver.principal()),
                (request, response) -> runs.incrementAndGet());
        isProblem(send(order("{}").header("Authorization", "Bearer x")), 500, "caller-unknown");
        assertThat(runs).hasValue(0);
        assertThat(send(order("{}")).statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyThatIsTooLargeIs413() throws Exception {
        serve(idempotency, settings.withBounds(10, 10), ORDERS, (request, response) -> {});
        isProblem(send(order("x".repeat(11))), 413, "body-too-large");
        byte[] body = "x".repeat(100_000).getBytes(US_ASCII);
        isProblem(
                send(order("").POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))),
                413,
                "body-too-large");
        assertThat(runs).hasValue(0);
        assertThat(send(order("x".repeat(10))).statusCode()).isEqualTo(200);
    }

    @Test
    void aDeclaredLengthIsRefusedBeforeABodyIsSent() throws Exception {
        serve((request, response) -> {});
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(head("a", 9_999_999_999L));
            byte[] line = socket.getInputStream().readNBytes(12);
            assertThat(new String(line, US_ASCII)).isEqualTo("HTTP/1.1 413");
        }
    }

    @Test
    void multipartIs415() throws Exception {
        serve((request, response) -> {});
        HttpRequest.Builder request = order("--a--").setHeader("Content-Type", "multipart/form-data; boundary=a");
        isProblem(send(request), 415, "multipart-unsupported");
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStoreThatIsDownIs503AndNothingRuns() throws Exception {
        serve(
                StubIdempotency.failing(new StoreUnavailableException("down", false, null)),
                settings,
                ORDERS,
                (request, response) -> {});
        HttpResponse<byte[]> refused = send(order("{}"));
        isProblem(refused, 503, "store-unavailable");
        assertThat(header(refused, "Retry-After")).isEqualTo("5");
        assertThat(runs).hasValue(0);
    }

    @Test
    void aStoreThatIsDownIsIgnoredIfTheSettingsSaySo() throws Exception {
        serve(
                StubIdempotency.failing(new StoreUnavailableException("down", false, null)),
                settings.runningWithoutStore(),
                ORDERS,
                (request, response) ->
                        response.getWriter().print(request.getReader().readLine()));
        assertThat(text(send(order("{}")))).isEqualTo("{}");
        assertThat(runs).hasValue(1);
    }

    @Test
    void ifTheCommitFailsTheAnswerIsNotSent() throws Exception {
        serve(
                StubIdempotency.failingAfter(new StoreUnavailableException("lost", true, null)),
                settings.runningWithoutStore(),
                ORDERS,
                (request, response) -> {
                    response.setHeader("Content-Encoding", "gzip");
                    response.setHeader("Location", "/orders/7");
                    response.addCookie(new Cookie("session", "rolled-back"));
                    response.getWriter().print("done");
                });
        server.wrap(filter -> (request, response, chain) -> {
            ((HttpServletResponse) response).setHeader("X-Outer", "kept");
            filter.doFilter(request, response, chain);
        });
        HttpResponse<byte[]> refused = send(order("{}"));
        isProblem(refused, 503, "store-unavailable");
        assertThat(text(refused)).contains("is not known").doesNotContain("done");
        assertThat(header(refused, "Location")).isEqualTo("none");
        assertThat(header(refused, "Set-Cookie")).isEqualTo("none");
        assertThat(header(refused, "X-Outer")).isEqualTo("kept");
        assertThat(header(refused, "Content-Encoding")).isEqualTo("none");
        assertThat(runs).hasValue(1);
    }

    @Test
    void ifTheCommitIsRefusedTheHeadersAreNotSentEither() throws Exception {
        serve(
                StubIdempotency.failingAfter(new IllegalStateException("a constraint")),
                settings,
                ORDERS,
                (request, response) -> response.setHeader("Location", "/orders/7"));
        HttpResponse<byte[]> refused = send(order("{}"));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(header(refused, "Location")).isEqualTo("none");
    }

    @Test
    void aStoreOfTheApplicationsOwnIsItsOwnAffair() throws Exception {
        serve(idempotency, settings.runningWithoutStore(), ORDERS, (request, response) -> {
            throw new StoreUnavailableException("another store", false, null);
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(1);
    }

    @Test
    void answersAreEncryptedAndOnesThatCannotBeReadAreNeverRunAgain() throws Exception {
        OutcomeEncryption old = OutcomeEncryption.of("old", new byte[32]);
        TestServer.Handler handler = (request, response) -> response.getWriter().print("secret");
        serve(idempotency, settings.withEncryption(old), ORDERS, handler);
        assertThat(text(send(order("{}")))).isEqualTo("secret");
        byte[] fresh = new byte[32];
        fresh[0] = 1;
        OutcomeEncryption rotated = OutcomeEncryption.of("new", fresh);
        serve(idempotency, settings.withEncryption(rotated.accepting("old", new byte[32])), ORDERS, handler);
        assertThat(text(send(order("{}")))).isEqualTo("secret");
        serve(idempotency, settings.withEncryption(rotated), ORDERS, handler);
        isProblem(send(order("{}")), 500, "answer-unreadable");
        serve(idempotency, settings, ORDERS, handler);
        isProblem(send(order("{}")), 500, "answer-unreadable");
        assertThat(runs).hasValue(1);
    }

    @Test
    void theAnswersOfASubjectAreErasedAndTheMarksAreKept() throws Exception {
        serve((request, response) -> response.getWriter().print("run " + runs));
        HttpRequest.Builder alice = order("{}").header("X-User", "alice");
        assertThat(text(send(alice))).isEqualTo("run 1");
        assertThat(text(send(order("{}").header("X-User", "bob")))).isEqualTo("run 2");
        assertThat(new AnswerErasure(idempotency.catalogue(), ORDERS).erase(Caller.named("alice")))
                .isEqualTo(1);
        isProblem(send(alice), 410, "answer-gone");
        assertThat(text(send(order("{}").header("X-User", "bob")))).isEqualTo("run 2");
        assertThat(runs).hasValue(2);
    }

    @Test
    void asynchronousApplicationsAreRefused() throws Exception {
        serve((request, response) -> {
            assertThat(request.isAsyncSupported()).isFalse();
            request.startAsync();
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(500);
        assertThat(Optional.of(runs.get())).hasValue(1);
    }
}
