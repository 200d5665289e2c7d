package io.lockkeeper.models;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each model keeps its promises; and breaks the one that its configuration names when the rule behind it is taken away. */
class ModelsTest {

    private static final Path MODELS = Path.of(System.getProperty("lockkeeper.root"), "docs", "models");
    private static final boolean LARGE = "large".equals(System.getProperty("models"));
    private static final Duration PATIENCE = LARGE ? Duration.ofHours(12) : Duration.ofMinutes(10);
    private static final int AT_ONCE = 2;

    @TempDir
    static Path scratch;

    private static final ExecutorService RUNS = Executors.newFixedThreadPool(AT_ONCE);

    @AfterAll
    static void stop() {
        RUNS.shutdownNow();
    }

    @TestFactory
    List<DynamicTest> models() {
        Tlc tlc = new Tlc(MODELS, scratch, PATIENCE, LARGE ? 4 : 1);
        return Configuration.in(LARGE ? MODELS.resolve("large") : MODELS).stream()
                .map(each -> {
                    Future<Outcome> run = RUNS.submit(() -> tlc.check(each));
                    return dynamicTest(each.name(), () -> judge(each, run));
                })
                .toList();
    }

    @Test
    void every_model_is_checked_as_it_is_and_with_a_rule_taken_away() {
        List<Configuration> all = Configuration.in(MODELS);
        Map<String, Boolean> holds = all.stream()
                .collect(toMap(Configuration::model, each -> each.expected().isEmpty(), Boolean::logicalOr));
        Map<String, Boolean> fails = all.stream()
                .collect(toMap(Configuration::model, each -> each.expected().isPresent(), Boolean::logicalOr));
        assertThat(holds).hasSizeGreaterThan(1).doesNotContainValue(false);
        assertThat(fails).doesNotContainValue(false);
    }

    private static void judge(Configuration configuration, Future<Outcome> run) throws Exception {
        Outcome outcome = run.get();
        System.out.printf("%s %s%n", configuration.name(), outcome);
        Optional<String> violated =
                outcome instanceof Outcome.Violated found ? Optional.of(found.property()) : Optional.empty();
        assertThat(outcome).isNotInstanceOf(Outcome.Failed.class);
        assertThat(violated).as("what %s violates", configuration.name()).isEqualTo(configuration.expected());
        if (outcome instanceof Outcome.Violated found) {
            assertThat(row(configuration))
                    .contains("| `" + found.property() + "` | ")
                    .endsWith(found.shortest() ? "| " + found.trace() + " states |" : " states |");
        }
    }

    /** What the table of the models' README says of a configuration that fails. */
    private static String row(Configuration configuration) throws IOException {
        String begin = "| `" + configuration.name() + "` | ";
        return Files.readAllLines(MODELS.resolve("README.md")).stream()
                .filter(line -> line.startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError("docs/models/README.md has no row of " + configuration.name()));
    }
}
