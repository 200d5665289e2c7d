package io.lockkeeper.spring.test;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLock;
import io.lockkeeper.spring.boot.StandInFactory;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Opens clients whose locks are free for everybody: each acquisition is of a lock that nobody else has. */
final class NoLocks implements StandInFactory {

    private final AtomicLong acquisitions = new AtomicLong();

    @Override
    public LockClient open(String store, @Nullable String url, ClientOptions options) {
        LockClient client = LockClient.connect("memory:" + UUID.randomUUID(), options);
        return Relaxed.proxy(LockClient.class, (method, arguments) -> client, (method, arguments) -> {
            LockOptions given = arguments.length > 1 ? (LockOptions) arguments[1] : LockOptions.defaults();
            if (method.getReturnType() == DistributedLock.class) {
                return free(client, (String) arguments[0], given);
            }
            if (method.getReturnType() == MultiLock.class) {
                return free(client, names(arguments[0]), given);
            }
            return null;
        });
    }

    private DistributedLock free(LockClient client, String name, LockOptions options) {
        DistributedLock checked = client.lock(name, options);
        Relaxed.Target target = (method, arguments) -> {
            if (method.getName().equals("name")) {
                return checked;
            }
            // What belongs to a thread must find the thread's own lock again; a lease belongs to nobody.
            return client.lock(unique(name, isLeased(method) ? acquisitions.incrementAndGet() : -threadId()), options);
        };
        return Relaxed.proxy(DistributedLock.class, target, unique -> name);
    }

    private MultiLock free(LockClient client, List<String> names, LockOptions options) {
        MultiLock checked = client.all(names, options);
        Relaxed.Target target = (method, arguments) -> {
            if (method.getName().equals("names")) {
                return checked;
            }
            long number = acquisitions.incrementAndGet();
            return client.all(names.stream().map(name -> unique(name, number)).toList(), options);
        };
        return Relaxed.proxy(
                MultiLock.class,
                target,
                unique -> names.stream()
                        .filter(name -> unique.equals(unique(name, number(unique))))
                        .findFirst()
                        .orElseThrow());
    }

    private static boolean isLeased(Method method) {
        return method.getDeclaringClass() == DistributedLock.class
                && !method.getName().matches("is.*|hold.*|token|current.*|unlock");
    }

    /** The name of a lock for one acquisition; beside a very long name there is no room for the number. */
    private static String unique(String name, long number) {
        String suffix = "#" + number;
        return name.substring(0, Math.min(name.length(), 1_024 - suffix.length())) + suffix;
    }

    private static long number(String unique) {
        return Long.parseLong(unique.substring(unique.lastIndexOf('#') + 1));
    }

    private static List<String> names(Object argument) {
        return ((Collection<?>) argument).stream().map(String.class::cast).toList();
    }

    @SuppressWarnings("deprecation") // Thread.threadId() came with Java 19.
    private static long threadId() {
        return Thread.currentThread().getId();
    }
}
