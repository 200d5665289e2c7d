package io.lockkeeper.spring.test;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockedTask;
import io.lockkeeper.MultiLease;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Has leases go by the names that were asked for, if they are of locks with other names. */
@FunctionalInterface
interface Naming {

    /** Leases have the names of their locks. */
    Naming SAME = name -> name;

    /** The name that was asked for. */
    String asked(String name);

    /** A task that gets its lease by the name that was asked for. */
    default LockedTask<?, ?> of(LockedTask<?, ?> task) {
        return this == SAME ? task : lease -> task.run(of(lease));
    }

    /** What a lock returned: a lease, or what has or will have one; or anything else, which is left as it is. */
    default @Nullable Object of(@Nullable Object returned) {
        if (this == SAME) {
            return returned;
        }
        if (returned instanceof Lease lease) {
            return of(lease);
        }
        if (returned instanceof MultiLease leases) {
            return of(leases);
        }
        if (returned instanceof Optional<?> found) {
            return found.map(this::of);
        }
        return returned instanceof CompletableFuture<?> future ? of(future) : returned;
    }

    private Lease of(Lease lease) {
        String name = asked(lease.name());
        return proxy(Lease.class, lease, (method, arguments) -> method.getName().equals("name") ? name : null);
    }

    private MultiLease of(MultiLease leases) {
        List<Lease> each = leases.leases().stream().map(this::of).toList();
        return proxy(MultiLease.class, leases, (method, arguments) -> switch (method.getName()) {
            case "leases" -> each;
            case "lease" ->
                each.stream()
                        .filter(lease -> lease.name().equals(arguments[0]))
                        .findFirst()
                        .orElse(null); // Then the leases themselves say that there is none.
            default -> null;
        });
    }

    private CompletableFuture<Object> of(CompletableFuture<?> future) {
        CompletableFuture<Object> named = new CompletableFuture<>();
        CompletableFuture<?> unused = future.whenComplete((lease, failure) -> {
            if (failure != null) {
                named.completeExceptionally(failure);
            } else {
                named.complete(of((Object) lease));
            }
        });
        CompletableFuture<?> unusedToo = named.whenComplete((lease, failure) -> {
            if (failure != null) {
                future.cancel(false);
            }
        });
        return named;
    }

    /** A proxy that is equal to itself only. */
    private static <T> T proxy(Class<T> type, T target, Relaxed.Target replacement) {
        return type.cast(Proxy.newProxyInstance(
                LockClient.class.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    if (method.getDeclaringClass() == Object.class) {
                        return ofObject(self, target, method, arguments);
                    }
                    Object replaced = replacement.of(method, arguments);
                    Object result = replaced != null ? replaced : call(target, method, arguments);
                    return result == target ? self : result;
                }));
    }

    private static @Nullable Object ofObject(Object self, Object target, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> target.toString();
        };
    }

    private static @Nullable Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
