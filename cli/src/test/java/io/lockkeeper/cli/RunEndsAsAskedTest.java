package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import org.junit.jupiter.api.Test;

/** What was asked for is not called a fault. */
final class RunEndsAsAskedTest {

    @Test
    void aLeaseThatEndsAsAskedIsNotSaidToBeLate() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper run = Lockkeeper.ended(redis.url(), "run", "--lease", "2s", "a", "--", "sleep", "60")) {
            assertThat(run.code()).isEqualTo(76);
            assertThat(run.err())
                    .isEqualTo("lockkeeper: the lease of the lock 'a' (--lease 2s) is over, so COMMAND was ended\n");
        }
    }

    @Test
    void aLockThatIsTakenIsNoReasonForAStackTrace() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper holder = Lockkeeper.start(redis.url(), "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper run = Lockkeeper.ended(redis.url(), "run", "-v", "-n", "a", "--", "true")) {
            assertThat(run.code()).isEqualTo(75);
            assertThat(run.err()).contains("pid " + holder.pid()).hasLineCount(1);
        }
    }
}
