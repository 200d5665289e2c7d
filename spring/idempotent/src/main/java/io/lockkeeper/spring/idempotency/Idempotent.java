package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.OnExpiry;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean once for each key: repeats get the stored value. {@link EnableIdempotent} switches it on.
 *
 * <p>The method returns nothing, a value that an {@link OutcomeCodecs} bean can store, an {@code Optional}, a {@code CompletionStage},
 * a {@code CompletableFuture} or a {@code Mono} of one. A request that is neither run nor answered with a value throws {@link
 * io.lockkeeper.idempotency.RequestRefusedException}: one that is in flight, with another fingerprint, or rejected. A method that
 * returns {@link io.lockkeeper.idempotency.Outcome} returns these to its caller instead; its body returns {@link
 * io.lockkeeper.idempotency.Outcome.Executed}.
 *
 * <p>All texts may contain placeholders ({@code ${…}}). Durations are written as {@code 500ms}, {@code 10s}, {@code 5m}, {@code
 * 1h30m} or ISO-8601 ({@code PT10M}). What is wrong stops the start.
 *
 * <p>A call to a method of the same object does not pass through the proxy, and runs each time.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /**
     * The same as {@link #key()}.
     *
     * @return the key
     */
    @AliasFor("key")
    String value() default "";

    /**
     * The operation within the scope: {@code #order.id}, {@code #tenant:#id}, or an expression (SpEL), <code>#{…}</code>. Required. It is
     * written as the names of locks ({@link io.lockkeeper.spring.Locked#name()}): different values make different keys, and null is an
     * error. At most 255 bytes in UTF-8.
     *
     * @return the key
     */
    @AliasFor("value")
    String key() default "";

    /**
     * What the key is unique in, such as {@code payments} or {@code #tenant:payments}. Name it if the class or the method
     * may be renamed while keys are kept.
     *
     * @return the scope; empty for the names of the class and the method
     */
    String scope() default "";

    /**
     * What a repeat must have in common with the first request, written as a key: {@code #order.amount:#order.currency}. A constant text
     * tells requests apart by their key alone.
     *
     * <p>Without it, all arguments count: texts, numbers, booleans, enums, {@code UUID}s and times by their values; arrays, lists, sets,
     * maps, {@code Optional}s and records by what is in them; of records and enums the class counts, too. Arguments of other classes are
     * refused. Another order of sets and maps makes no difference, nor do zeros at the end of decimals; another number of arguments, or of
     * a record's components, does.
     *
     * @return the fingerprint; empty for all arguments
     */
    String fingerprint() default "";

    /**
     * How long the outcome is kept after the completion, or {@code forever}.
     *
     * @return a duration; empty for that of the {@link io.lockkeeper.idempotency.IdempotencyOptions} bean, or 24 h
     */
    String retention() default "";

    /**
     * For how long a key is closed after a crash. Renewed while the method runs. Without effect in transactional mode.
     *
     * @return a duration; empty for that of the {@link io.lockkeeper.idempotency.IdempotencyOptions} bean, or 30 s
     */
    String lease() default "";

    /**
     * How long a repeat waits for the request in flight.
     *
     * @return a duration; empty for that of the {@link io.lockkeeper.idempotency.IdempotencyOptions} bean, or 0
     */
    String maxWait() default "";

    /**
     * What happens to a key whose attempt did not finish within its lease.
     *
     * @return the rule; {@link OnExpiry#RECOVER} needs a {@link #recovery()}
     */
    OnExpiry onExpiry() default OnExpiry.RUN_AGAIN;

    /**
     * The name of a method of the same class that finds out whether an attempt that did not finish had its effect. It has the same
     * parameters, and may have an {@link io.lockkeeper.idempotency.Attempt} after them; it returns a {@link
     * io.lockkeeper.idempotency.Recovered}.
     *
     * @return the method's name; empty for none
     */
    String recovery() default "";

    /**
     * Exceptions that are final answers, such as that of a refused payment: they are stored, and repeats are rejected with them. All
     * other exceptions free the key.
     *
     * @return the classes
     */
    Class<? extends Exception>[] storedFailures() default {};

    /**
     * Which {@link io.lockkeeper.idempotency.Idempotency} keeps the records, if there are several: the qualifier or the name of the bean.
     *
     * @return the qualifier; empty for the only bean, or the primary one
     */
    String store() default "";
}
