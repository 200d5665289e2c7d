package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A process that is stopped past its session, and goes on. */
class PausedHolderTest extends WithEtcd {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aHolderThatWasPausedPastItsSessionKnowsAtItsFirstLook() throws InterruptedException {
        String url = etcd.url() + "?timeout=10s&ttl=6s";
        try (JavaProcess ann = JavaProcess.start(Ann.class, url);
                LockClient eve = LockClient.connect(url)) {
            long token = Long.parseLong(ann.awaitLine(line -> line.matches("\\d+"), PATIENCE));
            ann.pause();
            try (Lease lease = eve.lock("orders").acquire()) {
                assertThat(lease.token()).isGreaterThan(token);
                ann.writeLine("look");
                ann.resume();
                ann.awaitLine("held: false"::equals, PATIENCE);
                ann.awaitLine("told: true"::equals, PATIENCE);
                assertThat(lease.isHeld()).isTrue();
            }
        }
    }

    /** Holds the lock, and looks when it is told to. */
    public static final class Ann {

        private Ann() {}

        /** Runs the holder. */
        public static void main(String[] url) throws IOException, InterruptedException {
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            try (LockClient locks = LockClient.connect(url[0])) {
                Lease lease = locks.lock("orders").acquire();
                System.out.println(lease.token());
                orders.readLine();
                System.out.println("held: " + lease.isHeld());
                System.out.println("told: " + isTold(lease));
            }
        }

        private static boolean isTold(Lease lease) {
            try {
                lease.close();
                return false;
            } catch (LeaseLostException lost) {
                return true;
            }
        }
    }
}
