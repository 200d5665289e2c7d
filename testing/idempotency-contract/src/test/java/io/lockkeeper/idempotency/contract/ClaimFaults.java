package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** Stores whose claims are broken. */
final class ClaimFaults {

    private ClaimFaults() {}

    static List<Fault> all() {
        return List.of(
                claims(
                        "grants what is held",
                        ClaimPromise.class,
                        (store, claim) -> answer(store, claim) instanceof ClaimAnswer.Held
                                ? granted(1, 1, claim.terms().lease())
                                : answer(store, claim)),
                claims("takes over what has not expired", TakeoverPromise.class, (store, claim) -> {
                    if (answer(store, claim) instanceof ClaimAnswer.Held) {
                        store.free(claim.key());
                    }
                    return answer(store, claim);
                }),
                claims(
                        "never takes over",
                        TakeoverPromise.class,
                        (store, claim) ->
                                answer(store, terms(claim, claim.terms().lease(), false))),
                claims(
                        "always takes over",
                        TakeoverPromise.class,
                        (store, claim) ->
                                answer(store, terms(claim, claim.terms().lease(), true))),
                claims("takes over for another payload", TakeoverPromise.class, (store, claim) -> {
                    if (answer(store, claim) instanceof ClaimAnswer.Held held
                            && held.remaining().isNegative()
                            && claim.terms().takesOver()) {
                        store.free(claim.key());
                    }
                    return answer(store, claim);
                }),
                claims(
                        "does not count attempts",
                        TokenPromise.class,
                        (store, claim) -> answer(store, claim) instanceof ClaimAnswer.Granted granted
                                ? new ClaimAnswer.Granted(granted.token(), 1, granted.remaining(), granted.points())
                                : answer(store, claim)),
                claims(
                        "has one token",
                        TokenPromise.class,
                        (store, claim) -> answer(store, claim) instanceof ClaimAnswer.Granted granted
                                ? new ClaimAnswer.Granted(1, granted.number(), granted.remaining(), granted.points())
                                : answer(store, claim)),
                claims(
                        "hands on no recovery points",
                        RecoveryPointPromise.class,
                        (store, claim) -> answer(store, claim) instanceof ClaimAnswer.Granted granted
                                ? granted(granted.token(), granted.number(), granted.remaining())
                                : answer(store, claim)),
                claims(
                        "reckons in local time",
                        TimeZonePromise.class,
                        (store, claim) -> answer(store, claim) instanceof ClaimAnswer.Held held
                                ? new ClaimAnswer.Held(
                                        held.fingerprint(), held.remaining().plus(offset()))
                                : answer(store, claim)),
                claims(
                        "takes upper case for lower case",
                        KeysPromise.class,
                        (store, claim) ->
                                answer(store, key(claim, claim.key().id().toLowerCase(java.util.Locale.ROOT)))),
                claims(
                        "ignores spaces at the end",
                        KeysPromise.class,
                        (store, claim) ->
                                answer(store, key(claim, claim.key().id().stripTrailing()))));
    }

    private static Duration offset() {
        return Duration.ofMillis(TimeZone.getDefault().getRawOffset());
    }

    private static ClaimAnswer answer(PassedStore store, IdempotencyClaim claim) {
        return PassedStore.now(store.sound.claim(claim));
    }

    private static ClaimAnswer.Granted granted(long token, int number, Duration remaining) {
        return new ClaimAnswer.Granted(token, number, remaining, List.of());
    }

    private static IdempotencyClaim terms(IdempotencyClaim claim, Duration lease, boolean takesOver) {
        return new IdempotencyClaim(
                claim.key(),
                claim.owner(),
                claim.fingerprint(),
                new IdempotencyClaim.Terms(lease, claim.terms().abandoned(), takesOver));
    }

    private static IdempotencyClaim key(IdempotencyClaim claim, String id) {
        return new IdempotencyClaim(
                IdempotencyKey.of(claim.key().scope(), id), claim.owner(), claim.fingerprint(), claim.terms());
    }

    private static Fault claims(
            String story, Class<?> promise, BiFunction<PassedStore, IdempotencyClaim, ClaimAnswer> broken) {
        return new Fault(story, promise, (IdempotencyStore sound) -> new PassedStore(sound) {
            @Override
            public CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim) {
                return CompletableFuture.completedStage(broken.apply(this, claim));
            }
        });
    }
}
