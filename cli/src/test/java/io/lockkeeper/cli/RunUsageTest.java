package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How the command line of `run` is written, and what is said of one that is wrong. */
final class RunUsageTest {
    private static Lockkeeper run(String... words) throws Exception {
        return Lockkeeper.ended("memory:x", words);
    }

    private static void assertRefused(String reason, String... words) throws Exception {
        try (Lockkeeper run = run(words)) {
            assertThat(run.code()).as(reason + run.err()).isEqualTo(64);
            assertThat(run.err()).startsWith("lockkeeper: ").contains(reason).hasLineCount(1);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void aForgottenNameIsNotTakenFromTheCommand() throws Exception {
        assertRefused("NAME is missing before --", "run", "--", "echo", "ran");
    }

    @Test
    void anUnknownOptionIsNamedThoughThereAreSeveralNames() throws Exception {
        assertRefused("Unknown option --wiat", "run", "a", "b", "--wiat", "5", "--", "echo", "ran");
    }

    @Test
    void withoutDashesNothingIsRun() throws Exception {
        String reason = "-- is missing before COMMAND, here 'echo'. Usage: lockkeeper run [options] NAME... -- COMMAND";
        assertRefused(reason, "run", "a", "echo", "ran");
        assertRefused(reason, "run", "a", "echo", "-x", "--unknown");
    }

    @Test
    void aForgottenCommandIsMissed() throws Exception {
        assertRefused("COMMAND is missing", "run", "a");
        assertRefused("COMMAND is missing", "run", "a", "--");
    }

    @Test
    void aTextForTheShellIsRunInsteadOfACommand() throws Exception {
        try (Lockkeeper after = run("run", "a", "-c", "echo \"$LOCKKEEPER_NAME\" | tr a b; exit 3");
                Lockkeeper before = run("run", "--command=echo ran", "a");
                Lockkeeper dash = run("run", "a", "-c", "-x 2>/dev/null || echo ran")) {
            assertThat(after.code()).as(after.err()).isEqualTo(3);
            assertThat(after.out()).isEqualTo("b\n");
            assertThat(before.out()).isEqualTo("ran\n");
            assertThat(dash.out()).isEqualTo("ran\n");
        }
        assertRefused("-c TEXT and -- COMMAND cannot be combined", "run", "a", "-c", "echo ran", "--", "echo", "ran");
        assertRefused("-c needs a command", "run", "a", "-c", "");
    }

    @Test
    void shortOptionsMayBeWrittenTogether() throws Exception {
        String store = OwnFolders.store();
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "echo held; sleep 60")
                        .says("held");
                Lockkeeper code = Lockkeeper.ended(store, "run", "-nqE5", "a", "--", "true");
                Lockkeeper time = Lockkeeper.ended(store, "run", "-qw0.3", "-E", "6", "a", "--", "true");
                Lockkeeper zero = Lockkeeper.ended(store, "run", "-w", "0", "a", "--", "true")) {
            assertThat(holder.isAlive()).isTrue();
            assertThat(code.code()).as(code.err()).isEqualTo(5);
            assertThat(code.err()).isEmpty();
            assertThat(time.code()).as(time.err()).isEqualTo(6);
            assertThat(zero.code()).as(zero.err()).isEqualTo(75);
            assertThat(zero.err()).contains("could not be acquired: it is held by");
        }
    }
}
