package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Stores whose changes and pushes are broken. */
final class ChangeFaults {

    private ChangeFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("loses no lease", RenewalPromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
                        return super.renew(renewals).thenApply(lost -> List.of());
                    }
                }),
                new Fault("renews nothing", RenewalPromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals) {
                        return CompletableFuture.completedStage(List.of());
                    }
                }),
                new Fault(
                        "stores an outcome for a key that is gone",
                        FinishPromise.class,
                        sound -> new PassedStore(sound) {
                            @Override
                            public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
                                if (sound.catalogue().find(owned.key()).isEmpty()) {
                                    now(sound.claim(new IdempotencyClaim(
                                            owned.key(),
                                            owned.owner(),
                                            StoreFixture.PRINT,
                                            new IdempotencyClaim.Terms(Duration.ofHours(1), StoreFixture.KEPT, true))));
                                }
                                return super.finish(owned, end);
                            }
                        }),
                new Fault("stores anyone's outcome", FinishPromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
                        return super.finish(owned, end).thenApply(answer -> ChangeAnswer.DONE);
                    }
                }),
                ends(
                        "cuts outcomes off",
                        BytesPromise.class,
                        end -> new StoredEnd(
                                end.state(),
                                Arrays.copyOf(end.outcome(), Math.min(65_535, end.outcome().length)),
                                end.retention())),
                ends(
                        "keeps everything for ever",
                        RetentionPromise.class,
                        end -> new StoredEnd(end.state(), end.outcome(), Retention.forever())),
                ends(
                        "takes seconds for milliseconds",
                        RetentionPromise.class,
                        end -> new StoredEnd(
                                end.state(),
                                end.outcome(),
                                new Retention(end.retention()
                                        .duration()
                                        .map(kept -> kept.dividedBy(1_000).plusMillis(1))))),
                new Fault("forgets recovery points", RecoveryPointPromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point) {
                        return CompletableFuture.completedStage(ChangeAnswer.DONE);
                    }
                }),
                new Fault("releases for anyone", ReleasePromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<ChangeAnswer> release(Ownership owned) {
                        free(owned.key());
                        return CompletableFuture.completedStage(ChangeAnswer.DONE);
                    }
                }),
                new Fault("withdraws nothing", ReleasePromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
                        return CompletableFuture.completedStage(ChangeAnswer.DONE);
                    }
                }),
                new Fault("withdraws for anyone", ReleasePromise.class, sound -> new PassedStore(sound) {
                    @Override
                    public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
                        free(key);
                        return super.withdraw(key, owner);
                    }
                }),
                new Fault(
                        "forgets attempts before one that is withdrawn",
                        ReleasePromise.class,
                        sound -> new PassedStore(sound) {
                            @Override
                            public CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner) {
                                ChangeAnswer answer = now(super.withdraw(key, owner));
                                if (answer == ChangeAnswer.DONE) {
                                    free(key);
                                }
                                return CompletableFuture.completedStage(answer);
                            }
                        }),
                new Fault("pushes nothing", ChangePushContract.class, sound -> new PassedStore(sound) {
                    @Override
                    public Watch watch(IdempotencyKey key, Runnable onChange) {
                        return () -> {};
                    }
                }),
                new Fault("pushes to closed watches", ChangePushContract.class, sound -> new PassedStore(sound) {
                    @Override
                    public Watch watch(IdempotencyKey key, Runnable onChange) {
                        super.watch(key, onChange);
                        return () -> {};
                    }
                }));
    }

    private static Fault ends(String story, Class<?> promise, UnaryOperator<StoredEnd> broken) {
        return new Fault(story, promise, (IdempotencyStore sound) -> new PassedStore(sound) {
            @Override
            public CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end) {
                return super.finish(owned, broken.apply(end));
            }
        });
    }
}
