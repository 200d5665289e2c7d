package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.web.IdempotentRoute.KeySource;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers and refusals of the filter for WebFlux. */
class WebFluxTest extends WebFluxTesting {

    @Test
    void aRepeatGetsTheStoredBytesAndNothingRuns() throws Exception {
        byte[] body = new byte[100_000];
        new Random(1).nextBytes(body);
        serve(exchange -> {
            exchange.getResponse().setStatusCode(HttpStatus.CREATED);
            exchange.getResponse().getHeaders().set("Content-Encoding", "br");
            exchange.getResponse().getHeaders().set("Location", "/orders/7");
            exchange.getResponse().getHeaders().set("Set-Cookie", "session=secret");
            return write(exchange, "head".getBytes(UTF_8), body);
        });
        HttpResponse<byte[]> first = send(order("{}"));
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(runs).hasValue(1);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).hasSize(100_004);
        assertThat(replayed(first)).isFalse();
        assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(replayed(second)).isTrue();
        assertThat(second.headers().firstValue("Content-Encoding")).hasValue("br");
        assertThat(second.headers().firstValue("Location")).hasValue("/orders/7");
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void anAnswerWithoutABodyIsReplayed() throws Exception {
        serve(exchange -> {
            exchange.getResponse().setStatusCode(HttpStatus.NO_CONTENT);
            return exchange.getResponse().setComplete();
        });
        assertThat(send(order("{}")).statusCode()).isEqualTo(204);
        assertThat(send(order("{}")).statusCode()).isEqualTo(204);
        assertThat(runs).hasValue(1);
    }

