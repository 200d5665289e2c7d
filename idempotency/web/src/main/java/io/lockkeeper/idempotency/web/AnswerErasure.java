package io.lockkeeper.idempotency.web;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import java.util.List;

/**
 * Erases the stored answers of a caller, and keeps the marks: repeats are answered with 410, and nothing runs again. A record's
 * scope has the caller in it, so that no index is needed.
 */
public final class AnswerErasure {

    /** What the catalogue lists at once. */
    private static final int MOST = 10_000;

    private final IdempotencyCatalogue catalogue;
    private final Routes routes;

    /**
     * Creates an erasure.
     *
     * @param routes all whose answers may be stored, also those that are no longer served
     */
    public AnswerErasure(IdempotencyCatalogue catalogue, Routes routes) {
        this.catalogue = catalogue;
        this.routes = routes;
    }

    /**
     * Erases the answers that were stored for a caller until now. Answers of requests in flight are not.
     *
     * @return how many
     * @throws IllegalStateException if a route has 10,000 records of the caller or more: the catalogue lists no more, and some
     *     may be left. They are erased by their keys then
     */
    public int erase(Caller caller) {
        int erased = 0;
        boolean complete = true;
        for (IdempotentRoute route : routes.all()) {
            String scope = new RequestScope(
                            caller.tenant().orElse(null), caller.name().orElse(null), route.method(), route.pattern())
                    .text();
            List<IdempotencyRecord> records = catalogue.list(scope, MOST);
            complete &= records.size() < MOST;
            for (IdempotencyRecord record : records) {
                if (record.state() != IdempotencyState.IN_PROGRESS && catalogue.erase(record.key())) {
                    erased++;
                }
            }
        }
        if (!complete) {
            throw new IllegalStateException("Erased " + erased + " answers; there may be more");
        }
        return erased;
    }
}
