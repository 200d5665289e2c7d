package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The promise that a waiter whose client is gone is passed over. */
public interface DeadWaiterPromise extends StoreFixture {

    /** The living one behind it gets the lock. */
    @Test
    default void aWaiterThatIsGoneIsSkipped() {
        String name = freshName();
        try (Contender ann = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            List<Contender> gone = new ArrayList<>();
            for (int index = 0; index < 3; index++) {
                gone.add(contender());
                gone.get(index).queue(name);
            }
            Claim alive = eve.queue(name);
            gone.forEach(Contender::close);
            ann.release(grant);
            // A server may take a moment to notice who is gone; its claim time ends by the server's own clock.
            Eventually.eventually(patience(), () -> eve.hold(alive));
            assertThat(gone)
                    .allSatisfy(
                            client -> assertThat(client.signals().heard()).noneMatch(Signal.Granted.class::isInstance));
        }
    }

    /** If all who waited are gone, anyone may have it. */
    @Test
    default void aLockThatOnlyTheDeadWaitForIsFree() {
        String name = freshName();
        try (Contender ann = contender()) {
            Grant grant = ann.hold(name);
            Contender gone = contender();
            gone.queue(name);
            gone.close();
            ann.release(grant);
            Eventually.eventually(patience(), () -> ann.hold(name));
        }
    }
}
