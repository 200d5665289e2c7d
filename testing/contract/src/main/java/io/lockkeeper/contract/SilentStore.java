package io.lockkeeper.contract;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store between a client and the real one, with the same capabilities, that leaves claims unanswered while it is told to. */
final class SilentStore {

    /** What an unanswered claim fails with. */
    static final String COMPLAINT = "The store is silent.";

    private final Store real;
    private volatile boolean silent;

    SilentStore(Store real) {
        this.real = real;
    }

    /** Leaves all claims unanswered from now on. */
    void fallSilent() {
        silent = true;
    }

    /** Answers again. */
    void speak() {
        silent = false;
    }

    /** The store as the client sees it. */
    Store shown() {
        return shown(real);
    }

    private Store shown(Store behind) {
        Set<Class<?>> capabilities = new LinkedHashSet<>();
        for (Class<?> type = behind.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> capability : type.getInterfaces()) {
                if (capability.getPackage() == Store.class.getPackage()) {
                    capabilities.add(capability);
                }
            }
        }
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                capabilities.toArray(new Class<?>[0]),
                (proxy, method, arguments) -> answer(behind, method, arguments));
    }

    private Object answer(Store behind, Method method, Object[] arguments) throws Throwable {
        if (silent && Set.of("claim", "exchange").contains(method.getName())) {
            CompletionStage<?> silence =
                    CompletableFuture.failedFuture(new StoreUnavailableException(COMPLAINT, true, null));
            return silence;
        }
        try {
            Object answer = method.invoke(behind, arguments);
            return method.getDeclaringClass() == BlockingCalls.class && answer instanceof Store blocking
                    ? shown(blocking)
                    : answer;
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
