package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A message that could not be handled, as for want of memory, is not lost, and the next ones are heard. */
@OnEveryDatabase
class FailingSignalsTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);

    private final RecordedSignals heard = new RecordedSignals();
    private final AtomicBoolean failed = new AtomicBoolean();

    FailingSignalsTest(Kind kind) {
        super(kind);
    }

    @Test
    void whoListensListensOn() {
        assertThatWhoListensListensOn("");
    }

    private void assertThatWhoListensListensOn(String prefix) {
        try (JdbcStore store = database().open()) {
            answer(store.listen("eve", failingOnce()));
            ClaimsOf eve = new ClaimsOf("eve");
            Grant first = eve.hold(store, prefix + "first", LEASE);
            Grant second = eve.hold(store, prefix + "second", LEASE);
            assertIsHeard(store, first);
            assertThat(failed).isTrue();
            assertIsHeard(store, second);
        }
    }

    /** As for want of memory. */
    @Test
    void whoListensListensOnThoughNothingCanBeLogged() {
        Logger logger = Logger.getLogger("io.lockkeeper.jdbc");
        Handler failing = new Handler() {
            @Override
            public void publish(LogRecord logRecord) {
                throw new StackOverflowError("of a test");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(failing);
        try {
            assertThatWhoListensListensOn("unlogged ");
        } finally {
            logger.removeHandler(failing);
        }
    }

    /** Else it would be tried again and again, and others' messages would wait for it. */
    @Test
    void aMessageThatFailsIsTriedOnceAndTheDatabaseIsAskedInstead() {
        Map<String, Integer> tried = new ConcurrentHashMap<>();
        Signals failing = (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("contended")) {
                        tried.merge((String) arguments[0], 1, Integer::sum);
                        throw new StackOverflowError("of a test");
                    }
                    if (method.getName().equals("missed")) {
                        tried.merge("missed", 1, Integer::sum);
                    }
                    return null;
                });
        try (JdbcStore store = database().open()) {
            answer(store.listen("eve", failing));
            ClaimsOf eve = new ClaimsOf("eve");
            ClaimsOf ann = new ClaimsOf("ann");
            for (int number = 1; number <= 2; number++) {
                int before = tried.getOrDefault("missed", 0);
                eve.hold(store, "a" + number, LEASE);
                ClaimsOf.queued(store, ann.waiting("a" + number, LEASE));
                Await.until("missed", PATIENCE, () -> tried.getOrDefault("missed", 0) > before);
            }
            tried.remove("missed");
            assertThat(tried.values()).containsOnly(1);
        }
    }

    private void assertIsHeard(JdbcStore store, Grant held) {
        assertThat(ClaimsOf.queued(store, new ClaimsOf("ann").waiting(held.name(), LEASE))
                        .ahead())
                .isZero();
        assertThat(heard.await(
                        PATIENCE,
                        signal -> signal.equals(new Signal.Contended(held.name())) || signal instanceof Signal.Missed))
                .isPresent();
    }

    private Signals failingOnce() {
        return (Signals) Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {Signals.class}, (proxy, method, arguments) -> {
                    if (failed.compareAndSet(false, true)) {
                        throw new StackOverflowError("of a test");
                    }
                    try {
                        return method.invoke(heard, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
