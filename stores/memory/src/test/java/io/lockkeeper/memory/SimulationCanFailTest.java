package io.lockkeeper.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.simulation.Backend;
import io.lockkeeper.simulation.Run;
import io.lockkeeper.store.Store;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The simulation can fail too: over a store that breaks a promise, a seed is found that says so. */
class SimulationCanFailTest {

    private static final long SEEDS = 200;

    private static final String TWO = "Two hold at once";
    private static final String NOT_TOLD = "was not told that it lost";
    private static final String NO_REST = "there is no rest";

    @TestFactory
    Stream<DynamicTest> everyFaultIsFound() {
        return Stream.of(
                found("a dead holder's lease never ends", Backend.queued(broken("never ends a lease")), NO_REST),
                found("a dead poller's lease never ends", Backend.polled(broken("never ends a lease")), NO_REST),
                found("a dead client's session never ends", Backend.sessions(SessionFault.NEVER_ENDS), NO_REST),
                found("renewals do not keep a session", Backend.sessions(SessionFault.IS_NOT_KEPT), TWO),
                found("renewals prolong nothing", Backend.queued(broken("says that it renews, and does not")), TWO),
                found("what was taken is renewed", Backend.polled(broken("renews by name")), NOT_TOLD),
                found("what was taken lasts as the session", Backend.sessions(SessionFault.REVIVES), NOT_TOLD),
                found(
                        "tokens do not grow",
                        Backend.polled(broken("gives everyone the same token")),
                        "After token 7 came"));
    }

    private static UnaryOperator<Store> broken(String story) {
        Fault fault = Stream.of(LeaseFaults.all(), TokenFaults.all())
                .flatMap(List::stream)
                .filter(one -> one.story().equals(story))
                .findFirst()
                .orElseThrow();
        return sound -> fault.breaker().get().apply((MemoryStore) sound);
    }

    private static DynamicTest found(String fault, Backend.Kind broken, String complaint) {
        return DynamicTest.dynamicTest(
                fault,
                () -> assertThat(LongStream.range(0, SEEDS)
                                .anyMatch(seed -> outcome(seed, broken).contains(complaint)))
                        .as("found in %d seeds", SEEDS)
                        .isTrue());
    }

    private static String outcome(long seed, Backend.Kind broken) {
        try {
            return "Nothing is wrong, with " + new Run(seed, random -> broken).live() + " holders.";
        } catch (AssertionError found) {
            return String.valueOf(found.getMessage());
        }
    }
}
