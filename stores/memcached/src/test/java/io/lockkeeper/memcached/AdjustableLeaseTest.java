package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Leases that are made longer or shorter, as exactly as seconds allow. */
@Execution(ExecutionMode.CONCURRENT)
class AdjustableLeaseTest extends WithMemcached {

    /** What a new lease may take longer in the server than by its holder's clock: seconds, and a standstill that may have been. */
    private static long atMost(long lease) {
        return lease + 4 + Math.max(lease / 3, 1);
    }

    @Test
    void aLeaseIsMadeLongerAndShorter() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            for (long seconds : new long[] {600, 10, 1_000, 1}) {
                assertThat(set(ann, grant, Duration.ofSeconds(seconds))).isTrue();
                assertThat(secondsLeft("orders")).isBetween(seconds, atMost(seconds));
            }
        }
    }

    @Test
    void aLockWhoseLeaseWasShortenedComesFreeAfterItAndNotBefore() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Duration lease = Duration.ofMillis(1_500);
            long begun = System.nanoTime();
            assertThat(set(ann, grant, lease)).isTrue();
            eventually(
                    patience(),
                    () -> assertThat(bob.send(bob.claim("orders"))).isInstanceOf(ClaimOutcome.Granted.class));
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(lease);
            assertThat(ann.renew(LEASE, grant).lost()).containsOnly(grant.claim());
        }
    }

    /** It knows name and claim only; its renewals rest upon nothing that the holder's process noted. */
    @Test
    void anotherClientMaySetAndRenewAndReleaseIt() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(set(bob, grant, Duration.ofSeconds(20))).isTrue();
            assertThat(secondsLeft("orders")).isBetween(20L, atMost(20));
            foreignClock();
            assertThat(bob.renew(Duration.ofSeconds(10), grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(secondsLeft("orders")).as("renewed for less").isBetween(20L, atMost(20));
            foreignClock();
            assertThat(bob.renew(Duration.ofMinutes(1), grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(secondsLeft("orders")).as("renewed for more").isBetween(60L, atMost(60));
            bob.release(grant);
            assertThat(item("orders")).isEmpty();
        }
    }

    @Test
    void aLeaseThatIsLostIsNotSet() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            ann.release(grant);
            assertThat(set(ann, grant, LEASE)).isFalse();
            assertThat(item("orders")).isEmpty();
            bob.hold(bob.claim("orders", Duration.ofSeconds(10), 1));
            assertThat(set(ann, grant, LEASE)).isFalse();
            assertThat(secondsLeft("orders")).isLessThanOrEqualTo(atMost(10));
        }
    }

    @Test
    void oneThatMemcachedCannotKeepIsRefused() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(failureOf(() -> ((AdjustableLease) ann.store()).setLease(grant, Duration.ofDays(23))))
                    .hasMessageContaining("at most 22d; this one: 23d");
            assertThat(set(ann, grant, Duration.ofDays(22))).isTrue();
        }
    }

    private static boolean set(Contender client, Grant grant, Duration lease) {
        return client.answer(((AdjustableLease) client.store()).setLease(grant, lease));
    }

    /** As the server counts. The second command ends the reply. */
    private long secondsLeft(String name) {
        String reply = memcached.exec("mg lockkeeper:" + name + " t\r\nversion").get(0);
        assertThat(reply).startsWith("HD t");
        return Long.parseLong(reply.substring("HD t".length()));
    }

    /** Makes the item one of a process whose clock is years ahead. */
    private void foreignClock() {
        String value = String.join("\n", item("orders").subList(1, 4));
        String[] field = value.split("\t", -1);
        field[3] =
                Long.toString(Long.parseLong(field[3]) + Duration.ofDays(1_000).toNanos());
        field[4] = Long.toString(Long.parseLong(field[4]) + 1);
        value = String.join("\t", field);
        memcached.exec("set lockkeeper:orders 0 30 " + value.length() + "\r\n" + value);
    }
}
