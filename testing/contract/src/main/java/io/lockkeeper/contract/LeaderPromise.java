package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Election;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaderWatch;
import io.lockkeeper.LockOptions;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The promise that everybody can learn who leads, if the store knows the holders of its locks. */
public interface LeaderPromise extends LockFixture {

    /** As the store has it. */
    @Test
    default void theLeaderIsKnownToEverybody() throws Exception {
        String name = freshName();
        RecordedWork work = new RecordedWork();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Election seen = bob.client().election(name);
            if (bob.client().inspection().isEmpty()) {
                assertThatThrownBy(seen::leader).isInstanceOf(IllegalStateException.class);
                return;
            }
            assertThat(seen.leader()).isEmpty();
            Candidacy candidacy = ann.client()
                    .election(name, LockOptions.defaults().withDescription("the first"))
                    .stand(work);
            work.awaitTerm(patience());
            assertThat(seen.leader()).map(Holder::description).contains("the first");
            candidacy.close();
            assertThat(seen.leader()).isEmpty();
        }
    }

    /** The present one first; nothing after the watch is closed. */
    @Test
    default void aWatchTellsOfEachLeader() throws Exception {
        String name = freshName();
        RecordedWork hers = new RecordedWork();
        BlockingQueue<Optional<String>> told = new LinkedBlockingQueue<>();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Election seen = bob.client().election(name);
            if (bob.client().inspection().isEmpty()) {
                assertThatThrownBy(() -> seen.watch(leader -> {})).isInstanceOf(IllegalStateException.class);
                return;
            }
            LeaderWatch watch = seen.watch(leader -> told.add(leader.map(Holder::description)));
            assertThat(next(told)).isEmpty();
            Election election =
                    ann.client().election(name, LockOptions.defaults().withDescription("the first"));
            Candidacy candidacy = election.stand(hers);
            assertThat(next(told)).contains("the first");
            hers.awaitTerm(patience());
            candidacy.close();
            assertThat(next(told)).isEmpty();
            watch.close();
            BlockingQueue<Optional<Holder>> toldLater = new LinkedBlockingQueue<>();
            seen.watch(toldLater::add);
            assertThat(next(toldLater)).isEmpty();
            election.stand(hers);
            assertThat(next(toldLater)).isPresent();
            assertThat(told).as("told after the watch was closed").isEmpty();
        }
    }

    /** Its listener's exceptions are its own. */
    @Test
    default void aWatchGoesOnIfItsListenerThrows() throws Exception {
        String name = freshName();
        RecordedWork hers = new RecordedWork();
        BlockingQueue<Optional<Holder>> told = new LinkedBlockingQueue<>();
        try (Actor ann = actor();
                Actor bob = actor()) {
            if (bob.client().inspection().isEmpty()) {
                return;
            }
            bob.client().election(name).watch(leader -> {
                told.add(leader);
                throw new AssertionError("The listener fails.");
            });
            assertThat(next(told)).isEmpty();
            ann.client().election(name).stand(hers);
            assertThat(next(told)).isPresent();
        }
    }

    private <T> T next(BlockingQueue<T> told) throws InterruptedException {
        T next = told.poll(patience().toNanos(), TimeUnit.NANOSECONDS);
        if (next == null) {
            throw new AssertionError("Nothing was told within " + patience() + ".");
        }
        return next;
    }
}
