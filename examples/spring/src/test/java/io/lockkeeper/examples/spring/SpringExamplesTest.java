package io.lockkeeper.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples print what they are there to show. */
class SpringExamplesTest {

    @Test
    void lockedMethods() throws Exception {
        assertThat(printed(() -> LockedMethods.main(new String[0])))
                .containsExactly(
                        "shipped under order:42",
                        "[account:ann, account:bob] are held",
                        "3 locks",
                        "nightly runs",
                        "order 42 is free");
    }

    @Test
    void leaderMethods() throws Exception {
        assertThat(printed(() -> LeaderMethods.main(new String[0])))
                .containsExactly(
                        "The first sends invoices; fencing token: true",
                        "Revoked; lost: false",
                        "The second sends invoices; fencing token: true",
                        "Revoked; lost: false");
    }

    @Test
    void idempotentMethods() throws Exception {
        assertThat(printed(() -> IdempotentMethods.main(new String[0])))
                .containsExactly(
                        "charge 1, bank's key of 43 characters",
                        "charge 1, bank's key of 43 characters",
                        "Mismatch[]",
                        "the card has a limit",
                        "Rejected[reason=FAILED, failure=Optional[StoredFailure["
                                + "type=io.lockkeeper.examples.spring.IdempotentMethods$CardRefused, message=the card has a"
                                + " limit]]]",
                        "Executed[value=500]",
                        "Replayed[value=500]");
    }

    /** A program. */
    private interface Main {
        void run() throws Exception;
    }

    private static List<String> printed(Main example) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
