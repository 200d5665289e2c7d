package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** COMMAND gets what it would get without a supervisor. */
class SupervisorHandsOverTest extends CommandTest {
    @Test
    void environmentVariablesArrive() throws Exception {
        Supervisor supervisor = shell("printf %s \"$LOCK\" > $0/lock; printf %s \"$EMPTY-\" > $0/rest");
        Map<String, String> environment = Map.of("LOCK", "orders 42\n100%+\u00fc=\u20ac%41", "EMPTY", "");
        assertThat(supervisor.run(environment, GRACE, OnLost.KILL, NO_DEADLINE).await())
                .isEqualTo(new Outcome.Exited(0));
        assertThat(trace("lock")).hasContent("orders 42\n100%+\u00fc=\u20ac%41");
        assertThat(trace("rest")).hasContent("-");
    }

    @Test
    void argumentsArrive() throws Exception {
        List<String> arguments = List.of("a b", "it's \"quoted\"", "two\nlines", "", "*", "-e", "--", "$HOME;exit");
        List<String> command =
                new ArrayList<>(List.of("perl", "-e", "open my $f, '>', shift; print $f join chr 0, @ARGV"));
        command.addAll(List.of("--", trace("arguments").toString()));
        command.addAll(arguments);
        assertThat(run(supervisor(command.toArray(String[]::new)), GRACE).await())
                .isEqualTo(new Outcome.Exited(0));
        assertThat(Files.readString(trace("arguments")).split("\0", -1)).containsExactlyElementsOf(arguments);
    }

    @Test
    void aMegabytePassesThroughStandardInputAndOutput() throws Exception {
        byte[] bytes = new byte[1 << 20];
        new Random(42).nextBytes(bytes);
        Process jvm = jvm(GRACE, "-", "cat");
        CompletableFuture<Void> fed = CompletableFuture.runAsync(() -> {
            try (OutputStream input = jvm.getOutputStream()) {
                input.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(jvm.getInputStream().readAllBytes()).isEqualTo(bytes);
        fed.join();
        assertThat(jvm.waitFor()).isZero();
    }

    @Test
    void signalsHaveTheirDefaultActions() throws Exception {
        // NUM32 and NUM33 are the C library's own; every process that a JVM starts ignores them. Each perl ignores FPE.
        String script = "print grep { !/^NUM|FPE/ && ($SIG{$_} // 'DEFAULT') ne 'DEFAULT' } sort keys %SIG";
        assertThat(output(withSignals("DEFAULT", "perl", "-e", script))).isEmpty();
    }

    @Test
    void whatNohupIgnoresStaysIgnored() throws Exception {
        String script = "kill -HUP $$; echo alive";
        assertThat(output(withSignals("IGNORE", "sh", "-c", script))).isEqualTo("alive\n");
    }

    /** Another JVM that runs COMMAND, started with these dispositions of what nohup and background jobs ignore. */
    private Process withSignals(String disposition, String... command) throws IOException {
        String perl = "$SIG{$_} = '" + disposition + "' for qw(HUP INT QUIT); exec @ARGV";
        List<String> line = new ArrayList<>(List.of("perl", "-e", perl, "--"));
        line.addAll(SupervisorProgram.line(GRACE, "-", command));
        return started(new ProcessBuilder(line));
    }
}
