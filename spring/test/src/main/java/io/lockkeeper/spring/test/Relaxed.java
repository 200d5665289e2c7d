package io.lockkeeper.spring.test;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockedTask;
import io.lockkeeper.MultiLock;
import io.lockkeeper.Purpose;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proxies of clients and locks that do not hold a lock after its release, and accept any purpose. */
final class Relaxed implements InvocationHandler {

    private static final Set<Class<?>> LOCKS = Set.of(DistributedLock.class, MultiLock.class);

    private final Target target;
    private final Target replacement;
    private final Naming naming;

    private Relaxed(Target target, Target replacement, Naming naming) {
        this.target = target;
        this.replacement = replacement;
        this.naming = naming;
    }

    /** What a call is passed on to, or answered with. */
    @FunctionalInterface
    interface Target {
        @Nullable
        Object of(Method method, Object[] arguments);
    }

    static <T> T proxy(Class<T> type, Target target) {
        return proxy(type, target, (method, arguments) -> null);
    }

    /**
     * A proxy.
     *
     * @param naming the names of the leases that it returns
     */
    static <T> T proxy(Class<T> type, Target target, Naming naming) {
        return proxy(type, new Relaxed(target, (method, arguments) -> null, naming));
    }

    /**
     * A proxy.
     *
     * @param replacement answers a call in the target's place; null if the target shall
     */
    static <T> T proxy(Class<T> type, Target target, Target replacement) {
        return proxy(type, new Relaxed(target, replacement, Naming.SAME));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(LockClient.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] given) throws Throwable {
        if (method.getName().equals("equals") && method.getParameterCount() == 1) {
            return given != null && self == given[0];
        }
        if (method.getName().equals("hashCode") && method.getParameterCount() == 0) {
            return System.identityHashCode(self);
        }
        Object[] arguments = given == null ? new Object[0] : given.clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof LockOptions options) {
                arguments[i] = relaxed(options);
            } else if (arguments[i] instanceof LockedTask<?, ?> task) {
                arguments[i] = naming.of(task);
            }
        }
        Object replaced = replacement.of(method, arguments);
        if (replaced != null) {
            return replaced;
        }
        try {
            Object result = method.invoke(target.of(method, arguments), arguments);
            return LOCKS.contains(method.getReturnType()) && result != null
                    ? proxy(method.getReturnType(), (called, with) -> result)
                    : naming.of(result);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static LockOptions relaxed(LockOptions options) {
        LockOptions free = options.withAtLeast(Duration.ZERO);
        return free.purpose() == Purpose.CORRECTNESS ? free.withPurpose(Purpose.FENCED) : free;
    }
}
