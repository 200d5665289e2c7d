package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
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
        try (JdbcStore store = database().open()) {
            answer(store.listen("eve", failingOnce()));
            ClaimsOf eve = new ClaimsOf("eve");
            Grant first = eve.hold(store, "first", LEASE);
            Grant second = eve.hold(store, "second", LEASE);
            assertIsHeard(store, first);
            assertThat(failed).isTrue();
            assertIsHeard(store, second);
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
