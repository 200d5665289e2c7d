package io.lockkeeper.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every method of a client, its locks and leases reaches the wrapped one, with its arguments; also one that is added later. */
class PassThroughTest {

    private final List<Call> calls = new ArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();

    private record Call(Method method, List<Object> arguments) {}

    /** What is wrapped: it notes each call and answers with something. */
    private <T> T wrapped(Class<T> type) {
        InvocationHandler notes = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "wrapped";
                };
            }
            calls.add(new Call(method, arguments == null ? List.of() : Arrays.asList(arguments)));
            return value(method.getReturnType());
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, notes));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nobody is to answer it.
    private @Nullable Object value(Class<?> type) {
        if (type == boolean.class) {
            return true;
        } else if (type == int.class) {
            return 7;
        } else if (type == long.class) {
            return 7L;
        } else if (type == String.class) {
            return "a";
        } else if (type == List.class || type == Collection.class) {
            return List.of();
        } else if (type == Optional.class) {
            return Optional.empty();
        } else if (type == CompletableFuture.class) {
            return new CompletableFuture<>();
        } else {
            return type.isInterface() ? wrapped(type) : null;
        }
    }

    @TestFactory
    Stream<DynamicTest> everyMethodPassesThrough() {
        LockObservations observations = LockObservations.of(registry, "none");
        LockClient client = observations.observe(wrapped(LockClient.class));
        DistributedLock lock = client.lock("a");
        Wait wait = observations.await(List.of("a"));
        return Stream.of(
                        methods(LockClient.class, client),
                        methods(DistributedLock.class, lock),
                        methods(Lease.class, ObservedLease.acquired(wrapped(Lease.class), wait)),
                        methods(MultiLock.class, client.all(List.of("a"))),
                        methods(MultiLease.class, ObservedMultiLease.acquired(wrapped(MultiLease.class), wait)))
                .flatMap(tests -> tests);
    }

    private <T> Stream<DynamicTest> methods(Class<T> type, T wrapper) {
        assertThat(wrapper.getClass().getSimpleName()).startsWith("Observed");
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(method -> DynamicTest.dynamicTest(
                        type.getSimpleName() + "." + method.getName() + Arrays.toString(method.getParameterTypes()),
                        () -> passes(method, wrapper)));
    }

    private void passes(Method method, Object wrapper) throws Exception {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(this::argument).toArray();
        calls.clear();
        method.invoke(wrapper, arguments);
        assertThat(registry.getCurrentObservationScope()).isNull();
        assertThat(calls).anySatisfy(call -> {
            assertThat(call.method().getName()).isEqualTo(method.getName());
            if (!method.getName().equals("call")) { // Its task is given the observed lease.
                assertThat(call.arguments()).containsAll(Arrays.asList(arguments));
            }
            if (!method.isDefault()) {
                assertThat(call.method().getParameterTypes()).isEqualTo(method.getParameterTypes());
            }
        });
    }

    private @Nullable Object argument(Class<?> type) {
        return type == String.class ? "an argument" : value(type);
    }
}
