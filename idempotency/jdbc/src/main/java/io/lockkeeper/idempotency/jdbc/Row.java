package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table.
 *
 * @param fingerprint that of the first request
 * @param attempt the last attempt
 * @param times until when
 * @param content what is stored
 */
record Row(String fingerprint, Attempted attempt, Times times, Content content) {

    private static final int FORMAT = 1;
    private static final int IN_PROGRESS = 1;
    private static final int COMPLETED = 2;
    private static final int REJECTED = 3;

    /** The last attempt. */
    record Attempted(String owner, long token, int attempts, long since) {}

    /** Times in microseconds since 1970, and the time of the answer. */
    record Times(
            long leaseEnd,
            @Nullable Long finishedAt,
            @Nullable Long purgeAt,
            long now) {}

    /** What is stored: the outcome is empty where only its size was asked for. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(int format, int state, byte[] outcome, int storedBytes) {}

    /** A row with its outcome. */
    static Row read(ResultSet row) throws SQLException {
        byte[] outcome = row.getBytes("outcome");
        byte[] stored = outcome == null ? new byte[0] : outcome;
        return read(row, new Content(row.getInt("format"), row.getInt("state"), stored, stored.length));
    }

    /** A row with the size of its outcome. */
    static Row readSize(ResultSet row) throws SQLException {
        return read(
                row, new Content(row.getInt("format"), row.getInt("state"), new byte[0], row.getInt("stored_bytes")));
    }

    private static Row read(ResultSet row, Content content) throws SQLException {
        return new Row(
                row.getString("fingerprint"),
                new Attempted(
                        row.getString("owner"), row.getLong("token"), row.getInt("attempts"), row.getLong("since")),
                new Times(
                        row.getLong("lease_end"),
                        number(row, "finished_at"),
                        number(row, "purge_at"),
                        row.getLong("at")),
                content);
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    static int number(IdempotencyState state) {
        return switch (state) {
            case IN_PROGRESS -> IN_PROGRESS;
            case COMPLETED -> COMPLETED;
            case REJECTED -> REJECTED;
        };
    }

    /** The state; empty for a row of another format or with a state that this release does not know. */
    Optional<IdempotencyState> state() {
        if (content.format() != FORMAT) {
            return Optional.empty();
        }
        return switch (content.state()) {
            case IN_PROGRESS -> Optional.of(IdempotencyState.IN_PROGRESS);
            case COMPLETED -> Optional.of(IdempotencyState.COMPLETED);
            case REJECTED -> Optional.of(IdempotencyState.REJECTED);
            default -> Optional.empty();
        };
    }

    /** Whether an outcome is stored. A row that is not understood has none, so it is held. */
    boolean isFinished() {
        return state().filter(known -> known != IdempotencyState.IN_PROGRESS).isPresent();
    }

    /** What is left of the lease; negative if it expired. */
    Duration leaseRemaining() {
        return Duration.of(times.leaseEnd() - times.now(), ChronoUnit.MICROS);
    }

    /** As people see it. */
    Optional<IdempotencyRecord> shown(IdempotencyKey key) {
        return state().map(known -> new IdempotencyRecord(
                key,
                known,
                new Fingerprint(fingerprint),
                new IdempotencyRecord.LastAttempt(
                        attempt.token(),
                        attempt.attempts(),
                        instant(attempt.since()),
                        isFinished() ? Duration.ZERO : leaseRemaining()),
                isFinished() ? Optional.of(end()) : Optional.empty()));
    }

    private IdempotencyRecord.Finished end() {
        Long finishedAt = times.finishedAt();
        return new IdempotencyRecord.Finished(
                instant(finishedAt == null ? attempt.since() : finishedAt),
                Optional.ofNullable(times.purgeAt()).map(at -> Duration.of(at - times.now(), ChronoUnit.MICROS)),
                content.storedBytes());
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
