package io.lockkeeper.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockEvent;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A program with a million locks does not have a million time series. */
class LockNamesTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private Set<String> labels(LockMetricsOptions options, String... names) {
        LockMetrics metrics = LockMetrics.of(registry, options);
        for (String name : names) {
            metrics.onEvent(new LockEvent.Released(name, 1, Duration.ofSeconds(1)));
        }
        return registry.find("lockkeeper.hold").timers().stream()
                .filter(timer -> timer.count() > 0)
                .map(timer -> Objects.requireNonNullElse(timer.getId().getTag("lock"), "no tag"))
                .collect(Collectors.toSet());
    }

    @Test
    void namesAreNoTagsByDefault() {
        assertThat(labels(LockMetricsOptions.forStore("redis"), "a", "b")).containsExactly("no tag");
        Set<String> keys = registry.getMeters().stream()
                .map(Meter::getId)
                .flatMap(id -> id.getTags().stream())
                .map(tag -> tag.getKey())
                .collect(Collectors.toSet());
        assertThat(keys).containsExactlyInAnyOrder("store", "outcome", "reason");
    }

    @Test
    void onlySoManyNamesAreToldApart() {
        LockMetricsOptions options = LockMetricsOptions.forStore("redis").withNames(2);
        assertThat(labels(options, "a", "b", "c", "d", "a")).containsExactlyInAnyOrder("a", "b", "(other)");
    }

    @Test
    void aFunctionGroupsThem() {
        LockMetricsOptions options =
                LockMetricsOptions.forStore("redis").withNames(10, name -> name.substring(0, name.indexOf(':')));
        assertThat(labels(options, "orders:1", "orders:2", "stock:1", ":none", "fails"))
                .containsExactlyInAnyOrder("orders", "stock", "(other)");
    }

    @Test
    void theStoreIsASchemeThatShowsNoPassword() {
        assertThat(LockMetricsOptions.forStore("REDIS://ann:secret@host/0").store())
                .isEqualTo("redis");
        assertThatThrownBy(() -> LockMetricsOptions.forStore(":secret")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyMeterHasTheTagsOfTheProgram() {
        LockMetrics metrics =
                LockMetrics.of(registry, LockMetricsOptions.forStore("redis").withTags(Tags.of("server", "one")));
        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getTag("server")).isEqualTo("one"));
        metrics.close();
    }
}
