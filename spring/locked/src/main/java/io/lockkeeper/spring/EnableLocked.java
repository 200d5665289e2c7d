package io.lockkeeper.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Switches on {@link Locked} and {@link OnlyLeader}. Put it on a {@code @Configuration} class; the context needs a bean of type {@link
 * io.lockkeeper.LockClient}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(LockedRegistrar.class)
public @interface EnableLocked {

    /** The order of the lock among the advice of a method: outside of transactions, caches and retries with their defaults. */
    int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

    /**
     * Whether beans with interfaces are proxied as their classes, too.
     *
     * @return false to proxy them by their interfaces
     */
    boolean proxyTargetClass() default false;

    /**
     * The order of the lock among the advice of a method. An order that puts the lock inside of a transaction is refused at
     * start-up. {@link OnlyLeader} is just outside of the lock.
     *
     * @return the order; a smaller one is farther outside
     */
    int order() default ORDER;
}
