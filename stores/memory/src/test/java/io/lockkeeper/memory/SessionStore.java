package io.lockkeeper.memory;

import io.lockkeeper.Guarantees;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A memory store whose locks end with its session, or not, as its fault wants it. */
final class SessionStore implements Store, Sessions {

    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final SessionServer server;
    private final MemoryStore sound;
    private final SessionFault fault;
    private final Map<ClaimId, Grant> held = new LinkedHashMap<>();
    private long heard;
    private boolean cut;
    private boolean closed;

    SessionStore(SessionServer server, MemoryStore sound, SessionFault fault) {
        this.server = server;
        this.sound = sound;
        this.fault = fault;
        this.heard = server.nanos();
    }

    Runnable cut() {
        cut = true;
        return () -> cut = false;
    }

    void endIfUnheard(long now) {
        if (now - heard >= SessionServer.TIMEOUT.toNanos()) {
            end();
        }
    }

    private void end() {
        held.values().forEach(sound::release);
        held.clear();
    }

    @Override
    public Duration longestLease() {
        return SessionServer.TIMEOUT.minusSeconds(1);
    }

    @Override
    public Guarantees guarantees() {
        Guarantees leased = sound.guarantees();
        return new Guarantees(
                leased.store(),
                leased.reach(),
                Guarantees.Expiry.SESSION_END,
                Guarantees.Order.POLLED,
                leased.tokens(),
                leased.survives(),
                leased.refusals());
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return answer(() -> {
            Claim lasting =
                    new Claim(claim.name(), claim.id(), claim.holder(), Terms.mutex(FOR_EVER, claim.tokens()), 0);
            heard = server.nanos();
            ClaimOutcome outcome = Tampered.now(sound.claim(lasting));
            if (outcome instanceof ClaimOutcome.Granted granted) {
                held.put(claim.id(), granted.grant());
                return new ClaimOutcome.Granted(bounded(granted.grant(), claim.lease()));
            }
            return outcome;
        });
    }

    private Grant bounded(Grant grant, Duration asked) {
        Duration longest = fault == SessionFault.PROMISES_TOO_MUCH ? FOR_EVER : longestLease();
        return grant.renewed(asked.compareTo(longest) < 0 ? asked : longest, server.nanos());
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return answer(() -> {
            if (fault != SessionFault.IS_NOT_KEPT) {
                heard = server.nanos();
            }
            Map<ClaimId, Grant> renewed = new HashMap<>();
            Set<ClaimId> lost = new HashSet<>();
            for (Renewal renewal : renewals) {
                ClaimId claim = renewal.grant().claim();
                if (isHeld(renewal.grant()) || fault == SessionFault.REVIVES) {
                    renewed.put(claim, bounded(renewal.grant(), renewal.lease()));
                } else {
                    lost.add(claim);
                }
            }
            return new RenewalOutcome(renewed, lost);
        });
    }

    /** Whether it was neither lost with the session nor released by force. */
    private boolean isHeld(Grant grant) {
        return held.containsKey(grant.claim())
                && Tampered.now(sound.renew(List.of(new Renewal(grant, FOR_EVER))))
                        .lost()
                        .isEmpty();
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return answer(() -> {
            held.remove(grant.claim());
            return Tampered.now(sound.release(grant));
        });
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return answer(() -> {
                    held.remove(claim.id());
                    return sound.withdraw(claim, outcomeUnknown);
                })
                .thenCompose(withdrawn -> withdrawn);
    }

    @Override
    public void close() {
        closed = true;
        if (fault != SessionFault.STAYS) {
            end();
        }
        sound.close();
    }

    private <T> CompletionStage<T> answer(Supplier<T> call) {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("This store is closed."));
        }
        server.endUnheard();
        return cut
                ? CompletableFuture.failedFuture(new StoreUnavailableException("The network is cut.", true, null))
                : CompletableFuture.completedFuture(call.get());
    }
}
