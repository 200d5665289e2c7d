package io.lockkeeper.micrometer;

import io.lockkeeper.idempotency.FailureDecision;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyListener;
import io.lockkeeper.idempotency.Rejection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The meters of idempotent requests, fed by events.
 *
 * <pre>{@code
 * IdempotencyMetrics metrics = IdempotencyMetrics.of(registry, LockMetricsOptions.forStore(url));
 * RedisIdempotency.connect(url, IdempotencySettings.defaults().withListener(metrics));
 * }</pre>
 *
 * <p>{@code docs/metrics.md} lists the meters. All exist from the beginning, with the value 0. None has a key or a scope as a tag: scopes may
 * be made of tenants and users. Safe for use by many threads.
 */
public final class IdempotencyMetrics implements IdempotencyListener {

    private static final String REQUESTS = "lockkeeper.idempotency.requests";

    private final Timer executed;
    private final Timer waited;
    private final Counter replayed;
    private final Counter conflicted;
    private final Counter mismatched;
    private final Map<Rejection, Counter> refused = new EnumMap<>(Rejection.class);
    private final Map<FailureDecision, Counter> failed = new EnumMap<>(FailureDecision.class);
    private final Counter expired;
    private final Counter lost;

    private IdempotencyMetrics(MeterRegistry registry, Tags tags) {
        executed = Timer.builder("lockkeeper.idempotency.execution")
                .description("Time from the claim to the stored value, of operations that ran")
                .tags(tags)
                .register(registry);
        waited = Timer.builder("lockkeeper.idempotency.wait")
                .description("Time that repeats took, the wait for the request in flight included")
                .tags(tags)
                .register(registry);
        replayed = requests(registry, tags, "replayed", "none");
        conflicted = requests(registry, tags, "conflicted", "none");
        mismatched = requests(registry, tags, "mismatched", "none");
        for (Rejection reason : Rejection.values()) {
            refused.put(reason, requests(registry, tags, "rejected", lower(reason)));
        }
        for (FailureDecision decision : FailureDecision.values()) {
            failed.put(decision, requests(registry, tags, "failed", lower(decision)));
        }
        expired = Counter.builder("lockkeeper.idempotency.expired")
                .description("Keys that were taken over because their attempt did not finish within its lease")
                .tags(tags)
                .register(registry);
        lost = Counter.builder("lockkeeper.idempotency.lost")
                .description("Attempts that lost their key before their outcome was stored")
                .tags(tags)
                .register(registry);
    }

    /**
     * Registers the meters.
     *
     * @param registry where
     * @param options their tags; names are not used
     * @return the meters, to be given to {@link io.lockkeeper.idempotency.IdempotencySettings#withListener}
     */
    public static IdempotencyMetrics of(MeterRegistry registry, LockMetricsOptions options) {
        return new IdempotencyMetrics(registry, options.tags().and("store", options.store()));
    }

    private static Counter requests(MeterRegistry registry, Tags tags, String outcome, String reason) {
        return Counter.builder(REQUESTS)
                .description("Requests that did not end with a value of their own")
                .tags(tags)
                .tag("outcome", outcome)
                .tag("reason", reason)
                .register(registry);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void onEvent(IdempotencyEvent event) {
        if (event instanceof IdempotencyEvent.Executed ran) {
            executed.record(ran.duration());
        } else if (event instanceof IdempotencyEvent.Replayed repeat) {
            replayed.increment();
            waited.record(repeat.waited());
        } else if (event instanceof IdempotencyEvent.Conflicted conflict) {
            conflicted.increment();
            waited.record(conflict.waited());
        } else if (event instanceof IdempotencyEvent.Mismatched) {
            mismatched.increment();
        } else if (event instanceof IdempotencyEvent.Refused refusal) {
            count(refused.get(refusal.reason()));
        } else if (event instanceof IdempotencyEvent.Failed failure) {
            count(failed.get(failure.decision()));
        } else if (event instanceof IdempotencyEvent.Expired) {
            expired.increment();
        } else if (event instanceof IdempotencyEvent.Lost) {
            lost.increment();
        }
    }

    private static void count(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }
}
