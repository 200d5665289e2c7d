package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemTest {

    private static final Optional<URI> POLICY = Optional.of(URI.create("https://shop.example/idempotency"));

    @Test
    void itPointsToThePolicy() {
        assertThat(new String(Problem.KEY_MISSING.document(POLICY, "Send \"it\""), UTF_8))
                .isEqualTo("{\"type\":\"https://shop.example/idempotency#key-missing\","
                        + "\"title\":\"Idempotency key is missing\",\"status\":400,\"code\":\"key-missing\","
                        + "\"detail\":\"Send \\\"it\\\"\"}");
        assertThat(Problem.link(POLICY)).hasValue("<https://shop.example/idempotency>; rel=\"describedby\"");
    }

    @Test
    void withoutAPolicyItsTypeIsBlank() {
        assertThat(new String(Problem.KEY_REUSED.document(Optional.empty(), ""), UTF_8))
                .startsWith("{\"type\":\"about:blank\",");
        assertThat(Problem.link(Optional.empty())).isEmpty();
    }
}
