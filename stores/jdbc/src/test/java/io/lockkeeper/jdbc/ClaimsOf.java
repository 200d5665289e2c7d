package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What a client without an engine asks of a store. */
final class ClaimsOf {

    static final long SECRET = 4711;

    private final String client;
    private long sequence;

    ClaimsOf(String client) {
        this.client = client;
    }

    /** One that may not wait. */
    Claim now(String name, Duration lease) {
        Holder holder = new Holder(client, "test", 1, "main", "", 0);
        return new Claim(name, new ClaimId(client, ++sequence), holder, Terms.mutex(lease, 1), 0);
    }

    /** One that may wait. */
    Claim waiting(String name, Duration lease) {
        return now(name, lease).withPushSecret(SECRET);
    }

    Grant hold(Store store, String name, Duration lease) {
        return granted(store, now(name, lease));
    }

    static Grant granted(Store store, Claim claim) {
        ClaimOutcome outcome = send(store, claim);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    static ClaimOutcome.Queued queued(Store store, Claim claim) {
        ClaimOutcome outcome = send(store, claim);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Queued.class);
        return (ClaimOutcome.Queued) outcome;
    }

    static ClaimOutcome send(Store store, Claim claim) {
        return answer(store.claim(claim));
    }

    static <T> T answer(CompletionStage<T> asked) {
        return asked.toCompletableFuture()
                .orTimeout(OneDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
