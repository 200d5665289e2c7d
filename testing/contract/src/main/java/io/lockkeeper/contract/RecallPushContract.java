package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import org.junit.jupiter.api.Test;

/** The contract of stores that tell the holder of a lock at once that it is recalled. */
public interface RecallPushContract extends RecallContract {

    /** By a hint, which the store confirms. */
    @Test
    default void theHolderIsToldThatItsLockIsRecalled() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold(name);
            assertThat(isRecalled(ann, grant)).isFalse();
            assertThat(ann.answer(((Recall) bob.store()).recall(name, null))).isPresent();
            ann.awaitSignal(new Signal.MayBeRecalled(name, grant.claim()));
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    /** As by one that holds the same lock again and again. */
    @Test
    default void theNextHolderIsToldToo() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant first = ann.hold(name);
            assertThat(isRecalled(ann, first)).isFalse();
            assertThat(bob.answer(((Recall) bob.store()).recall(name, null))).isPresent();
            ann.awaitSignal(new Signal.MayBeRecalled(name, first.claim()));
            ann.release(first);
            Grant second = ann.hold(name);
            assertThat(isRecalled(ann, second)).isFalse();
            assertThat(bob.answer(((Recall) bob.store()).recall(name, null))).isPresent();
            ann.awaitSignal(new Signal.MayBeRecalled(name, second.claim()));
            assertThat(isRecalled(ann, second)).isTrue();
        }
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }
}
