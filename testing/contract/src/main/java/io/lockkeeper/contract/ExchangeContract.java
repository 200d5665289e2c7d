package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Granted;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.NotHeld;
import io.lockkeeper.store.ReleaseOutcome.Released;
import org.junit.jupiter.api.Test;

/** The contract of stores that release and claim again in one step: to let others pass and come next. */
public interface ExchangeContract extends QueueContract {

    /** With new tokens. */
    @Test
    default void anExchangeOfALockThatNobodyWaitsForGrantsItAnew() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            Exchanged exchanged = exchange(ann, old, ann.claim(name));
            assertThat(exchanged.release()).isInstanceOf(Released.class);
            Grant grant = granted(exchanged);
            assertThat(grant.firstToken()).isGreaterThan(old.lastToken());
            assertThat(ann.release(old)).as("releasing the old grant").isInstanceOf(NotHeld.class);
            bob.isRefused(name);
            assertThat(ann.release(grant)).isInstanceOf(Released.class);
        }
    }

    /** The claim queues behind those who came before it. */
    @Test
    default void anExchangeServesTheNextInLineFirst() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.listen();
            Grant old = ann.hold(name);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            Claim last = Contender.patient(ann.claim(name));
            Exchanged exchanged = exchange(ann, old, last);
            assertThat(exchanged.release()).isInstanceOf(Released.class);
            assertThat(exchanged.claim()).isInstanceOf(Queued.class);
            bob.release(bob.awaitGrant(first));
            eve.release(eve.awaitGrant(second));
            ann.awaitGrant(last);
        }
    }

    /** As when the first reply was lost. */
    @Test
    default void anExchangeSentAgainChangesNothing() {
        String name = freshName();
        try (Contender ann = contender()) {
            Grant old = ann.hold(name);
            Claim next = ann.claim(name);
            Grant grant = granted(exchange(ann, old, next));
            assertThat(granted(exchange(ann, old, next)).firstToken()).isEqualTo(grant.firstToken());
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(next.id());
        }
    }

    /** A grant that was lost releases nobody else's lock. */
    @Test
    default void anExchangeOfALostGrantOnlyClaims() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            ann.release(old);
            Grant current = bob.hold(name);
            ann.listen();
            Claim next = Contender.patient(ann.claim(name));
            Exchanged exchanged = exchange(ann, old, next);
            assertThat(exchanged.release()).isInstanceOf(NotHeld.class);
            assertThat(exchanged.claim()).isInstanceOf(Queued.class);
            bob.release(current);
            ann.awaitGrant(next);
        }
    }

    private static Exchanged exchange(Contender client, Grant grant, Claim next) {
        return client.answer(((Exchange) client.store()).exchange(grant, next));
    }

    private static Grant granted(Exchanged exchanged) {
        assertThat(exchanged.claim()).isInstanceOf(Granted.class);
        return ((Granted) exchanged.claim()).grant();
    }
}
