package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A contract that can't fail is worth nothing: each promise is run against stores that break it. */
class ContractCanFailTest {

    private static final List<Fault> FAULTS = Stream.concat(ClaimFaults.all().stream(), ChangeFaults.all().stream())
            .toList();

    @TestFactory
    Stream<DynamicTest> theRightPromiseCatches() {
        return FAULTS.stream()
                .map(fault -> DynamicTest.dynamicTest(
                        fault.toString(),
                        () -> assertThat(failures(fault))
                                .as("what %s fails", fault)
                                .containsAnyElementsOf(tests(fault.promise()))));
    }

    @Test
    void aSoundStoreThatIsWrappedTheSameWayFailsNothing() {
        assertThat(failures(new Fault("is sound", BrokenStore.class, PassedStore::new)))
                .isEmpty();
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
                .collect(Collectors.toSet());
    }

    private static Set<String> tests(Class<?> promise) {
        return Arrays.stream(promise.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }
}
