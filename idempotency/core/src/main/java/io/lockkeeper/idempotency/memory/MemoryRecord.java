package io.lockkeeper.idempotency.memory;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A record. Times are those of the store's clock, in nanoseconds.
 *
 * @param owned the last attempt
 * @param fingerprint that of the first request
 * @param number how many attempts there were
 * @param times since when, until when
 * @param content recovery points while in progress, the outcome afterwards
 */
record MemoryRecord(Ownership owned, Fingerprint fingerprint, int number, Times times, Content content) {

    static final long NEVER = Long.MAX_VALUE;

    /**
     * The times of a record.
     *
     * @param since when the last attempt began
     * @param leaseEnd when its lease ends; when it was finished, afterwards
     * @param purge when the record is purged; {@link #NEVER}
     */
    record Times(long since, long leaseEnd, long purge) {

        static long purge(long from, Retention retention) {
            return retention.duration().map(kept -> from + kept.toNanos()).orElse(NEVER);
        }
    }

    /**
     * The content of a record.
     *
     * @param state its state
     * @param points recovery points
     * @param outcome the outcome, empty while in progress
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(IdempotencyState state, List<RecoveryPoint> points, byte[] outcome) {}

    boolean inProgress() {
        return content.state() == IdempotencyState.IN_PROGRESS;
    }

    boolean isOf(Ownership attempt) {
        return owned.equals(attempt);
    }

    boolean isPurged(long now) {
        return times.purge() != NEVER && times.purge() - now <= 0;
    }

    MemoryRecord finished(long now, StoredEnd end) {
        return new MemoryRecord(
                owned,
                fingerprint,
                number,
                new Times(times.since(), now, Times.purge(now, end.retention())),
                new Content(end.state(), List.of(), end.outcome()));
    }

    MemoryRecord until(long leaseEnd, Retention abandoned) {
        return new MemoryRecord(
                owned,
                fingerprint,
                number,
                new Times(times.since(), leaseEnd, Times.purge(leaseEnd, abandoned)),
                content);
    }

    MemoryRecord expired(long now) {
        return new MemoryRecord(owned, fingerprint, number, new Times(times.since(), now, times.purge()), content);
    }

    MemoryRecord with(List<RecoveryPoint> points) {
        return new MemoryRecord(
                owned,
                fingerprint,
                number,
                times,
                new Content(content.state(), List.copyOf(points), content.outcome()));
    }

    MemoryRecord with(long token) {
        return new MemoryRecord(new Ownership(owned.key(), owned.owner(), token), fingerprint, number, times, content);
    }

    IdempotencyRecord shown(IdempotencyKey key, long now, Instant wall) {
        Duration left = inProgress() ? Duration.ofNanos(times.leaseEnd() - now) : Duration.ZERO;
        return new IdempotencyRecord(
                key,
                content.state(),
                fingerprint,
                new IdempotencyRecord.LastAttempt(owned.token(), number, wall.minusNanos(now - times.since()), left),
                inProgress()
                        ? Optional.empty()
                        : Optional.of(new IdempotencyRecord.Finished(
                                wall.minusNanos(now - times.leaseEnd()),
                                times.purge() == NEVER
                                        ? Optional.empty()
                                        : Optional.of(Duration.ofNanos(times.purge() - now)),
                                content.outcome().length)));
    }
}
