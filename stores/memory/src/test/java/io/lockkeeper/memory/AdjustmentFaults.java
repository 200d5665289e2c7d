package io.lockkeeper.memory;

import io.lockkeeper.contract.AdjustableLeaseContract;
import io.lockkeeper.contract.QueueAdjustableLeaseContract;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.List;

/** Stores that set the ends of leases wrongly, or not at all. */
final class AdjustmentFaults {

    private AdjustmentFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("never shortens a lease", AdjustableLeaseContract.class, store -> new Tampered(store) {
                    @Override
                    boolean onSetLease(Grant grant, Duration lease) {
                        return !onRenew(List.of(new Renewal(grant, lease)))
                                .renewed()
                                .isEmpty();
                    }
                }),
                Fault.that("never prolongs a lease", AdjustableLeaseContract.class, store -> new Tampered(store) {
                    @Override
                    boolean onSetLease(Grant grant, Duration lease) {
                        boolean current = onRenew(List.of(new Renewal(grant, Duration.ofMillis(1))))
                                .renewed()
                                .containsKey(grant.claim());
                        return current
                                && (lease.compareTo(Duration.ofSeconds(30)) > 0 || super.onSetLease(grant, lease));
                    }
                }),
                Fault.that("sets whoever's lease", AdjustableLeaseContract.class, store -> new Tampered(store) {
                    @Override
                    boolean onSetLease(Grant grant, Duration lease) {
                        return onInspect(grant.name())
                                .flatMap(status -> status.holder())
                                .isPresent();
                    }
                }),
                Fault.that(
                        "recreates the lease that it sets",
                        AdjustableLeaseContract.class,
                        store -> new Tampered(store) {
                            @Override
                            boolean onSetLease(Grant grant, Duration lease) {
                                if (!super.onSetLease(grant, lease)) {
                                    onClaim(new Claim(
                                            grant.name(), grant.claim(), LeaseFaults.NOBODY, Terms.mutex(lease, 1), 0));
                                }
                                return true;
                            }
                        }),
                Fault.that(
                        "sets only leases that it granted itself",
                        AdjustableLeaseContract.class,
                        store -> new Tampered(store) {
                            @Override
                            boolean onSetLease(Grant grant, Duration lease) {
                                return grant.remainingNanos() > 0 && super.onSetLease(grant, lease);
                            }
                        }),
                Fault.that(
                        "tells nobody of an earlier end",
                        QueueAdjustableLeaseContract.class,
                        store -> new Tampered(store) {
                            @Override
                            Signals onSignals(Signals signals) {
                                return new PassedSignals(signals) {
                                    @Override
                                    public void free(String name) {}
                                };
                            }
                        }));
    }
}
