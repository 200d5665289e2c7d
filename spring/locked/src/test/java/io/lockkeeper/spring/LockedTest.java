package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockTimeoutException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AliasFor;

/** Where the annotation can stand, and what a call does if its lock is held. */
class LockedTest {

    private final TestApplication application =
            TestApplication.of(Shop.class, Till.class, Counter.class, CashDesk.class);
    private final Shop shop = application.get(Shop.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void aMethodRunsUnderItsLock() {
        assertThat(shop.heldDuring()).containsExactly("shop");
        assertThat(application.held()).isEmpty();
        assertThat(application.isHeld("shop")).isFalse();
    }

    @Test
    void theLockIsReleasedWhenTheMethodThrows() {
        assertThatThrownBy(shop::fail).isInstanceOf(IllegalStateException.class).hasMessage("sold out");
        assertThat(application.isHeld("shop")).isFalse();
    }

    @Test
    void withoutANameEachOverloadHasALockOfItsOwn() {
        String own = Shop.class.getName() + ".sell";

        assertThat(shop.sell(1)).containsExactly(own + "(int)");
        assertThat(shop.sell("1")).containsExactly(own + "(java.lang.String)");
    }

    @Test
    void theBodyDoesNotRunIfTheLockIsHeldElsewhere() {
        try (Lease theirs = application.takenByOthers("shop")) {
            assertThat(theirs.isHeld()).isTrue();
            assertThatThrownBy(shop::once)
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("'shop'");
            assertThat(shop.skipped()).isEmpty();
            assertThat(shop.skippedText()).isNull();
            shop.skippedVoid();
            assertThat(shop.withFallback(7)).isEqualTo("7 later");
            assertThat(shop.withCause(7)).startsWith("7: The lock 'shop' could not be acquired");
        }
        assertThat(shop.ran()).isZero();
    }

    @Test
    void skippingAndFallingBackAreForHeldLocksOnly() {
        assertThat(shop.skipped()).contains("done");
        assertThat(shop.withFallback(7)).isEqualTo("7 now");
        assertThat(shop.ran()).isEqualTo(2);
    }

    @Test
    void aClassIsAnnotatedForItsPublicMethods() {
        Till till = application.get(Till.class);

        assertThat(till.open()).containsExactly("till");
        assertThat(till.special()).containsExactly("special");
        assertThat(till.hidden()).isEmpty();
        assertThat(till.toString()).isEqualTo("a till, without a lock: []");
    }

    @Test
    void anInterfaceIsAnnotatedForItsBeans() {
        assertThat(application.get(Counting.class).count()).containsExactly("count");
    }

    @Test
    void anAnnotationOfOnesOwnPassesItsAttributesOn() {
        assertThat(application.get(CashDesk.class).count()).containsExactly("desk:5");
    }

    static class Shop {
        private final AtomicInteger ran = new AtomicInteger();
        private final LockClient locks;

        Shop(LockClient locks) {
            this.locks = locks;
        }

        int ran() {
            return ran.get();
        }

        @Locked("shop")
        List<String> heldDuring() {
            return held(locks);
        }

        @Locked("shop")
        void fail() {
            throw new IllegalStateException("sold out");
        }

        @Locked
        public List<String> sell(int article) {
            return held(locks);
        }

        @Locked
        public List<String> sell(String article) {
            return held(locks);
        }

        @Locked(name = "shop", maxWait = "0")
        public void once() {
            ran.incrementAndGet();
        }

        @Locked(name = "shop", whenBusy = WhenBusy.SKIP)
        public Optional<String> skipped() {
            ran.incrementAndGet();
            return Optional.of("done");
        }

        @Locked(name = "shop", whenBusy = WhenBusy.SKIP)
        public @Nullable String skippedText() {
            ran.incrementAndGet();
            return "done";
        }

        @Locked(name = "shop", whenBusy = WhenBusy.SKIP)
        public void skippedVoid() {
            ran.incrementAndGet();
        }

        @Locked(name = "shop", fallback = "later")
        public String withFallback(int article) {
            ran.incrementAndGet();
            return article + " now";
        }

        String later(int article) {
            return article + " later";
        }

        @Locked(name = "shop", maxWait = "1ms", fallback = "because")
        public String withCause(int article) {
            ran.incrementAndGet();
            return article + " now";
        }

        String because(int article, LockTimeoutException busy) {
            return article + ": " + busy.getMessage();
        }
    }

    static List<String> held(LockClient locks) {
        return locks.held().stream().map(io.lockkeeper.HeldLock::name).sorted().toList();
    }

    @Locked("till")
    static class Till {
        private final LockClient locks;

        Till(LockClient locks) {
            this.locks = locks;
        }

        public List<String> open() {
            return held(locks);
        }

        @Locked("special")
        public List<String> special() {
            return held(locks);
        }

        List<String> hidden() {
            return held(locks);
        }

        @Override
        public String toString() {
            return "a till, without a lock: " + held(locks);
        }
    }

    interface Counting {
        @Locked("count")
        List<String> count();
    }

    static class Counter implements Counting {
        private final LockClient locks;

        Counter(LockClient locks) {
            this.locks = locks;
        }

        @Override
        public List<String> count() {
            return held(locks);
        }
    }

    @Locked(maxWait = "1s")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Desk {
        @AliasFor(annotation = Locked.class, attribute = "name")
        String value();
    }

    static class CashDesk {
        private final LockClient locks;

        CashDesk(LockClient locks) {
            this.locks = locks;
        }

        @Desk("desk:#{2 + 3}")
        public List<String> count() {
            return held(locks);
        }
    }
}
