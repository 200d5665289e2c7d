package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that one client at a time holds a lock. */
public interface ExclusionPromise extends StoreFixture {

    /** The second is told so, and if the holder is known, who it is. */
    @Test
    default void aHeldLockIsRefusedToOthers() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Grant grant = ann.hold(claim);
            assertThat(grant.name()).isEqualTo(name);
            assertThat(grant.claim()).isEqualTo(claim.id());
            ClaimOutcome.Busy busy = bob.isRefused(name);
            assertThat(busy.retryAfter()).as("when to ask again").isPositive();
            if (busy.holder() != null) {
                assertThat(busy.holder()).isEqualTo(ann.holder());
            }
        }
    }

    /** Refused claims are forgotten: none of them gets the lock later. */
    @Test
    default void aReleasedLockIsFreeForAnyone() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant first = ann.hold(name);
            bob.isRefused(name);
            ann.release(first);
            Grant second = eve.hold(name);
            bob.isRefused(name);
            eve.release(second);
            bob.hold(name);
        }
    }

    /** The claims of many clients, all under way at once, over many names. */
    @Test
    default void ofManyClaimsAtOnceOneIsGranted() {
        List<Contender> clients = new ArrayList<>();
        try {
            for (int client = 0; client < 8; client++) {
                clients.add(contender());
            }
            for (int round = 0; round < 25; round++) {
                String name = freshName();
                List<CompletionStage<ClaimOutcome>> racing = clients.parallelStream()
                        .map(client -> client.store().claim(client.claim(name)))
                        .toList();
                List<ClaimOutcome> outcomes = new ArrayList<>();
                for (CompletionStage<ClaimOutcome> stage : racing) {
                    outcomes.add(Eventually.answer(patience(), stage));
                }
                assertThat(outcomes)
                        .as("the outcomes of round %d on %s", round, name)
                        .filteredOn(ClaimOutcome.Granted.class::isInstance)
                        .hasSize(1);
            }
        } finally {
            clients.forEach(Contender::close);
        }
    }
}
