package io.lockkeeper.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Keeps the locks of a test's application in memory, whatever stores are configured. Each application context has stores of its own.
 * Locks exclude each other as usual, but are not held after their release ({@code atLeast}), so that the next test finds
 * them free, and any purpose is accepted.
 *
 * <p>{@code @Locked(checkCommit = true)} asks the lease before a transaction commits, since there is no database to check it in.
 *
 * <p>It replaces the stores of the auto-configuration. {@code LockClient} beans of the application's own are left alone.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MemoryLocks {}
