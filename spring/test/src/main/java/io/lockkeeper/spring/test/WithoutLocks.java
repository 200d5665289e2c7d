package io.lockkeeper.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a test's application acquire every lock at once: locks exclude nobody, and are not held after their release ({@code
 * atLeast}). Nothing is connected to. A thread that holds a lock by {@code lock()} still enters it again, and a lease that
 * was closed is not held.
 *
 * <p>{@code @Locked(checkCommit = true)} asks the lease before a transaction commits, since there is no database to check it in.
 *
 * <p>It replaces the stores of the auto-configuration. {@code LockClient} beans of the application's own are left alone.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WithoutLocks {}
