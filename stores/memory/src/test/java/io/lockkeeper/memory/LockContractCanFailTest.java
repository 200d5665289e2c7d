package io.lockkeeper.memory;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.lockkeeper.contract.LockContract;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The contract of locks can fail too: each promise is run against locks that break it. */
class LockContractCanFailTest {

    private static final List<LockFault> FAULTS = Stream.concat(LockFaults.all().stream(), ClientFaults.all().stream())
            .toList();

    private static final Map<LockFault, Set<String>> CAUGHT = new ConcurrentHashMap<>();

    /** Many at once, for most of the time is waited for what does not come. */
    @BeforeAll
    static void runEveryPromiseAgainstItsFaults() throws Exception {
        ExecutorService runners = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Set<String>>> runs = FAULTS.stream()
                    .<Callable<Set<String>>>map(fault -> () -> CAUGHT.put(fault, failures(fault)))
                    .toList();
            for (Future<Set<String>> run : runners.invokeAll(runs)) {
                run.get();
            }
        } finally {
            runners.shutdownNow();
        }
    }

    @TestFactory
    Stream<DynamicTest> theRightPromiseCatches() {
        return FAULTS.stream()
                .map(fault -> DynamicTest.dynamicTest(
                        fault.toString(),
                        () -> assertThat(CAUGHT.get(fault))
                                .as(
                                        "what %s fails of %s",
                                        fault, fault.promise().getSimpleName())
                                .isNotEmpty()));
    }

    @Test
    void everyTestOfTheContractHasBeenSeenToFail() {
        Set<String> seen = CAUGHT.values().stream().flatMap(Set::stream).collect(toCollection(TreeSet::new));
        assertThat(seen).isEqualTo(testsIn(LockContract.class.getMethods()));
    }

    private static Set<String> failures(LockFault fault) {
        BrokenLock.breakBy(fault);
        List<DiscoverySelector> tests = testsIn(fault.promise().getDeclaredMethods()).stream()
                .<DiscoverySelector>map(test -> selectMethod(BrokenLock.class, test))
                .toList();
        return EngineTestKit.engine("junit-jupiter").selectors(tests).execute().testEvents().failed().stream()
                .map(event -> event.getTestDescriptor().getSource().orElseThrow())
                .map(source -> ((MethodSource) source).getMethodName())
                .collect(toCollection(TreeSet::new));
    }

    private static Set<String> testsIn(Method... methods) {
        return Arrays.stream(methods)
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(Method::getName)
                .collect(toCollection(TreeSet::new));
    }
}
