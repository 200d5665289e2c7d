package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Clients that are gone before their answer. */
class DisconnectTest extends FilterTesting {

    @Test
    void aClientThatDisconnectsDoesNotUndoTheCompletion() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        serve((request, response) -> {
            started.countDown();
            goOn.await();
            response.getWriter().print("done");
            ended.countDown();
        });
        disconnectDuring(started);
        goOn.countDown();
        ended.await();
        HttpResponse<byte[]> repeat = awaitReplay();
        assertThat(text(repeat)).isEqualTo("done");
        assertThat(runs).hasValue(1);
    }

    @Test
    void aClientThatDisconnectsFromAStreamDoesNotEither() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        serve(idempotency, settings.withBounds(100, 10), ORDERS, (request, response) -> {
            started.countDown();
            goOn.await();
            byte[] much = new byte[100_000];
            for (int i = 0; i < 300; i++) {
                response.getOutputStream().write(much);
            }
            ended.countDown();
        });
        disconnectDuring(started);
        goOn.countDown();
        ended.await();
        assertThat(awaitReplay().statusCode()).isEqualTo(410);
        assertThat(runs).hasValue(1);
    }

    private void disconnectDuring(CountDownLatch started) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            // Closed with a reset, so that the server's writes fail.
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(head(key, 2));
            socket.getOutputStream().write("{}".getBytes(US_ASCII));
            started.await();
        }
    }

    /** The first request may be completed a moment after its application returned. */
    private HttpResponse<byte[]> awaitReplay() throws Exception {
        HttpResponse<byte[]> repeat = send(order("{}"));
        while (repeat.statusCode() == 409) {
            repeat = send(order("{}"));
        }
        assertThat(replayed(repeat)).isTrue();
        return repeat;
    }
}
