package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyOptions;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Many clients at once, and clients that disconnect. */
class WebFluxClientsTest extends WebFluxTesting {

    @Test
    void aClientThatDisconnectsDoesNotUndoTheCompletion() throws Exception {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        serve(exchange -> {
            started.countDown();
            return Mono.fromFuture(goOn).then(write(exchange, "done")).doFinally(end -> ended.countDown());
        });
        disconnectDuring(started);
        goOn.complete(null);
        ended.await();
        assertThat(text(awaitReplay())).isEqualTo("done");
        assertThat(runs).hasValue(1);
    }

    @Test
    void aClientThatDisconnectsFromAStreamDoesNotEither() throws Exception {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        serve(settings.withBounds(100, 10), ORDERS, exchange -> {
            started.countDown();
            Flux<DataBuffer> much = Flux.range(0, 300).map(i -> buffer("x".repeat(100_000)));
            return Mono.fromFuture(goOn).then(exchange.getResponse().writeWith(much.doOnComplete(ended::countDown)));
        });
        disconnectDuring(started);
        goOn.complete(null);
        ended.await();
        isProblem(awaitReplay(), 410, "answer-gone");
        assertThat(runs).hasValue(1);
    }

    private void disconnectDuring(CountDownLatch started) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoLinger(true, 0);
            String head = "POST /orders HTTP/1.1|Host: a|Content-Type: application/json|Idempotency-Key: \"" + key
                    + "\"|Content-Length: 2||{}";
            socket.getOutputStream().write(head.replace("|", "\r\n").getBytes(US_ASCII));
            started.await();
        }
    }

    private HttpResponse<byte[]> awaitReplay() throws Exception {
        HttpResponse<byte[]> repeat = send(order("{}"));
        while (repeat.statusCode() == 409) {
            repeat = send(order("{}"));
        }
        return repeat;
    }

    @Test
    void aThousandConcurrentRepeatsRunOnce() throws Exception {
        serve(
                settings,
                ORDERS.withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofSeconds(60))),
                exchange -> write(exchange, "once"));
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            answers.add(http.sendAsync(order("{}").build(), BodyHandlers.ofByteArray()));
        }
        for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
            assertThat(text(answer.get())).isEqualTo("once");
        }
        assertThat(runs).hasValue(1);
    }
}
