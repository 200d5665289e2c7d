package io.lockkeeper.spring;

import io.lockkeeper.Purpose;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean under a lock. {@link EnableLocked} switches it on.
 *
 * <p>On a class or an interface, it applies to all public methods that are not static and have none of their own. It can be used to make
 * annotations of your own, with {@link AliasFor} for its attributes. The lock is acquired before a transaction begins and
 * released after it ended. The body never runs without the lock.
 *
 * <p>All texts may contain placeholders ({@code ${…}}). Durations are written as {@code 500ms}, {@code 10s}, {@code 5m}, {@code
 * 1h30m} or ISO-8601 ({@code PT10M}).
 *
 * <p>A call to a method of the same object does not pass through the proxy, and so acquires no lock. Nested calls of methods
 * with the same lock on one thread enter it again.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Locked {

    /**
     * The same as {@link #name()}.
     *
     * @return the names
     */
    @AliasFor("name")
    String[] value() default {};

    /**
     * The names of the locks; several are acquired together, in an order that cannot deadlock. Without a name, each method has
     * a lock of its own, named by its class, its name and the types of its parameters.
     *
     * <p>A name may contain, together:
     *
     * <ul>
     *   <li>{@code ${…}}: a property;
     *   <li>{@code #argument}, {@code #argument.property.path}: an argument of the call;
     *   <li><code>#{…}</code>: an expression (SpEL) over the arguments ({@code #name}, {@code #a0}), beans ({@code @bean}) and
     *       the bean that is called (the root object).
     * </ul>
     *
     * <p>If an argument or an expression is a list or an array, each element makes one name. In their values, {@code :} and
     * {@code \} are escaped with {@code \}, unless the name is nothing but one expression; and there must be a {@code :} between two
     * of them. So different values never make the same name. Null is an error, as is an empty list, and an object without a {@code
     * toString} of its own.
     *
     * @return the names
     */
    @AliasFor("value")
    String[] name() default {};

    /**
     * Which {@link io.lockkeeper.LockClient} keeps the lock, if there are several: the qualifier or the name of the bean.
     *
     * @return the qualifier; empty for the only bean, or the primary one
     */
    String store() default "";

    /**
     * How long to wait for the lock at most; {@code 0} for a single attempt. Without it, a call waits without a limit, or makes
     * a single attempt if it would skip or fall back.
     *
     * @return a duration
     */
    String maxWait() default "";

    /**
     * The lease time of a lease that is renewed while the method runs: how long the lock stays held after the process died.
     *
     * @return a duration; empty for the client's lease time
     */
    String lease() default "";

    /**
     * The time after which the lease ends even if the method still runs: it is not renewed.
     *
     * @return a duration; empty for a lease that is renewed
     */
    String fixedLease() default "";

    /**
     * How long the lock stays held at least, even if the method ends before. For scheduled jobs that may run once only.
     *
     * @return a duration; empty for no such time
     */
    String atLeast() default "";

    /**
     * The purpose of the lock. A store whose guarantees are too weak for it is refused at start-up.
     *
     * @return the purpose
     */
    Purpose purpose() default Purpose.EFFICIENCY;

    /**
     * What a call does if the lock cannot be acquired in time.
     *
     * @return what it does
     */
    WhenBusy whenBusy() default WhenBusy.THROW;

    /**
     * The name of a method of the same class that is called instead if the lock cannot be acquired in time. It has the same
     * parameters, and may have a {@link io.lockkeeper.LockTimeoutException} after them; it returns the same type. It runs
     * without the lock. Checked at start-up.
     *
     * @return the method's name; empty for none
     */
    String fallback() default "";

    /**
     * What happens if the lock is lost while the method runs.
     *
     * @return what happens
     */
    OnLoss onLoss() default OnLoss.THROW;

    /**
     * Has the lease checked inside the transaction, right before it commits: if another holder has or may have the lock, the
     * transaction is rolled back. The lock must be kept in the database of the transaction, and a {@link LockDatabase} bean
     * must say so.
     *
     * @return whether to check
     */
    boolean checkCommit() default false;

    /**
     * What the lock is held for, for people who inspect the store.
     *
     * @return the description; empty for the method
     */
    String description() default "";
}
