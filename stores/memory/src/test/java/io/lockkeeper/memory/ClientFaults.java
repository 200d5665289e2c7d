package io.lockkeeper.memory;

import io.lockkeeper.Election;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLock;
import io.lockkeeper.contract.AsyncPromise;
import io.lockkeeper.contract.ClientClosePromise;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.CounterPromise;
import io.lockkeeper.contract.ElectionPromise;
import io.lockkeeper.contract.HandlePromise;
import io.lockkeeper.contract.LeaderPromise;
import io.lockkeeper.contract.LockingPromise;
import io.lockkeeper.contract.MultiLockPromise;
import io.lockkeeper.contract.NoTracePromise;
import io.lockkeeper.contract.OwnershipPromise;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.TimeoutPromise;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Clients that leave something behind, and stores below them that break the locks. */
final class ClientFaults {

    private ClientFaults() {}

    static List<LockFault> all() {
        return List.of(
                LockFault.inStore("every client holds for itself", LockingPromise.class, ClientFaults::apart),
                LockFault.inStore("no other client sees", OwnershipPromise.class, ClientFaults::apart),
                LockFault.inStore("one client's handle hides from another", HandlePromise.class, ClientFaults::apart),
                LockFault.inStore("waits for nobody", AsyncPromise.class, ClientFaults::apart),
                LockFault.inStore("never times out", TimeoutPromise.class, ClientFaults::apart),
                LockFault.inStore("gives equal tokens", CounterPromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        return Grants.change(
                                super.onClaim(claim), grant -> Grants.withTokens(grant, 1, claim.tokens()));
                    }
                }),
                LockFault.inStore(
                        "leaves its waiters in the store", NoTracePromise.class, ClientFaults::notWithdrawing),
                LockFault.inStore("is held by who gave up", AsyncPromise.class, ClientFaults::notWithdrawing),
                LockFault.inStore("queues whoever tries", NoTracePromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        now(sound.listen(claim.id().client(), new RecordedSignals()));
                        ClaimOutcome outcome = super.onClaim(Contender.patient(claim));
                        return outcome instanceof ClaimOutcome.Queued queued
                                ? new ClaimOutcome.Busy(queued.holder(), queued.recheckAfter())
                                : outcome;
                    }
                }),
                LockFault.inLock("does not say who holds it", TimeoutPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public Lease acquire(LockOptions options) throws InterruptedException {
                        try {
                            return super.acquire(options);
                        } catch (LockTimeoutException timeout) {
                            throw new LockTimeoutException(timeout.name(), timeout.waited(), null);
                        }
                    }
                }),
                LockFault.inLock("gives up early", TimeoutPromise.class, lock -> new PassedLock(lock) {
                    @Override
                    public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
                        return super.tryAcquire(options.withMaxWait(Duration.ZERO));
                    }
                }),
                LockFault.inStore("is one of several that others hold", MultiLockPromise.class, ClientFaults::apart),
                LockFault.inClient(
                        "is acquired with others as they come",
                        MultiLockPromise.class,
                        client -> new PassedClient(client) {
                            @Override
                            public MultiLock all(Collection<String> names, LockOptions options) {
                                return new SloppyMultiLock(client, List.copyOf(names), options);
                            }
                        }),
                LockFault.inClient("elects in a hurry", ElectionPromise.class, ClientFaults::electsInAHurry),
                LockFault.inClient("does not know its leaders", LeaderPromise.class, ClientFaults::electsInAHurry),
                LockFault.inClient(
                        "closes its client at once", ClientClosePromise.class, client -> new PassedClient(client) {
                            @Override
                            public void close(Duration atMost) {
                                sound.close();
                            }
                        }),
                LockFault.inClient("outlives its client", ClientClosePromise.class, client -> new PassedClient(client) {
                    @Override
                    public void close() {}

                    @Override
                    public void close(Duration atMost) {}
                }));
    }

    private static PassedClient electsInAHurry(LockClient client) {
        return new PassedClient(client) {
            @Override
            public Election election(String name, LockOptions options) {
                return new SloppyElection(sound, name, options);
            }
        };
    }

    private static Store apart(MemoryStore store) {
        return new MemorySpace(System::nanoTime).connect();
    }

    private static Tampered notWithdrawing(MemoryStore store) {
        return new Tampered(store) {
            @Override
            void onWithdraw(Claim claim, boolean outcomeUnknown) {}
        };
    }
}
