package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A proxy before a server that takes its time. */
class TcpProxyCutTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void a_client_is_cut_off_at_the_first_answer_and_the_server_reads_all_that_was_sent_before() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, here);
                TcpProxy proxy = TcpProxy.to(server.getLocalPort());
                Socket client = new Socket(here, proxy.port())) {
            CompletableFuture<Void> cut = proxy.cutAfterNextRequest("second");
            client.setSoTimeout((int) PATIENCE.toMillis());
            client.getOutputStream().write("first;second;".getBytes(US_ASCII));
            try (Socket served = server.accept()) {
                InputStream requests = served.getInputStream();
                assertThat(requests.readNBytes("first;".length())).asString().isEqualTo("first;");
                served.getOutputStream().write('1');
                assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
                assertThat(proxy.connections()).isEqualTo(1);
                assertThat(cut).isNotDone();
                served.getOutputStream().write('2');
                assertThat(requests.readAllBytes()).asString().isEqualTo("second;");
            }
            assertThat(cut).succeedsWithin(PATIENCE);
            assertThat(proxy.connections()).isZero();
        }
    }
}
