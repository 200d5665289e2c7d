package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import org.jspecify.annotations.Nullable;

/** What came of an acquisition: a {@link Hold}, or the reason why there is none. */
sealed interface Answer permits Hold, Answer.Refused, Answer.Failed, Answer.Interrupted {

    /**
     * The lock was not free in the time given.
     *
     * @param holder who held it when last seen, if known
     */
    record Refused(@Nullable Holder holder) implements Answer {}

    /**
     * It could not be found out, or may not be.
     *
     * @param failure what is to be thrown, or copied: more than one caller may be told of it
     */
    record Failed(RuntimeException failure) implements Answer {}

    /** The thread that waited was interrupted, and has left the queue. */
    record Interrupted() implements Answer {}
}
