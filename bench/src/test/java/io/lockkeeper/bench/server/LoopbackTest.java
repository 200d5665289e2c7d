package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopbackTest {
    @Test
    void readsTheBytesReceived() {
        assertThat(Loopback.bytes(List.of("Inter-|", " face |bytes", "  eth0: 1 2 3", "    lo: 4808 16 0", "lo2: 7 1")))
                .isEqualTo(4808);
        assertThat(Loopback.bytes(List.of("lo:17 1"))).isEqualTo(17);
    }

    @Test
    void aMachineWithoutIsSaidToBeWithout() {
        assertThatThrownBy(() -> Loopback.bytes(List.of("eth0: 1 2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no loopback interface");
    }

    @Test
    void countsWhatTravels() throws IOException {
        byte[] sent = new byte[100_000];
        InetAddress here = InetAddress.getLoopbackAddress();
        double before = Loopback.bytes();
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket client = new Socket(here, server.getLocalPort());
                Socket served = server.accept()) {
            client.getOutputStream().write(sent);
            assertThat(served.getInputStream().readNBytes(sent.length)).hasSize(sent.length);
        }
        assertThat(Loopback.bytes() - before).isGreaterThanOrEqualTo(sent.length);
    }
}
