package io.lockkeeper.micrometer;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The timers and counters of one set of tags. All are registered at once: an alert on an increase needs the zero before. */
final class Meters {

    private final MeterRegistry registry;
    private final Tags tags;
    private final Timer acquired;
    private final Timer handedOver;
    private final Timer contention;
    private final Timer hold;
    private final Timer lag;
    private final Counter late;
    private final Counter recalled;
    private final Counter unanswered;
    private final Map<LockEvent.NotAcquired.Reason, Timer> vain;
    private final Map<LeaseLoss.Reason, Counter> lost;

    Meters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        this.acquired = wait("acquired");
        this.handedOver = wait("handed_over");
        this.vain = each(LockEvent.NotAcquired.Reason.class, this::wait);
        this.contention = timer("contention", "Waits for a lock that was taken, which ended with the lock");
        this.hold = timer("hold", "How long locks were held until their release");
        this.lag = timer("renew.lag", "How late renewals of leases were answered");
        this.late = counter("renew.late", "Renewals after more than two thirds of the lease time");
        this.lost = each(LeaseLoss.Reason.class, this::lost);
        this.recalled = counter("recalled", "Leases that somebody asked the holder to release");
        this.unanswered = counter("unanswered", "Requests that the store did not answer");
    }

    private static <K extends Enum<K>, M> Map<K, M> each(Class<K> keys, Function<String, M> meter) {
        Map<K, M> all = new EnumMap<>(keys);
        for (K key : Objects.requireNonNull(keys.getEnumConstants())) {
            all.put(key, meter.apply(key.name().toLowerCase(Locale.ROOT)));
        }
        return all;
    }

    private Timer wait(String outcome) {
        return Timer.builder("lockkeeper.wait")
                .description("How long acquisitions took until the lock or another answer")
                .tags(tags.and("outcome", outcome))
                .register(registry);
    }

    private Timer timer(String name, String description) {
        return Timer.builder("lockkeeper." + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private Counter lost(String reason) {
        return Counter.builder("lockkeeper.lost")
                .description("Leases that were lost")
                .tags(tags.and("reason", reason))
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder("lockkeeper." + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    void acquired(Duration waited, boolean contended) {
        acquired.record(waited);
        if (contended) {
            contention.record(waited);
        }
    }

    void handedOver(Duration waited) {
        handedOver.record(waited);
        contention.record(waited);
    }

    void notAcquired(LockEvent.NotAcquired.Reason reason, Duration waited) {
        Objects.requireNonNull(vain.get(reason)).record(waited);
    }

    void released(Duration held) {
        hold.record(held);
    }

    void lost(LeaseLoss.Reason reason) {
        Objects.requireNonNull(lost.get(reason)).increment();
    }

    void renewed(Duration behind) {
        lag.record(behind);
    }

    void renewedLate() {
        late.increment();
    }

    void recalled() {
        recalled.increment();
    }

    void unanswered() {
        unanswered.increment();
    }
}
