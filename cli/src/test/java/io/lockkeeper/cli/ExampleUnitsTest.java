package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The units of {@code examples/systemd}, as far as they can be checked without systemd. */
final class ExampleUnitsTest {
    private static final Path FOLDER = PrintedCommandsTest.ROOT.resolve("examples/systemd");

    /** What these units use, of all that there is: a key in the wrong section is ignored by systemd. */
    private static final Map<String, Set<String>> KEYS = Map.of(
            "Unit",
            Set.of("Description", "Documentation", "Wants", "After", "StartLimitIntervalSec", "StartLimitBurst"),
            "Service",
            Set.of(
                    "Type",
                    "User",
                    "SupplementaryGroups",
                    "ExecStart",
                    "Restart",
                    "RestartSec",
                    "RestartPreventExitStatus",
                    "RestartForceExitStatus",
                    "SuccessExitStatus",
                    "KillMode",
                    "TimeoutStopSec"),
            "Timer",
            Set.of("OnCalendar", "Persistent", "AccuracySec"),
            "Install",
            Set.of("WantedBy"));

    private static final Set<String> OWN_CODES = Set.of("64", "69", "70", "75", "76", "126", "127", "143");

    static Stream<String> units() throws IOException {
        return names(".service", ".timer");
    }

    static Stream<String> services() throws IOException {
        return names(".service");
    }

    private static Stream<String> names(String... ends) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> Stream.of(ends).anyMatch(name::endsWith))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** Sections and their keys. */
    private static Map<String, Map<String, String>> read(String unit) throws IOException {
        Map<String, Map<String, String>> sections = new LinkedHashMap<>();
        Map<String, String> section = Map.of();
        for (String line : Files.readAllLines(FOLDER.resolve(unit))) {
            if (line.startsWith("[")) {
                section = new LinkedHashMap<>();
                sections.put(line.substring(1, line.length() - 1), section);
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                int equals = line.indexOf('=');
                assertThat(equals).as(line).isPositive();
                assertThat(section.put(line.substring(0, equals), line.substring(equals + 1)))
                        .as("an earlier value of " + line)
                        .isNull();
            }
        }
        return sections;
    }

    @ParameterizedTest
    @MethodSource("units")
    void everyKeyStandsInItsSection(String unit) throws Exception {
        read(unit).forEach((section, keys) -> {
            assertThat(KEYS).containsKey(section);
            assertThat(KEYS.get(section)).as(section).containsAll(keys.keySet());
            assertThat(keys.values()).as(section).noneMatch(String::isBlank);
        });
    }

    @ParameterizedTest
    @MethodSource("services")
    void theyStartLockkeeperAsItWantsToBeStarted(String unit) throws Exception {
        Map<String, String> service = Objects.requireNonNull(read(unit).get("Service"));
        String start = service.getOrDefault("ExecStart", "");
        assertThat(start).startsWith("/usr/bin/lockkeeper run ");
        // Of a single $, systemd makes a variable of its own.
        assertThat(start.replace("$$", "")).doesNotContain("$");
        List<List<String>> lines = PrintedCommands.inShell(start.replace("$$", "$"));
        assertThat(lines).hasSize(1);
        Arguments arguments = CommandCheck.check(lines.get(0));
        if (!arguments.has(RunVerb.COMMAND)) {
            assertThat(arguments.command().get(0)).startsWith("/");
        }
    }

    /** TERM is passed on, and what it ends has code 143: stopping a unit would be a failure of it. */
    @ParameterizedTest
    @MethodSource("services")
    void aStopIsNoFailureAndLeavesTheCommandItsTime(String unit) throws Exception {
        Map<String, String> service = Objects.requireNonNull(read(unit).get("Service"));
        assertThat(service.getOrDefault("SuccessExitStatus", "").split(" ")).contains("143");
        assertThat(service).containsEntry("KillMode", "mixed");
        assertThat(Durations.parse(service.getOrDefault("TimeoutStopSec", ""))).isGreaterThan(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @MethodSource("services")
    void restartsFollowTheExitCodes(String unit) throws Exception {
        Map<String, String> service = Objects.requireNonNull(read(unit).get("Service"));
        List<String> never = codes(service, "RestartPreventExitStatus");
        List<String> always = codes(service, "RestartForceExitStatus");
        List<String> success = codes(service, "SuccessExitStatus");
        for (List<String> codes : List.of(never, always, success)) {
            assertThat(codes).isSubsetOf(OWN_CODES);
        }
        assertThat(always).doesNotContainAnyElementsOf(success);
        assertThat(success).doesNotContain("64", "69", "70", "76", "126", "127");
        if (Objects.equals(service.get("Type"), "oneshot")) {
            assertThat(service.keySet()).as("what systemd refuses").doesNotContain("Restart", "RestartForceExitStatus");
        }
        if (service.containsKey("Restart")) {
            assertThat(never).contains("64", "126", "127");
        }
    }

    private static List<String> codes(Map<String, String> service, String key) {
        String value = service.get(key);
        return value == null ? List.of() : List.of(value.split(" "));
    }

    @Test
    void everyTimerHasItsService() throws Exception {
        List<String> services = services().toList();
        List<String> timed = new ArrayList<>();
        names(".timer").forEach(timer -> timed.add(timer.replace(".timer", ".service")));
        assertThat(timed).isNotEmpty();
        assertThat(services).containsAll(timed);
    }
}
