package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

class RequiresProgramTest {
    private static final String REASON = "no-such-server is not on the PATH: apt-get install no-such-server";

    @RequiresRedisOnPath
    private static final class NeedsRedis {}

    @RequiresProgram(value = "etcd", remedy = "apt-get install etcd-server")
    private static final class NeedsEtcd {}

    @Test
    void a_missing_program_skips_a_test_with_its_reason() {
        ConditionEvaluationResult result = evaluate("no-such-server", Map.of());
        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).contains(REASON);
    }

    @Test
    void a_missing_program_fails_a_test_in_ci() {
        assertThatThrownBy(() -> evaluate("no-such-server", Map.of("CI", "true")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(REASON);
    }

    @Test
    void a_program_that_is_there_lets_a_test_run() {
        assertThat(evaluate("sh", Map.of("CI", "true")).isDisabled()).isFalse();
    }

    @Test
    void the_need_is_found_on_a_test_and_on_its_annotations() {
        assertThat(ProgramCondition.need(NeedsEtcd.class).orElseThrow().value()).isEqualTo("etcd");
        assertThat(ProgramCondition.need(NeedsRedis.class).orElseThrow().value())
                .isEqualTo("redis-server");
        assertThat(ProgramCondition.need(Object.class)).isEmpty();
    }

    private static ConditionEvaluationResult evaluate(String program, Map<String, String> environment) {
        return ProgramCondition.evaluate(program, "apt-get install " + program, environment);
    }
}
