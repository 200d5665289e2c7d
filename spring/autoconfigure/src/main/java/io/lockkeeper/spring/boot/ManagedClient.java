package io.lockkeeper.spring.boot;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Election;
import io.lockkeeper.LockClient;
import io.lockkeeper.MultiLock;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that can be closed and opened again, so that an application context can be stopped and started. The application sees
 * a proxy, and so do those who keep a lock of it: after a restart they use the new client. Safe for use by many threads.
 */
final class ManagedClient {

    /** What a client returns that others keep, and that must follow it to a new client. */
    static final Set<Class<?>> KEPT = Set.of(DistributedLock.class, MultiLock.class, Election.class);

    /** Longer than anybody waits: {@link #close} ends it. */
    private static final Duration UNTIL_CLOSED = Duration.ofDays(1);

    /** More than a client waits for its store, and for leaders to return. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(15);

    private final Supplier<LockClient> opener;
    private final LockClient proxy;
    private volatile LockClient current;
    private boolean stopped;
    private Thread drain = new Thread(() -> {});
    private Thread hurry = new Thread(() -> {});

    ManagedClient(Supplier<LockClient> opener) {
        this.opener = opener;
        this.current = opener.get();
        this.proxy = (LockClient) proxy(LockClient.class, client -> client);
    }

    LockClient proxy() {
        return proxy;
    }

    /** Opens the client again if it was stopped. */
    synchronized void start() {
        if (stopped) {
            current = opener.get();
            stopped = false;
        }
    }

    /**
     * Lets the client end: it acquires nothing more, wakes its waiters, and closes when its holders have finished.
     *
     * @return ends when the client is closed
     */
    synchronized Thread drain() {
        drain = closing("lockkeeper-drain", client -> client.close(UNTIL_CLOSED));
        return drain;
    }

    /** Has another thread close the client at once; {@link #close} waits for it. */
    synchronized void hurry() {
        hurry = closing("lockkeeper-close", LockClient::close);
    }

    private Thread closing(String name, Consumer<LockClient> how) {
        stopped = true;
        LockClient closing = current;
        Thread thread = new Thread(() -> how.accept(closing), name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Closes the client at once, and waits until it is closed. */
    synchronized void close() {
        stopped = true;
        current.close(); // Ends the wait of a drain, which closes it.
        boolean unused = Joins.join(List.of(drain, hurry), LONGEST_CLOSE);
    }

    private Object proxy(Class<?> type, Function<LockClient, Object> source) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Handler(type, source));
    }

    /** Passes calls on to what the present client has in the proxy's place. */
    private final class Handler implements InvocationHandler {

        private final Class<?> type;
        private final Function<LockClient, Object> source;
        private volatile Target target;

        Handler(Class<?> type, Function<LockClient, Object> source) {
            this.type = type;
            this.source = source;
            this.target = target(current);
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("equals") && method.getParameterCount() == 1) {
                return arguments != null && self == arguments[0];
            }
            if (method.getName().equals("hashCode") && method.getParameterCount() == 0) {
                return System.identityHashCode(self);
            }
            Object result = call(present(), method, arguments);
            if (type == LockClient.class && KEPT.contains(method.getReturnType())) {
                return proxy(method.getReturnType(), client -> callUnchecked(client, method, arguments));
            }
            return result;
        }

        private Object present() {
            Target seen = target;
            LockClient client = current;
            if (seen.client() != client) {
                seen = target(client);
                target = seen;
            }
            return seen.object();
        }

        private Target target(LockClient client) {
            return new Target(client, source.apply(client));
        }
    }

    /** What a proxy stands for, and whose it is. */
    private record Target(LockClient client, Object object) {}

    private static Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static Object callUnchecked(Object target, Method method, Object @Nullable [] arguments) {
        try {
            return call(target, method, arguments);
        } catch (RuntimeException | Error unchecked) {
            throw unchecked;
        } catch (Throwable impossible) { // The methods that return what is kept declare no checked exception.
            throw new IllegalStateException(impossible);
        }
    }
}
