package io.lockkeeper.examples.migration;

import io.lockkeeper.spring.Locked;
import org.springframework.boot.autoconfigure.klock.annotation.Klock;
import org.springframework.boot.autoconfigure.klock.annotation.KlockKey;
import org.springframework.boot.autoconfigure.klock.model.LockTimeoutStrategy;
import org.springframework.boot.autoconfigure.klock.model.ReleaseTimeoutStrategy;

/** From klock to Lockkeeper. */
final class FromKlock {

    private FromKlock() {}

    static class Before {

        @Klock(
                name = "order",
                keys = "#order.id",
                waitTime = 1,
                leaseTime = 10,
                lockTimeoutStrategy = LockTimeoutStrategy.FAIL_FAST,
                releaseTimeoutStrategy = ReleaseTimeoutStrategy.FAIL_FAST)
        public void ship(Order order) {
            // ships it
        }

        @Klock(name = "item", waitTime = 5, lockTimeoutStrategy = LockTimeoutStrategy.FAIL_FAST)
        public void count(@KlockKey String item) {
            // counts it
        }

        @Klock(
                name = "price",
                keys = "#item",
                waitTime = 1,
                leaseTime = 10,
                customLockTimeoutStrategy = "lastKnownPrice")
        public long price(String item) {
            return 42;
        }
    }

    static class After {

        @Locked(name = "order:#order.id", maxWait = "1s", fixedLease = "10s")
        public void ship(Order order) {
            // ships it
        }

        @Locked(name = "item:#item", maxWait = "5s")
        public void count(String item) {
            // counts it
        }

        @Locked(name = "price:#item", maxWait = "1s", fixedLease = "10s", fallback = "lastKnownPrice")
        public long price(String item) {
            return 42;
        }

        long lastKnownPrice(String item) {
            return 41;
        }
    }
}
