package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.RecallPush;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of stores that keep on record that a lock is recalled from its holder. */
public interface RecallContract extends StoreContract {

    @Test
    default void theHolderFindsThatItsLockIsRecalled() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            assertThat(isRecalled(ann, grant)).isFalse();
            assertThat(recall(bob, name, null))
                    .map(Asked::holding)
                    .map(Holding::holder)
                    .contains(ann.holder());
            assertThat(isRecalled(ann, grant)).isTrue();
            assertThat(recall(bob, name, null)).as("again").isPresent();
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    /** Whoever recalls one lock did not mean another. */
    @Test
    default void otherLocksOfTheHolderAreNotRecalled() {
        String name = freshName();
        String other = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Grant kept = ann.hold(other);
            assertThat(recall(bob, name, null)).isPresent();
            assertThat(isRecalled(ann, kept)).isFalse();
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    /** Nobody says that a holder is deaf who listens. */
    @Test
    default void whoListensMayListen() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            listenIfPossible(ann);
            ann.hold(name);
            assertThat(recall(bob, name, null)).map(Asked::mayListen).contains(true);
        }
    }

    /** It can be renewed, and belongs to nobody else until it is released. */
    @Test
    default void aRecallTakesNothing() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Holding before = shown(bob, name);
            Asked asked = recall(bob, name, null).orElseThrow();
            assertThat(asked.holding().isSameGrant(before))
                    .as("%s is %s", asked, before)
                    .isTrue();
            bob.isRefused(name);
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(shown(bob, name).isSameGrant(before)).isTrue();
            ann.release(grant);
            bob.hold(name);
        }
    }

    /** Not even of a name that was held before. */
    @Test
    default void aLockThatNobodyHoldsIsRecalledFromNobody() {
        String name = freshName();
        try (Contender ann = contender()) {
            assertThat(recall(ann, name, null)).isEmpty();
            ann.release(ann.hold(name));
            assertThat(recall(ann, name, null)).isEmpty();
        }
    }

    /** Whoever asked a holder did not ask the next one, even if it is the same client. */
    @Test
    default void aRecallEndsWithItsGrant() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant first = ann.hold(name);
            assertThat(recall(bob, name, null)).isPresent();
            ann.release(first);
            assertThat(isRecalled(ann, first)).isFalse();
            Grant again = ann.hold(name);
            assertThat(isRecalled(ann, again)).isFalse();
            ann.release(again);
            assertThat(isRecalled(bob, bob.hold(name))).isFalse();
        }
    }

    /** A claim may be made again, as after a lost reply. */
    @Test
    default void aRecallIsNotOfALaterGrantOfTheSameClaim() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Grant first = ann.hold(claim);
            assertThat(recall(bob, name, null)).isPresent();
            ann.release(first);
            Grant again = ann.hold(claim);
            assertThat(isRecalled(ann, again)).isFalse();
        }
    }

    /** Whoever decided to recall a grant meant that one. */
    @Test
    default void aGrantThatHasEndedIsNotRecalledFromItsSuccessor() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant first = ann.hold(name);
            Holding ended = shown(bob, name);
            ann.release(first);
            Grant second = bob.hold(name);
            assertThat(recall(ann, name, ended)).isEmpty();
            assertThat(isRecalled(bob, second)).isFalse();
            assertThat(recall(ann, name, shown(ann, name))).isPresent();
            assertThat(isRecalled(bob, second)).isTrue();
        }
    }

    private static void listenIfPossible(Contender client) {
        if (client.store() instanceof RecallPush) {
            client.listen();
        }
    }

    private static Optional<Asked> recall(Contender client, String name, @Nullable Holding only) {
        return client.answer(((Recall) client.store()).recall(name, only));
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    private static Holding shown(Contender client, String name) {
        return client.answer(((Recall) client.store()).inspect(name))
                .flatMap(LockStatus::holding)
                .orElseThrow();
    }
}
