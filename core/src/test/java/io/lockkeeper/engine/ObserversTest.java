package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lockkeeper.LockEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Events are told in order, and a listener that does not keep up costs a bounded amount of memory. */
class ObserversTest {

    private final List<LockEvent> heard = new ArrayList<>();
    private final List<Runnable> due = new ArrayList<>();

    @Test
    void whatASlowListenerCannotTakeIsDropped() {
        Observers observers = new Observers(List.of(heard::add), due::add);
        for (int i = 0; i < Observers.MOST_WAITING + 1000; i++) {
            observers.tell(event(i));
        }
        assertThat(due).hasSize(1);
        due.remove(0).run();
        assertThat(heard).hasSize(Observers.MOST_WAITING).startsWith(event(0), event(1));

        observers.tell(event(-1));
        due.remove(0).run();
        assertThat(heard).as("it is told of what comes later").endsWith(event(-1));
    }

    @Test
    void eventsThatCannotBeDeliveredFailNobody() {
        Observers observers = new Observers(List.of(heard::add), task -> {
            if (due.isEmpty()) {
                due.add(task);
                throw new OutOfMemoryError("no thread");
            }
            task.run();
        });
        assertThatCode(() -> observers.tell(event(1))).doesNotThrowAnyException();
        observers.tell(event(2));
        assertThat(heard).containsExactly(event(2));
    }

    private static LockEvent event(int number) {
        return new LockEvent.Waited("lock " + number, Optional.empty());
    }
}
