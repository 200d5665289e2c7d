package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** Calls in a transaction of which the lock is held already, and subscriptions in a transaction. */
class NestedCheckTest {

    @Test
    void aCallWhoseLeaseNobodyWouldCheckIsRefused() {
        try (TestApplication application = start()) {
            assertThatThrownBy(() -> application.get(Outer.class).unchecked())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("inner() is called in a transaction that commits after the lock is released");
        }
    }

    @Test
    void aCallWhoseLeaseIsCheckedByTheCallAroundItIsNotWarnedOf() {
        try (LogCapture log = LogCapture.start();
                TestApplication application = start()) {
            application.get(Outer.class).checked();

            assertThat(log.linesWith("no lease was checked")).isEmpty();
        }
    }

    @Test
    void aReadOnlyTransactionIsNotChecked() {
        try (TestApplication application = start()) {
            int[] status = {TransactionSynchronization.STATUS_UNKNOWN};

            assertThatThrownBy(() ->
                            application.get(Outer.class).loses(application.get(MemoryLocks.Others.class), true, status))
                    .isInstanceOf(LeaseLostException.class);
            assertThat(status[0]).isEqualTo(TransactionSynchronization.STATUS_COMMITTED);
        }
    }

    @Test
    void aCallBeforeTheContextHasStartedIsChecked() {
        try (TestApplication application =
                TestApplication.start(Map.of(), DatabaseLocks.class, Outer.class, Inner.class, AtStart.class)) {
            assertThat(application.get(AtStart.class).status())
                    .isEqualTo(TransactionSynchronization.STATUS_ROLLED_BACK);
        }
    }

    @Test
    void aSubscriptionInATransactionIsRefusedBeforeItAcquires() {
        try (TestApplication application = start()) {
            Mono<String> mono = application.get(Inner.class).mono();

            assertThatThrownBy(() -> application
                            .get(TransactionTemplate.class)
                            .execute(status -> mono.block(Duration.ofSeconds(30))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("holds a connection of the pool");
        }
    }

    private static TestApplication start() {
        return TestApplication.start(Map.of(), DatabaseLocks.class, Outer.class, Inner.class);
    }

    static class Outer {
        private final TransactionTemplate transaction;
        private final Inner inner;

        Outer(TransactionTemplate transaction, Inner inner) {
            this.transaction = transaction;
            this.inner = inner;
        }

        @Locked("shop")
        public void unchecked() {
            transaction.executeWithoutResult(status -> inner.inner());
        }

        @Locked(name = "shop", checkCommit = true)
        public void loses(MemoryLocks.Others others, boolean readOnly, int[] status) {
            TransactionTemplate inside =
                    new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
            inside.setReadOnly(readOnly);
            inside.executeWithoutResult(unused -> {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCompletion(int how) {
                        status[0] = how;
                    }
                });
                others.client().forceRelease().orElseThrow().forceRelease("shop");
            });
        }

        @Locked(name = "shop", checkCommit = true)
        public void checked() {
            transaction.executeWithoutResult(status -> inner.inner());
        }
    }

    static class AtStart implements InitializingBean {
        private final Outer outer;
        private final MemoryLocks.Others others;
        private final int[] status = {TransactionSynchronization.STATUS_UNKNOWN};

        AtStart(Outer outer, MemoryLocks.Others others) {
            this.outer = outer;
            this.others = others;
        }

        public int status() {
            return status[0];
        }

        @Override
        public void afterPropertiesSet() {
            assertThatThrownBy(() -> outer.loses(others, false, status)).isInstanceOf(LeaseLostException.class);
        }
    }

    static class Inner {
        @Locked(name = "shop", checkCommit = true)
        public void inner() {}

        @Locked("mono")
        public Mono<String> mono() {
            return Mono.just("done");
        }
    }
}
