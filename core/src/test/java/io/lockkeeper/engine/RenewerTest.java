package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Grant;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One heartbeat for all locks, whatever the timer does. */
class RenewerTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final List<Runnable> scheduled = new ArrayList<>();
    private final Context context = new Context(
            new FreeStore(),
            ClientOptions.defaults(),
            new Environment(() -> 0, this::schedule, new Random(1), Runnable::run));
    private final Renewer renewer = new Renewer(context, () -> List.of(new LookedAt()));

    private Timer.Scheduled schedule(long delay, Runnable task) {
        scheduled.add(task);
        return () -> {};
    }

    /** Is to be looked at every minute. */
    private static final class LookedAt implements Renewable {

        @Override
        public boolean isDue(long now) {
            return false;
        }

        @Override
        public long tick(long now, boolean othersAreDue, List<Due> batch) {
            return now + MINUTE;
        }

        @Override
        public void renewed(Tenure tenure, Grant grant, long sent, Duration lease) {}

        @Override
        public void renewalLost(Tenure tenure) {}

        @Override
        public void renewalFailed(Tenure tenure, long mayLast) {}
    }

    @Test
    void aTickThatIsCancelledTooLateIsNotFollowedByAnother() {
        renewer.watch(MINUTE);
        renewer.watch(MINUTE / 2); // Cancels the first, which has begun.
        assertThat(scheduled).hasSize(2);
        List.copyOf(scheduled).forEach(Runnable::run);
        assertThat(scheduled).as("one more").hasSize(3);
    }
}
