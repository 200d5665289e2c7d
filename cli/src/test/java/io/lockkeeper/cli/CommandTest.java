package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of the supervisor share: a folder in which commands leave traces, and an end for all that was started. */
abstract class CommandTest {
    static final Duration GRACE = Duration.ofMillis(500);
    static final Duration LONG = Duration.ofMinutes(1);
    static final LongSupplier NO_DEADLINE = () -> Long.MAX_VALUE;

    @TempDir
    Path folder;

    private final List<Supervisor> supervisors = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    Supervisor supervisor(String... command) throws IOException {
        Supervisor supervisor = TestSupervisor.start(List.of(command));
        supervisors.add(supervisor);
        return supervisor;
    }

    /** A supervisor of a shell that runs the script, in which $0 is the folder. */
    Supervisor shell(String script) throws IOException {
        return supervisor("sh", "-c", script, folder.toString());
    }

    static Running run(Supervisor supervisor, Duration grace) throws IOException {
        return supervisor.run(Map.of(), grace, OnLost.KILL, NO_DEADLINE);
    }

    Process started(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** Another JVM that runs COMMAND under a supervisor. */
    Process jvm(Duration grace, String remaining, String... command) throws IOException {
        return started(new ProcessBuilder(SupervisorProgram.line(grace, remaining, command))
                .redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }

    static void send(String signal, long pid) throws Exception {
        Process kill = new ProcessBuilder("perl", "-e", "kill @ARGV", signal, Long.toString(pid)).start();
        if (!kill.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("kill hangs");
        }
    }

    Path trace(String name) {
        return folder.resolve(name);
    }

    @AfterEach
    void endAll() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        for (Supervisor supervisor : supervisors) {
            supervisor.close();
        }
    }
}
