package io.lockkeeper.memory;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lockkeeper.contract.EveryStoreContract;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A contract that can't fail is worth nothing: each promise is run against stores that break it. */
class ContractCanFailTest {

    private static final Fault NONE = Fault.that("is sound", EveryStoreContract.class, store -> new Tampered(store));

    private static final List<Fault> FAULTS = Stream.of(
                    ClaimFaults.all(),
                    LeaseFaults.all(),
                    AdjustmentFaults.all(),
                    WithdrawalFaults.all(),
                    NameFaults.all(),
                    TokenFaults.all(),
                    QueueFaults.all(),
                    SignalFaults.all(),
                    ExchangeFaults.all(),
                    BlockingFaults.all(),
                    CatalogueFaults.all(),
                    RecallFaults.all(),
                    OtherFaults.all())
            .flatMap(Collection::stream)
            .toList();

    private static final Map<Fault, Set<String>> CAUGHT = new LinkedHashMap<>();

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // It computes, so a busy machine takes its time.
    static void runTheContractAgainstEveryFault() {
        for (Fault fault : FAULTS) {
            CAUGHT.put(fault, failures(fault));
        }
    }

    @TestFactory
    Stream<DynamicTest> theRightPromiseCatches() {
        return FAULTS.stream()
                .map(fault -> DynamicTest.dynamicTest(
                        fault.toString(),
                        () -> assertThat(CAUGHT.get(fault))
                                .as(
                                        "what %s fails: something that %s promises",
                                        fault, fault.promise().getSimpleName())
                                .containsAnyElementsOf(tests(fault.promise()))));
    }

    @Test
    void everyTestOfTheContractHasBeenSeenToFail() {
        Set<String> seen = CAUGHT.values().stream().flatMap(Set::stream).collect(toCollection(TreeSet::new));
        assertThat(seen).isEqualTo(allTests());
    }

    @Test
    void aSoundStoreThatIsWrappedTheSameWayFailsNothing() {
        assertThat(failures(NONE)).isEmpty();
    }

    private static Set<String> failures(Fault fault) {
        BrokenStore.breakBy(fault);
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(BrokenStore.class))
                .execute()
                .testEvents()
                .failed()
                .stream()
                .map(event -> event.getTestDescriptor().getSource().orElseThrow())
                .map(source -> ((MethodSource) source).getMethodName())
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> allTests() {
        return testsIn(BrokenStore.class.getMethods());
    }

    private static Set<String> tests(Class<?> promise) {
        return testsIn(promise.getDeclaredMethods());
    }

    private static Set<String> testsIn(Method... methods) {
        return Arrays.stream(methods)
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .collect(toCollection(TreeSet::new));
    }
}
