package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of {@code examples/cron}, run as cron runs them: by its shell, in its environment. */
final class ExampleCronTest {
    private static final Path FILE = PrintedCommandsTest.ROOT.resolve("examples/cron/lockkeeper-jobs");
    private static final Pattern SETTING = Pattern.compile("([A-Z]+)=(.*)");
    private static final Pattern JOB = Pattern.compile("(?:[0-9*/,-]+ +){5}([a-z]+) +(lockkeeper .*)");

    @TempDir
    Path folder;

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<String> jobs = new ArrayList<>();

    @BeforeEach
    void read() throws Exception {
        for (String line : Files.readAllLines(FILE)) {
            Matcher setting = SETTING.matcher(line);
            Matcher job = JOB.matcher(line);
            if (setting.matches()) {
                settings.put(setting.group(1), setting.group(2));
            } else if (job.matches()) {
                jobs.add(job.group(2));
            } else {
                assertThat(line).as("a line that cron would not understand").matches("|#.*");
            }
        }
    }

    @Test
    void everyJobIsACommandLineThatIsTaken() {
        assertThat(jobs).hasSize(3);
        for (String job : jobs) {
            assertThat(job).as("cron ends a command at %").doesNotContain("%");
            List<List<String>> lines = PrintedCommands.inShell(job);
            assertThat(lines).hasSize(1);
            CommandCheck.check(lines.get(0));
        }
    }

    @Test
    void twoMachinesDoTheNightlyReportOnce() throws Exception {
        Path work = folder.resolve("work");
        Path end = folder.resolve("end");
        String report = job("nightly-report");
        program(
                "nightly-report",
                "echo begun >>" + work + "; until [ -e " + end + " ]; do sleep 0.02; done; echo done >>" + work);
        try (Lockkeeper first = Lockkeeper.start(cron(report))) {
            Eventually.until("the first began", () -> Files.exists(work));
            try (Lockkeeper second = Lockkeeper.start(cron(report))) {
                assertThat(second.code()).isEqualTo(ExitCode.CONFLICT);
                assertThat(second.out() + second.err())
                        .as("what cron would mail")
                        .isEmpty();
            }
            Files.createFile(end);
            Eventually.until("the first is done", () -> Files.readString(work).endsWith("done\n"));
            // LEAST has not passed.
            try (Lockkeeper third = Lockkeeper.start(cron(report))) {
                assertThat(third.code()).isEqualTo(ExitCode.CONFLICT);
            }
            assertThat(Files.readString(work)).isEqualTo("begun\ndone\n");
            first.process().destroy();
            assertThat(first.code()).isEqualTo(ExitCode.ofSignal(15));
            assertThat(first.out() + first.err()).as("what cron would mail").isEmpty();
        }
    }

    @Test
    void aReportThatFailsIsToldOf() throws Exception {
        settings.put("LEAST", "0");
        program("nightly-report", "echo no disk >&2; exit 9");
        try (Lockkeeper run = Lockkeeper.start(cron(job("nightly-report")))) {
            assertThat(run.code()).isEqualTo(9);
            assertThat(run.err()).isEqualTo("no disk\n");
        }
    }

    private String job(String name) {
        return jobs.stream()
                .filter(job -> job.startsWith("lockkeeper run " + name + " "))
                .findFirst()
                .orElseThrow();
    }

    /** What cron starts: nothing of the user's environment, no terminal, and here no home directory. */
    private ProcessBuilder cron(String job) throws Exception {
        List<String> words = Lockkeeper.line("").command();
        program("lockkeeper", "exec '" + String.join("' '", words) + "' \"$@\"");
        ProcessBuilder line = new ProcessBuilder(Objects.requireNonNull(settings.get("SHELL")), "-c", job);
        line.directory(folder.toFile());
        Map<String, String> environment = line.environment();
        environment.clear();
        environment.put("LOGNAME", "report");
        environment.put("HOME", folder.resolve("nowhere").toString());
        environment.putAll(settings);
        environment.put("PATH", folder.resolve("bin") + ":" + settings.get("PATH"));
        environment.put(StoreUrl.VARIABLE, "file:" + folder.resolve("locks"));
        return line;
    }

    private void program(String name, String text) throws Exception {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
