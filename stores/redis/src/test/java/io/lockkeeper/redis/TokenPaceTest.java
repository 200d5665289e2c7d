package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tokens grow although the data is lost as long as they are not ahead of the clock: each of them is a microsecond. */
class TokenPaceTest extends WithRedis {

    private static final long MICROS_OF_THE_FASTEST_GRANT = 40;

    @Test
    void a_grant_for_many_threads_has_fewer_tokens_than_microseconds_pass_until_the_next() {
        try (LockClient ann = LockClient.connect(redis.url());
                LockClient bob = LockClient.connect(redis.url())) {
            Lease first = ann.lock("orders").tryAcquire().orElseThrow();
            List<CompletableFuture<Lease>> waiters = Stream.generate(
                            () -> bob.lock("orders").acquireAsync())
                    .limit(50)
                    .toList();
            first.close();
            waiters.get(0).join().close();
            Lease held = waiters.get(1).join();
            assertThat(tokensOfGrant()).isBetween(2L, MICROS_OF_THE_FASTEST_GRANT);
            held.close();
        }
    }

    /** The range of the current holder. */
    private long tokensOfGrant() {
        Object holder = Objects.requireNonNull(redis.exec("HGET", "lk1:{orders}", "c"));
        String[] granted = String.valueOf(redis.exec("HGET", "lk1:{orders}", "g:" + holder))
                .split("\n", -1);
        return Long.parseLong(granted[2]) - Long.parseLong(granted[1]) + 1;
    }
}
