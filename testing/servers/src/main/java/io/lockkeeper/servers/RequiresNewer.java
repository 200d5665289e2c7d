package io.lockkeeper.servers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test's or test class's need of a server that is newer than the machine's own.
 *
 * <p>Where it is missing the test is skipped, with the reason and the remedy. In CI, which sets the
 * environment variable {@code CI} to {@code true}, the test fails instead.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@SuppressWarnings("exports") // JUnit reaches the condition by reflection, users need not.
@ExtendWith(ProgramCondition.class)
public @interface RequiresNewer {
    /** The name of the {@linkplain Installation#newer(String) installation}. */
    String value();
}
