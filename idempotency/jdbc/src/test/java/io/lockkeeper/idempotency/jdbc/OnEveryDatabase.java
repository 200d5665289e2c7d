package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.databases.Kind;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A test class that runs once on each database; its constructor takes the {@link Kind}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ParameterizedClass(name = "{0}")
@EnumSource(Kind.class)
@interface OnEveryDatabase {}
