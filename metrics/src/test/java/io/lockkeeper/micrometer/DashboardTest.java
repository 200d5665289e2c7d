package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The dashboard and the page on metrics show what a Prometheus registry has after locks were used, and all of it. */
class DashboardTest {

    private static final Pattern METRIC = Pattern.compile("lockkeeper_\\w+");
    private static final Pattern SUFFIX = Pattern.compile("_(seconds_count|seconds_sum|seconds_max|total)$");
    private static final Pattern LABEL =
            Pattern.compile("(\\w+)(?:=|!=|=~)\"|by \\((\\w+)(?:, (\\w+))?\\)|\\{\\{(\\w+)}}");

    private final World world = new World();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @BeforeEach
    void useLocks() throws Exception {
        IdempotencyMetrics.of(registry, LockMetricsOptions.forStore("memory"));
        LockMetrics metrics = LockMetrics.of(registry, LockMetricsOptions.forStore("memory"));
        LockClient client = world.client(metrics);
        metrics.bind(client);
        Lease foreign = world.client().lock("a").acquire();
        CompletableFuture<Lease> waiting = client.lock("a").acquireAsync();
        foreign.close();
        try (Lease lease = answer(World.PATIENCE, waiting)) {
            world.pass(Duration.ofSeconds(15));
            lease.ensureHeld();
        }
        client.lock("b", LockOptions.defaults().withFixedLease(Duration.ofSeconds(1)))
                .acquire();
        world.pass(Duration.ofSeconds(2));
        eventually(
                World.PATIENCE,
                () -> assertThat(registry.get("lockkeeper.lost")
                                .tag("reason", "expired")
                                .counter()
                                .count())
                        .isEqualTo(1));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Set<String> scraped() {
        return matches(
                registry.scrape().lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n")));
    }

    private static Set<String> matches(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> families(Set<String> metrics) {
        return metrics.stream()
                .map(metric -> SUFFIX.matcher(metric).replaceAll(""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Object dashboard() throws IOException {
        String json = Files.readString(Path.of("grafana", "lockkeeper.json"));
        return new Load(LoadSettings.builder().build()).loadFromString(json);
    }

    /** All texts of a document under a key. */
    private static Stream<String> texts(Object node, String key) {
        if (node instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .flatMap(entry -> entry.getKey().equals(key) && entry.getValue() instanceof String text
                            ? Stream.of(text)
                            : texts(entry.getValue(), key));
        }
        return node instanceof Collection<?> all ? all.stream().flatMap(each -> texts(each, key)) : Stream.empty();
    }

    @Test
    void everyExpressionOfTheDashboardHasItsMetrics() throws Exception {
        List<String> expressions =
                Stream.of("expr", "query").flatMap(key -> textsOf(key)).toList();
        assertThat(expressions).hasSizeGreaterThan(20);
        assertThat(matches(String.join("\n", expressions))).isNotEmpty().isSubsetOf(scraped());
    }

    private static Stream<String> textsOf(String key) {
        try {
            return texts(dashboard(), key);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    @Test
    void everyMetricIsOnTheDashboard() throws Exception {
        String expressions = textsOf("expr").collect(Collectors.joining("\n"));
        assertThat(families(matches(expressions))).isEqualTo(families(scraped()));
    }

    @Test
    void everyLabelOfTheDashboardIsATag() throws Exception {
        Set<String> tags = registry.getMeters().stream()
                .flatMap(meter -> meter.getId().getTags().stream())
                .map(Tag::getKey)
                .collect(Collectors.toSet());
        tags.add("instance"); // Prometheus's own.
        String texts =
                Stream.of("expr", "legendFormat").flatMap(key -> textsOf(key)).collect(Collectors.joining("\n"));
        Set<String> used = LABEL.matcher(texts)
                .results()
                .flatMap(match -> Stream.of(1, 2, 3, 4).map(match::group))
                .filter(label -> label != null)
                .collect(Collectors.toSet());
        assertThat(used).contains("store", "outcome", "reason", "instance").isSubsetOf(tags);
    }

    @Test
    void thePageOnMetricsHasARowForEachMeterWithItsTags() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "metrics.md"));
        for (Meter meter : registry.getMeters()) {
            String row = page.lines()
                    .filter(line -> line.startsWith("| `" + meter.getId().getName() + "`"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no row for " + meter.getId()));
            assertThat(row).contains(meter.getId().getType().name().toLowerCase(Locale.ROOT));
            for (Tag tag : meter.getId().getTags()) {
                assertThat(row).contains("`" + tag.getKey() + "`");
            }
        }
        Set<String> rows = page.lines()
                .filter(line -> line.startsWith("| `lockkeeper.") && !line.startsWith("| `lockkeeper.lock."))
                .map(line -> line.split("`", -1)[1])
                .collect(Collectors.toSet());
        assertThat(rows)
                .isEqualTo(registry.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .collect(Collectors.toSet()));
    }
}
