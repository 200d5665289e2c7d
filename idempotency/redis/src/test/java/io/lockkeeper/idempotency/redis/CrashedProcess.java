package io.lockkeeper.idempotency.redis;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A process with one request for each row of the crash matrix, each of which stops at its point until the process is killed. */
final class CrashedProcess {

    private CrashedProcess() {}

    /** With the addresses of the store and of the other service. Prints {@code stopped} for each row. */
    public static void main(String[] arguments) {
        IdempotencyStore store = new Stopping(Claims.store(arguments[0]));
        LeasedIdempotency idempotency =
                Engine.leased(store, IdempotencySettings.defaults().withTimeout(Duration.ofMinutes(5)));
        Downstream downstream = new Downstream(arguments[1]);
        for (OnExpiry rule : OnExpiry.values()) {
            for (Crash.Point point : Crash.Point.values()) {
                new Thread(() -> request(idempotency, downstream, new Crash(rule, point))).start();
            }
        }
    }

    private static void request(LeasedIdempotency idempotency, Downstream downstream, Crash crash) {
        try {
            idempotency.run(crash.call(downstream, Duration.ZERO), attempt -> {
                if (crash.fails()) {
                    throw new IOException("no line");
                }
                return crash.action(downstream, point -> stopAt(crash, point)).run(attempt);
            });
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("not stopped: " + crash, e);
        }
    }

    private static void stopAt(Crash crash, Crash.Point point) {
        if (crash.point() == point) {
            System.out.println("stopped " + crash);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A store whose requests stop before they are sent, or when they are answered. */
    private record Stopping(IdempotencyStore store) implements IdempotencyStore {

        private static <T> CompletionStage<T> stopping(
                IdempotencyKey key, Crash.Point before, Crash.Point after, Supplier<CompletionStage<T>> request) {
            Crash crash = Crash.of(key);
            if (crash.point() == before) {
                System.out.println("stopped " + crash);
                return new CompletableFuture<>();
            }
            return request.get().thenCompose(answer -> {
                if (crash.point() != after) {
                    return CompletableFuture.completedFuture(answer);
                }
                System.out.println("stopped " + crash);
                return new CompletableFuture<>();
            });
        }

        @Override
        public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
            return stopping(claim.key(), Crash.Point.BEFORE_CLAIM, Crash.Point.AFTER_CLAIM, () -> store.claim(claim));
        }

        @Override
        public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
            return stopping(
                    owned.key(), Crash.Point.BEFORE_FINISH, Crash.Point.AFTER_FINISH, () -> store.finish(owned, end));
        }

        @Override
        public CompletionStage<ChangeAnswer> release(Ownership owned) {
            return stopping(
                    owned.key(), Crash.Point.BEFORE_RELEASE, Crash.Point.AFTER_RELEASE, () -> store.release(owned));
        }

        @Override
        public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
            return store.renew(renewals);
        }

        @Override
        public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
            return store.note(owned, point);
        }

        @Override
        public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
            return store.withdraw(key, owner);
        }

        @Override
        public IdempotencyCatalogue catalogue() {
            return store.catalogue();
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
