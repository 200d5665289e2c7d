package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import org.junit.jupiter.api.Test;

/** The contract of stores that queue claims and can have a lease end earlier: who waits need not wait for the old end. */
public interface QueueAdjustableLeaseContract extends AdjustableLeaseContract, QueueContract {

    /** They were told to ask again when the lease would have ended. */
    @Test
    default void whoWaitsIsToldThatALeaseEndsEarlier() throws Exception {
        withShortTime((name, lease) -> {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                Grant grant = ann.hold(name);
                Claim claim = bob.queue(name);
                assertThat(AdjustableLeaseContract.setLease(ann, grant, lease)).isTrue();
                bob.awaitSignal(new Signal.Free(name));
                assertThat(bob.requeue(claim).recheckAfter()).isLessThanOrEqualTo(lease);
                outlast(lease);
                bob.hold(claim);
            }
        });
    }
}
