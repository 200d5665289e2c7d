package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import org.jspecify.annotations.Nullable;

/** What came of an acquisition: a {@link Hold}, or the reason why there is none. */
sealed interface Answer permits Hold, Answer.Refused, Answer.Failed {

    /**
     * The lock was not free in the time given.
     *
     * @param holder who held it when last seen, if known
     */
    record Refused(@Nullable Holder holder) implements Answer {}

    /**
     * It could not be found out, or may not be.
     *
     * @param failure to be thrown
     */
    record Failed(RuntimeException failure) implements Answer {}
}