    @Test
    void missingMalformedAndTooLargeAreRefused() throws Exception {
        serve(settings.withBounds(10, 10), ORDERS, exchange -> Mono.empty());
        HttpRequest.Builder without =
                HttpRequest.newBuilder(order("").build().uri()).POST(BodyPublishers.noBody());
        isProblem(send(without), 400, "key-missing");
        isProblem(send(without.header("Idempotency-Key", "bare")), 400, "key-malformed");
        isProblem(send(order("x".repeat(11))), 413, "body-too-large");
        byte[] much = new byte[100_000];
        HttpRequest.Builder chunked =
                order("").POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(much)));
        isProblem(send(chunked), 413, "body-too-large");
        assertThat(runs).hasValue(0);
    }

    @Test
    void anotherPayloadIs422AndJudgedBeforeInFlight() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        serve(exchange -> {
            started.countDown();
            return Mono.fromFuture(goOn).then(write(exchange, "done"));
        });
        CompletableFuture<HttpResponse<byte[]>> first =
                http.sendAsync(order("{}").build(), BodyHandlers.ofByteArray());
        started.await();
        isProblem(send(order("{\"other\":1}")), 422, "key-reused");
        HttpResponse<byte[]> repeat = send(order("{}"));
        isProblem(repeat, 409, "in-flight");
        assertThat(repeat.headers().firstValue("Retry-After")).isPresent();
        goOn.complete(null);
        assertThat(text(first.get())).isEqualTo("done");
        assertThat(text(send(order("{}")))).isEqualTo("done");
    }

    @Test
    void largeAndStreamedAnswersLeaveTombstones() throws Exception {
        byte[] piece = "0123456789".getBytes(UTF_8);
        serve(settings.withBounds(100, 25), ORDERS, exchange -> write(exchange, piece, piece, piece, piece));
        assertThat(text(send(order("{}")))).isEqualTo("0123456789".repeat(4));
        isProblem(send(order("{}")), 410, "answer-gone");
        serve(settings.withBounds(100, 5), ORDERS, exchange -> write(exchange, piece, piece));
        HttpRequest.Builder atOnce = order("{}").setHeader("Idempotency-Key", "\"at-once\"");
        assertThat(text(send(atOnce))).isEqualTo("0123456789".repeat(2));
        isProblem(send(atOnce), 410, "answer-gone");
        serve(exchange -> exchange.getResponse()
                .writeAndFlushWith(Flux.just("a", "b", "c").map(text -> Mono.just(buffer(text)))));
        HttpRequest.Builder other = order("{}").setHeader("Idempotency-Key", "\"stream\"");
        assertThat(text(send(other))).isEqualTo("abc");
        isProblem(send(other), 410, "answer-gone");
        assertThat(runs).hasValue(3);
    }

    @Test
    void failuresWithAStatusAreFinalOrNotAsThePolicySays() throws Exception {
        AtomicInteger status = new AtomicInteger(404);
        serve(exchange -> Mono.error(new ResponseStatusException(HttpStatusCode.valueOf(status.get()), "run " + runs)));
        assertThat(send(order("{}")).statusCode()).isEqualTo(404);
        HttpResponse<byte[]> second = send(order("{}"));
        assertThat(second.statusCode()).isEqualTo(404);
        assertThat(replayed(second)).isTrue();
        assertThat(runs).hasValue(1);
        status.set(503);
        HttpRequest.Builder other = order("{}").setHeader("Idempotency-Key", "\"other\"");
        assertThat(send(other).statusCode()).isEqualTo(503);
        assertThat(send(other).statusCode()).isEqualTo(503);
        assertThat(runs).hasValue(3);
        serve(exchange -> Mono.error(new IllegalStateException("failed")));
        assertThat(send(other).statusCode()).isEqualTo(500);
        assertThat(send(other).statusCode()).isEqualTo(500);
        assertThat(runs).hasValue(5);
    }

    private void serveFailing(boolean after, HttpSettings how, RuntimeException failure) {
        serve(new FailingLeases(idempotency, after, failure), how, ORDERS, exchange -> {
            exchange.getResponse().getHeaders().set("Location", "/orders/7");
            return write(exchange, "done");
        });
    }

    @Test
    void aStoreThatIsDownIs503UnlessTheSettingsSayOtherwise() throws Exception {
        RuntimeException down = new StoreUnavailableException("down", false, null);
        serveFailing(false, settings, down);
        isProblem(send(order("{}")), 503, "store-unavailable");
        assertThat(runs).hasValue(0);
        serveFailing(false, settings.runningWithoutStore(), down);
        assertThat(text(send(order("{}")))).isEqualTo("done");
        assertThat(runs).hasValue(1);
    }

    @Test
    void theAnswerOfAnAttemptThatWasSucceededIsNotSent() throws Exception {
        serveFailing(true, settings, new AttemptLostException(IdempotencyKey.of("a", "b"), 1));
        HttpResponse<byte[]> refused = send(order("{}"));
        isProblem(refused, 409, "in-flight");
        assertThat(refused.headers().firstValue("Location")).isEmpty();
    }

    @Test
    void theAnswerOfWorkThatIsDoneIsSentEvenIfItWasPerhapsNotStored() throws Exception {
        RuntimeException silent = new StoreUnavailableException("silent", true, null);
        serveFailing(true, settings, new OutcomeNotStoredException(IdempotencyKey.of("a", "b"), "done", silent));
        assertThat(text(send(order("{}")))).isEqualTo("done");
    }

    @Test
    void theApplicationReadsBodiesFormsAndTokens() throws Exception {
        Tokens tokens = new Tokens(TokenKeys.of("k", new byte[32]), Duration.ofHours(1), InstantSource.system());
        IdempotentRoute route = ORDERS.withKey(KeySource.TOKEN);
        serve(
                settings.withTokens(tokens, "token"),
                route,
                exchange -> exchange.getFormData()
                        .flatMap(form -> write(exchange, "run " + runs + " for " + form.getFirst("article"))));
        String token = tokens.issue(Caller.ANONYMOUS, route.tokenRoute());
        HttpRequest.Builder form = HttpRequest.newBuilder(order("").build().uri())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("article=Vase&token=" + token));
        assertThat(text(send(form))).isEqualTo("run 1 for Vase");
        assertThat(text(send(form))).isEqualTo("run 1 for Vase");
        isProblem(send(form.POST(BodyPublishers.ofString("token=forged"))), 400, "token-invalid");
        serve(exchange -> exchange.getMultipartData().flatMap(parts -> write(exchange, "" + parts.keySet())));
        HttpRequest.Builder parts = order("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n")
                .setHeader("Content-Type", "multipart/form-data; boundary=b");
        assertThat(text(send(parts))).isEqualTo("[a]");
    }

    @Test
    void anEncodedSlashIsPartOfItsSegment() throws Exception {
        serve(settings, IdempotentRoute.of("POST", "/orders/{id}/payment"), exchange -> write(exchange, "run " + runs));
        HttpRequest.Builder payment = order("{}");
        payment.uri(payment.build().uri().resolve("/orders/2026%2F7/payment"));
        assertThat(text(send(payment))).isEqualTo("run 1");
        assertThat(text(send(payment))).isEqualTo("run 1");
    }

    @Test
    void aFormOfUndeclaredLengthIsBoundedToo() throws Exception {
        serve(settings.withBounds(100, 100), ORDERS, exchange -> write(exchange, "run " + runs));
        byte[] fields = ("article=" + "x".repeat(93)).getBytes(UTF_8);
        HttpRequest.Builder form = order("").setHeader("Content-Type", "application/x-www-form-urlencoded");
        isProblem(
                send(form.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(fields)))),
                413,
                "body-too-large");
        assertThat(runs).hasValue(0);
    }

    @Test
    void partsLeaveNoFiles() throws Exception {
        serve(exchange -> exchange.getMultipartData().flatMap(parts -> write(exchange, "" + parts.keySet())));
        int length = 300_000 + new Random().nextInt(100_000);
        HttpRequest.Builder upload = order("--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\n\r\n"
                        + "x".repeat(length) + "\r\n--b--\r\n")
                .setHeader("Content-Type", "multipart/form-data; boundary=b");
        assertThat(text(send(upload))).isEqualTo("[a]");
        assertThat(filesOfParts().filter(file -> file.length() == length)).isEmpty();
    }

    private static Stream<File> filesOfParts() {
        File[] folders = new File(System.getProperty("java.io.tmpdir"))
                .listFiles(file -> file.getName().startsWith("spring-multipart"));
        return Stream.of(Objects.requireNonNull(folders))
                .map(File::listFiles)
                .filter(Objects::nonNull)
                .flatMap(Stream::of);
    }
}
