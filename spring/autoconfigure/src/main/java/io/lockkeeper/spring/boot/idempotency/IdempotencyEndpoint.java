package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencyRecord;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows the records of keys, frees keys and resolves them. Stored values are never shown. Changes need {@code
 * management.endpoint.idempotency.access=unrestricted}.
 */
@Endpoint(id = "idempotency", defaultAccess = Access.READ_ONLY)
final class IdempotencyEndpoint {

    private static final int LIMIT = 100;

    private final ObjectProvider<Idempotency> idempotency;
    private final IdempotencyOptions options;
    private final ApplicationEventPublisher events;

    IdempotencyEndpoint(
            ObjectProvider<Idempotency> idempotency, IdempotencyOptions options, ApplicationEventPublisher events) {
        this.idempotency = idempotency;
        this.options = options;
        this.events = events;
    }

    /**
     * Shows the keys of a scope, or one of them.
     *
     * @param scope the scope
     * @param id shows this key only
     * @param limit how many keys are shown at most; 100 by default
     */
    @ReadOperation
    Shown records(String scope, @Nullable String id, @Nullable Integer limit) {
        try {
            List<IdempotencyRecord> found = id == null
                    ? catalogue().list(scope, limit == null ? LIMIT : limit)
                    : catalogue().find(IdempotencyKey.of(scope, id)).stream().toList();
            return new Shown(found.stream().map(ShownRecord::of).toList());
        } catch (IllegalArgumentException malformed) {
            throw refused(malformed);
        }
    }

    /**
     * Frees a key: the next request runs the operation.
     *
     * @param scope the scope
     * @param id the id
     * @param token the token of its last attempt, as it is shown
     */
    @DeleteOperation
    Changed free(String scope, String id, long token, SecurityContext security) {
        try {
            boolean changed = catalogue().free(IdempotencyKey.of(scope, id), token);
            audit("IDEMPOTENCY_FREE", scope, id, changed, security);
            return Changed.of(changed);
        } catch (IllegalArgumentException malformed) {
            throw refused(malformed);
        }
    }

    /**
     * Completes a key whose operation was found to be done; repeats are told that its value is gone. Or erases the stored value of a
     * finished one, and keeps the mark.
     *
     * @param scope the scope
     * @param id the id
     * @param token the token of its last attempt, as it is shown; not needed to erase
     * @param action {@code complete} or {@code erase}
     */
    @WriteOperation
    Changed change(String scope, String id, Action action, @Nullable Long token, SecurityContext security) {
        try {
            IdempotencyKey key = IdempotencyKey.of(scope, id);
            boolean changed = switch (action) {
                case ERASE -> catalogue().erase(key);
                case COMPLETE -> {
                    if (token == null) {
                        throw new IllegalArgumentException(
                                "'token' is missing: that of the last attempt, as it is shown");
                    }
                    yield catalogue().complete(key, token, Optional.<EncodedValue>empty(), options.retention());
                }
            };
            audit("IDEMPOTENCY_" + action, scope, id, changed, security);
            return Changed.of(changed);
        } catch (IllegalArgumentException malformed) {
            throw refused(malformed);
        }
    }

    private IdempotencyCatalogue catalogue() {
        return idempotency.getObject().catalogue();
    }

    private static RuntimeException refused(IllegalArgumentException malformed) {
        return new InvalidEndpointRequestException(
                "A parameter has a value that is not allowed.", String.valueOf(malformed.getMessage()), malformed);
    }

    private void audit(String type, String scope, String id, boolean changed, SecurityContext security) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("scope", scope);
        data.put("id", id);
        data.put("outcome", Changed.of(changed).name());
        Principal principal = security.getPrincipal();
        events.publishEvent(
                new AuditApplicationEvent(new AuditEvent(principal == null ? "" : principal.getName(), type, data)));
    }

    /** What is to be done. */
    enum Action {
        /** Completes a key by hand. */
        COMPLETE,
        /** Erases a stored value. */
        ERASE
    }

    /** What became of a change. */
    enum Changed {
        /** It was made. */
        DONE,
        /** The key is free, has another token by now, or is not in a state for it. */
        NOT_CHANGED;

        static Changed of(boolean changed) {
            return changed ? DONE : NOT_CHANGED;
        }
    }

    /**
     * The answer.
     *
     * @param records in no particular order
     */
    record Shown(List<ShownRecord> records) {}

    /**
     * A record, without its value.
     *
     * @param scope the scope
     * @param id the id
     * @param state its state
     * @param fingerprint that of its first request
     * @param attempt the last attempt
     * @param finishedAt when it ended; null while in progress
     * @param purgedIn when it is purged; null while in progress, and for never
     * @param storedBytes the size of the stored outcome; null while in progress
     */
    record ShownRecord(
            String scope,
            String id,
            String state,
            String fingerprint,
            ShownAttempt attempt,
            @Nullable Instant finishedAt,
            @Nullable Duration purgedIn,
            @Nullable Integer storedBytes) {

        static ShownRecord of(IdempotencyRecord record) {
            Optional<IdempotencyRecord.Finished> finished = record.finished();
            IdempotencyRecord.LastAttempt last = record.attempt();
            return new ShownRecord(
                    record.key().scope(),
                    record.key().id(),
                    record.state().name(),
                    record.fingerprint().toString(),
                    new ShownAttempt(last.token(), last.number(), last.since(), last.leaseRemaining()),
                    finished.map(IdempotencyRecord.Finished::at).orElse(null),
                    finished.flatMap(IdempotencyRecord.Finished::purgedIn).orElse(null),
                    finished.map(IdempotencyRecord.Finished::storedBytes).orElse(null));
        }
    }

    /**
     * The last attempt.
     *
     * @param token its fencing token
     * @param number how many attempts there were
     * @param since when it began
     * @param leaseRemaining how much of its lease is left
     */
    record ShownAttempt(long token, int number, Instant since, Duration leaseRemaining) {}
}
