package io.lockkeeper.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean only while this process leads an election; else a call is skipped.
 *
 * <pre>{@code
 * @Scheduled(fixedDelay = 1000)
 * @OnlyLeader("invoices")
 * void send() {
 *   ledger.append(invoice, CurrentTerm.get().token());
 * }
 * }</pre>
 *
 * <p>The process stands for election from when its context is refreshed, after all listeners for that, until the context is
 * stopped: once for each name, however many methods have it. A skipped call returns null, an empty {@code Optional}, an empty
 * {@code Mono} or {@code Flux}, or a future that is completed with one of these. {@link LeadershipGranted} and {@link
 * LeadershipRevoked} tell listeners of the lead, {@link LeaderElections} tells who asks.
 *
 * <p>A call that has begun may be running still when another process leads, if this one was paused. Send the {@linkplain
 * io.lockkeeper.Term#token() fencing token} of {@link CurrentTerm} to a resource that must not accept that. Any number of calls may
 * run at a time. Calls of a bean's own methods do not pass through its proxy, and are not skipped. Switched on by {@link EnableLocked}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface OnlyLeader {

    /**
     * The same as {@link #name}.
     *
     * @return the name of the election
     */
    @AliasFor("name")
    String value() default "";

    /**
     * The name of the election, which is the name of its lock. May contain <code>${…}</code>; it is the same for each call, so expressions
     * are refused.
     *
     * @return the name
     */
    @AliasFor("value")
    String name() default "";

    /**
     * Which client holds the election: the qualifier or name of a {@link io.lockkeeper.LockClient} bean. May contain <code>${…}</code>.
     *
     * @return empty for the only or primary one
     */
    String store() default "";

    /**
     * Whether the calls that run when the lead ends are interrupted, each once: by a loss, or since the context is stopped. The flag of
     * that interrupt is cleared when the method has ended; one that was set before stays. A {@code Mono} or {@code Flux} is cancelled, and fails with
     * {@link java.util.concurrent.CancellationException}, on a thread for that. Of a method that returns another future, only the part before its return is interrupted.
     *
     * @return false to let them end by themselves
     */
    boolean interrupt() default true;
}
