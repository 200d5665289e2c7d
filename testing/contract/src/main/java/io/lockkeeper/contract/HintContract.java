package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Grant;
import org.junit.jupiter.api.Test;

/** The contract of stores that tell waiting clients when to ask again, but do not hand locks on. */
public interface HintContract extends StoreContract {

    /** A grant will do as well. */
    @Test
    default void whoWaitsIsToldThatTheLockMayBeFree() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            bob.queue(name);
            ann.release(grant);
            assertThat(bob.signals().await(patience(), signal -> isHint(signal, name)))
                    .as("a hint among %s", bob.signals().heard())
                    .isPresent();
        }
    }

    private static boolean isHint(Signal signal, String name) {
        return signal.equals(new Signal.Free(name))
                || (signal instanceof Signal.Granted granted
                        && granted.grant().name().equals(name));
    }
}
