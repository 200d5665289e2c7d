package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A holder may ask the store as often as it likes whether it has the lease still. */
class VerifyTest extends TwoParties {

    private int renewals() {
        return holder.requests().sent(Request.RENEW);
    }

    private void verify(Lease lease) {
        lease.verify();
        world.pass(Duration.ofMillis(1));
    }

    @Test
    void whoAsksAgainIsAnsweredByOneRequestMore() {
        Lease lease = holder.hold("a");
        int before = renewals();
        Delayed first = holder.requests().delayNext(Request.RENEW);
        for (int asked = 0; asked < 10; asked++) {
            verify(lease);
        }
        assertThat(renewals()).isEqualTo(before + 1);
        first.arriveAndAnswer();
        eventually(Party.PATIENCE, () -> {
            world.pass(Duration.ofMillis(1));
            assertThat(renewals()).isEqualTo(before + 2);
        });
        world.pass(Duration.ofSeconds(1));
        assertThat(renewals()).isEqualTo(before + 2);
    }

    @Test
    void anExtensionDoesNotWaitForThoseWhoAsk() {
        Lease lease = holder.hold("a");
        Delayed first = holder.requests().delayNext(Request.RENEW);
        verify(lease);
        CompletableFuture<Void> extended = lease.extendAsync(Duration.ofMinutes(10));
        int before = renewals();
        verify(lease);
        verify(lease);
        assertThat(renewals()).isEqualTo(before);
        first.arriveAndAnswer();
        Party.answer(extended);
        assertThat(lease.remaining().orElseThrow()).isGreaterThan(Duration.ofMinutes(9));
    }
}
