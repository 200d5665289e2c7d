package io.lockkeeper.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The examples print what they are there to show. */
class SpringExamplesTest {

    @Test
    void lockedMethods() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            LockedMethods.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "shipped under order:42",
                        "[account:ann, account:bob] are held",
                        "3 locks",
                        "nightly runs",
                        "order 42 is free");
    }
}
