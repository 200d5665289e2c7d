package io.lockkeeper.spring.idempotency;

import io.lockkeeper.spring.EnableLocked;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Switches on {@link Idempotent}. Put it on a {@code @Configuration} class; the context needs a bean of type {@link
 * io.lockkeeper.idempotency.Idempotency}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(IdempotentRegistrar.class)
public @interface EnableIdempotent {

    /** The order among the advice of a method: inside of {@code @Locked}, outside of transactions, caches and retries with their defaults. */
    int ORDER = EnableLocked.ORDER + 500;

    /**
     * Whether beans with interfaces are proxied as their classes, too.
     *
     * @return false to proxy them by their interfaces
     */
    boolean proxyTargetClass() default false;

    /**
     * The order among the advice of a method. An order inside of a transaction, or outside of {@code @Locked}, is refused at start-up.
     *
     * @return the order; a smaller one is farther outside
     */
    int order() default ORDER;
}
