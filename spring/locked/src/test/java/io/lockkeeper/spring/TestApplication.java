package io.lockkeeper.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** A running application. */
final class TestApplication implements AutoCloseable {

    private final AnnotationConfigApplicationContext context;

    private TestApplication(AnnotationConfigApplicationContext context) {
        this.context = context;
    }

    /** With locks in memory. */
    static TestApplication of(Class<?>... beans) {
        return with(Map.of(), beans);
    }

    /** With locks in memory, and properties. */
    static TestApplication with(Map<String, Object> properties, Class<?>... beans) {
        return start(
                properties,
                Stream.concat(Stream.of(MemoryLocks.class), Arrays.stream(beans))
                        .toArray(Class<?>[]::new));
    }

    /** With nothing but these. */
    static TestApplication start(Map<String, Object> properties, Class<?>... beans) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        try {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(beans);
            context.refresh();
            return new TestApplication(context);
        } catch (Throwable failure) {
            context.close();
            throw failure;
        }
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    AnnotationConfigApplicationContext context() {
        return context;
    }

    /** The client of another process. */
    LockClient others() {
        return get(MemoryLocks.Others.class).client();
    }

    /** Another process acquires a lock, which must be free. */
    Lease takenByOthers(String name) {
        return others().lock(name).tryAcquire().orElseThrow();
    }

    boolean isHeld(String name) {
        return others().lock(name).isLocked();
    }

    /** The names of the locks that the application holds. */
    List<String> held() {
        return get(LockClient.class).held().stream()
                .map(io.lockkeeper.HeldLock::name)
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        context.close();
    }
}
