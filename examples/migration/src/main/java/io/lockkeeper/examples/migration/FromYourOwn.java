package io.lockkeeper.examples.migration;

import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** From an annotation that was written for one application, with SET NX and a loop, to Lockkeeper. */
final class FromYourOwn {

    private FromYourOwn() {}

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface RedisLock {
        String prefix();

        String[] keys() default {};

        boolean spin() default true;

        long expireTime() default 10_000;

        long waitTime() default 50;

        int retryTimes() default 20;
    }

    static class Before {

        @RedisLock(prefix = "order", keys = "#order.id")
        public void ship(Order order) {
            // ships it
        }

        @RedisLock(prefix = "stock", keys = "#item", spin = false)
        public void count(String item) {
            // counts it
        }
    }

    static class After {

        @Locked(name = "order:#order.id", maxWait = "1s", lease = "10s")
        public void ship(Order order) {
            // ships it
        }

        @Locked(name = "stock:#item", maxWait = "0", lease = "10s", whenBusy = WhenBusy.SKIP)
        public void count(String item) {
            // counts it
        }
    }
}
