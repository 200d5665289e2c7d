package io.lockkeeper.memory;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lockkeeper.contract.SessionContract;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A store with sessions keeps the promises of its kind, and one that breaks them is caught. */
class SessionStoreTest extends SessionDouble {

    private static final Map<SessionFault, String> CAUGHT_BY = Map.of(
            SessionFault.NEVER_ENDS, "aLockIsFreeAfterItsHolderKnowsThatItsSessionMayHaveEnded",
            SessionFault.PROMISES_TOO_MUCH, "noGrantIsForLongerThanASessionOrThanWasAskedFor",
            SessionFault.REVIVES, "whatEndedWithItsSessionStaysLost",
            SessionFault.IS_NOT_KEPT, "aSessionThatIsRenewedLasts",
            SessionFault.STAYS, "theLocksOfAClosedStoreAreFree");

    @TestFactory
    Stream<DynamicTest> theRightPromiseCatches() {
        return CAUGHT_BY.entrySet().stream()
                .map(fault -> DynamicTest.dynamicTest(
                        fault.getKey().toString(),
                        () -> assertThat(failures(fault.getKey())).contains(fault.getValue())));
    }

    @Test
    void everyPromiseOfSessionsIsSeenToFail() {
        Set<String> seen = CAUGHT_BY.keySet().stream()
                .flatMap(fault -> failures(fault).stream())
                .collect(toCollection(TreeSet::new));
        assertThat(seen).isEqualTo(promises());
    }

    private static Set<String> promises() {
        return Arrays.stream(SessionContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> method.getName())
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> failures(SessionFault fault) {
        SessionDouble.breakBy(fault);
        try {
            return EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(Broken.class))
                    .execute()
                    .testEvents()
                    .failed()
                    .stream()
                    .map(event -> event.getTestDescriptor().getSource().orElseThrow())
                    .map(source -> ((MethodSource) source).getMethodName())
                    .filter(promises()::contains)
                    .collect(toCollection(TreeSet::new));
        } finally {
            SessionDouble.breakBy(SessionFault.NONE);
        }
    }

    /** Run by the test above only. */
    static class Broken extends SessionDouble {}
}
