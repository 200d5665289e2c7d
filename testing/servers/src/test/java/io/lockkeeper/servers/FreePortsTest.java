package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final int MANY = 120;

    /** Takes many ports, prints them, and keeps them to the end of its input. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] args) throws Exception {
            for (int i = 0; i < MANY; i++) {
                System.out.println(FreePorts.take());
            }
            System.in.read();
        }
    }

    @Test
    void two_jvms_never_have_the_same_port() {
        Set<Integer> ports = new HashSet<>();
        try (JavaProcess one = JavaProcess.start(Taker.class);
                JavaProcess two = JavaProcess.start(Taker.class)) {
            for (int i = 0; i < MANY; i++) {
                ports.add(portOf(one));
                ports.add(portOf(two));
                ports.add(FreePorts.take());
            }
        }
        assertThat(ports).hasSize(3 * MANY);
        ports.forEach(port -> assertThat(port).isBetween(14_000, 21_999));
    }

    @Test
    void a_port_that_someone_listens_on_is_passed_over() throws Exception {
        int port = FreePorts.take();
        FreePorts.giveBack(port);
        try (ServerSocket listener = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < MANY; i++) {
                assertThat(FreePorts.take()).isNotEqualTo(listener.getLocalPort());
            }
        }
    }

    private static int portOf(JavaProcess taker) {
        return Integer.parseInt(taker.awaitLine(line -> true, Duration.ofSeconds(60)));
    }
}
