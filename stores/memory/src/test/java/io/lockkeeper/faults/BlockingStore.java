package io.lockkeeper.faults;

import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A store whose blocking calls take courses of their own. */
public final class BlockingStore extends BareStore implements BlockingCalls {

    /** How long a blocking call takes, as it says. */
    public static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    private final Store blocking;

    /** Over a good store with every capability. */
    public BlockingStore(Store target, Courses courses, Courses blocking) {
        super(target, courses);
        this.blocking = new FaultyStore(target, blocking, UnaryOperator.identity());
    }

    @Override
    public Store blocking() {
        return blocking;
    }

    @Override
    public Duration longestCall() {
        return LONGEST_CALL;
    }
}
