package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The promise that a wait goes on while the store does not answer, and that its listeners are told so. */
public interface OutagePromise extends LockFixture {

    /** Each time that the store does not answer; who got the lock after all knows that it answers again. */
    @Test
    default void aWaitTellsThatTheStoreDoesNotAnswerAndGoesOn() throws Exception {
        String name = freshName();
        Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
        SilentStore store = new SilentStore(open());
        try (LockClient client = start(store.shown(), ClientOptions.defaults().withListener(events::add))) {
            store.fallSilent();
            CompletableFuture<Lease> waiting = client.lock(name).acquireAsync();
            Eventually.eventually(
                    patience(),
                    () -> assertThat(events)
                            .anySatisfy(event -> assertThat(event)
                                    .isInstanceOfSatisfying(
                                            LockEvent.Unanswered.class,
                                            unanswered -> assertThat(unanswered.failure())
                                                    .hasMessage(SilentStore.COMPLAINT))));
            assertThat(waiting).isNotDone();
            store.speak();
            Eventually.answer(patience(), waiting).close();
            assertThat(events).allSatisfy(event -> assertThat(event.name()).isEqualTo(name));
            Eventually.eventually(
                    patience(),
                    () -> assertThat(events)
                            .anySatisfy(event -> assertThat(event).isInstanceOf(LockEvent.Acquired.class)));
        }
    }
}
