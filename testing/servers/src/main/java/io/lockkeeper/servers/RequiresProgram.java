package io.lockkeeper.servers;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test's or test class's need of a program on the PATH.
 *
 * <p>Where it is missing the test is skipped, with the reason and the remedy. In CI, which sets the
 * environment variable {@code CI} to {@code true}, the test fails instead.
 *
 * <pre>{@code
 * @RequiresProgram(value = "redis-server", remedy = "apt-get install redis-server")
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@SuppressWarnings("exports") // JUnit reaches the condition by reflection, users need not.
@ExtendWith(ProgramCondition.class)
public @interface RequiresProgram {
    /** The program's name. */
    String value();

    /** What to do to have it, such as "apt-get install etcd-server". */
    String remedy();
}
