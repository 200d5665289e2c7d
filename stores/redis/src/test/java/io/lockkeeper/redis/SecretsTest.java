package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A secret is good once, and is kept for as long as its claim may wait. */
class SecretsTest {

    private final AtomicLong clock = new AtomicLong();
    private final Secrets secrets = new Secrets(clock::get);

    private static Claim claim(long sequence) {
        Holder nobody = new Holder("", "", 0, "", "", 0);
        return new Claim(
                "a", new ClaimId("c", sequence), nobody, Terms.mutex(Duration.ofSeconds(30), 1), 70 + sequence);
    }

    @Test
    void a_secret_is_good_once() {
        secrets.keep(claim(1));
        assertThat(secrets.spend(claim(1).id(), 72)).isFalse();
        assertThat(secrets.spend(claim(1).id(), 71)).isTrue();
        assertThat(secrets.spend(claim(1).id(), 71)).isFalse();
    }

    /** A lease that ends by itself, or is left to expire, is not released: nobody tells that its claim is over. */
    @Test
    void claims_that_are_not_sent_again_are_forgotten() {
        secrets.keep(claim(0));
        for (long sequence = 1; sequence <= 1_000; sequence++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            secrets.keep(claim(sequence));
            if (sequence % 60 == 0) {
                secrets.keep(claim(0));
            }
        }
        assertThat(secrets.size()).isLessThan(400);
        assertThat(secrets.spend(claim(0).id(), 70)).as("the claim that waits").isTrue();
    }
}
