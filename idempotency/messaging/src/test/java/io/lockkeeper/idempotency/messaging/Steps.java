package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** What happens behind one of a consumer's steps. */
final class Steps {

    private final Step step;
    private final Runnable event;

    private Steps(Step step, Runnable event) {
        this.step = step;
        this.event = event;
    }

    /** The process says that it is there, and stays for good, so that the test can kill it. */
    static Steps endingBehind(Step step) {
        return new Steps(step, () -> {
            System.out.println("at " + step);
            while (true) {
                LockSupport.park();
            }
        });
    }

    /** The process says that it is there, and goes on when a line comes. Later it passes all steps. */
    static Steps pausingBehind(Step step) {
        AtomicBoolean paused = new AtomicBoolean();
        return new Steps(step, () -> {
            if (paused.compareAndSet(false, true)) {
                System.out.println("at " + step);
                new Scanner(System.in, UTF_8).nextLine();
            }
        });
    }

    /** Something happens, once. */
    static Steps doing(Step step, Runnable what) {
        AtomicBoolean done = new AtomicBoolean();
        return new Steps(step, () -> {
            if (done.compareAndSet(false, true)) {
                what.run();
            }
        });
    }

    /** Says that a step is done. */
    void passed(Step passed) {
        if (passed == step) {
            event.run();
        }
    }

    /** A data source whose commits are steps. */
    DataSource watch(DataSource source) {
        return proxy(DataSource.class, source, (method, call) -> {
            Object result = call.invoke();
            return result instanceof Connection connection
                    ? proxy(Connection.class, connection, this::watchCommit)
                    : result;
        });
    }

    private Object watchCommit(String method, Call call) throws Throwable {
        if (!method.equals("commit")) {
            return call.invoke();
        }
        passed(Step.COMMITTING);
        Object nothing = call.invoke();
        passed(Step.COMMITTED);
        return nothing;
    }

    private interface Call {
        Object invoke() throws Throwable;
    }

    private interface Around {
        Object see(String method, Call call) throws Throwable;
    }

    @SuppressWarnings("NullAway") // results may be null
    private static <T> T proxy(Class<T> type, T target, Around around) {
        return type.cast(Proxy.newProxyInstance(
                Steps.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> around.see(method.getName(), () -> {
                    try {
                        return method.invoke(target, args);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                })));
    }
}
