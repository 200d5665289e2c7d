package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

class RequiresProgramTest {
    private static final String REASON = "no-such-server is not on the PATH: apt-get install no-such-server";

    @RequiresProgram(value = "sh", remedy = "apt-get install dash")
    private static final class NeedsShell {}

    @RequiresProgram(value = "no-such-server", remedy = "apt-get install no-such-server")
    private static final class NeedsMore {}

    @RequiresMore
    private static final class NeedsMoreByAnAnnotation {}

    @RequiresNewer("no-such-server")
    private static final class NeedsNewer {}

    @RequiresProgram(value = "no-such-server", remedy = "apt-get install no-such-server")
    @Retention(RetentionPolicy.RUNTIME)
    private @interface RequiresMore {}

    @Test
    void a_missing_program_skips_a_test_with_its_reason() {
        ConditionEvaluationResult result = ProgramCondition.refuse(REASON, Map.of());
        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).contains(REASON);
    }

    @Test
    void a_missing_program_fails_a_test_in_ci() {
        assertThatThrownBy(() -> ProgramCondition.refuse(REASON, Map.of("CI", "true")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(REASON);
    }

    @Test
    void a_program_that_is_there_lets_a_test_run() {
        assertThat(ProgramCondition.missing(NeedsShell.class)).isEmpty();
        assertThat(ProgramCondition.missing(Object.class)).isEmpty();
    }

    @Test
    void the_need_is_found_on_a_test_and_on_its_annotations() {
        assertThat(ProgramCondition.missing(NeedsMore.class)).contains(REASON);
        assertThat(ProgramCondition.missing(NeedsMoreByAnAnnotation.class)).contains(REASON);
    }

    @Test
    void a_newer_server_that_was_not_unpacked_is_missing() {
        assertThat(ProgramCondition.missing(NeedsNewer.class))
                .contains("no-such-server is not among the newer servers: let ./test unpack them");
    }
}
