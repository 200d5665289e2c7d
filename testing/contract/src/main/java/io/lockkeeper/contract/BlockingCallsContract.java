package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Granted;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of stores that work in the caller's thread: it is the same store, and serves them all. */
public interface BlockingCallsContract extends StoreContract {

    /** What was asked for in one way may be asked for again, and given back, in the other. */
    @Test
    default void bothWaysLeadToTheSameStore() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Granted first = (Granted) ann.answer(blocking(ann).claim(claim));
            assertThat(ann.hold(claim).firstToken()).isEqualTo(first.grant().firstToken());
            bob.isRefused(name);
            assertThat(ann.release(first.grant())).isInstanceOf(Released.class);
            Grant second = bob.hold(name);
            assertThat(bob.answer(blocking(bob).release(second))).isInstanceOf(Released.class);
        }
    }

    /** More of them than any pool has connections. */
    @Test
    default void manyBlockingCallersAtOnceAreAllServed() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(40);
        try (Contender ann = contender()) {
            List<Future<ReleaseOutcome>> all = new ArrayList<>();
            for (int caller = 0; caller < 40; caller++) {
                all.add(threads.submit(() -> {
                    Granted granted = (Granted) ann.answer(blocking(ann).claim(ann.claim(freshName())));
                    return ann.answer(blocking(ann).release(granted.grant()));
                }));
            }
            for (Future<ReleaseOutcome> one : all) {
                assertThat(one.get(patience().toMillis(), TimeUnit.MILLISECONDS))
                        .isInstanceOf(Released.class);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** As by every other call. */
    @Test
    default void aBlockingCallOnAClosedStoreFails() {
        Contender ann = contender();
        Store blocking = blocking(ann);
        ann.close();
        assertThatThrownBy(() -> ann.answer(blocking.claim(ann.claim(freshName()))))
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    private static Store blocking(Contender client) {
        return ((BlockingCalls) client.store()).blocking();
    }
}
