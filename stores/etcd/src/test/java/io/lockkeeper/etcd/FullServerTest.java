package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmRequest.AlarmAction;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Revocation;
import org.junit.jupiter.api.Test;

/** A server whose quota is used up refuses all writes but deletions, until somebody makes room and ends the alarm. */
class FullServerTest extends WithEtcd {

    @Test
    void locksAreRenewedReleasedHandedOverAndGivenUp() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim second = bob.queue("orders");
            Claim third = eve.queue("orders");
            alarm(AlarmAction.ACTIVATE);
            assertThat(eve.store().claim(eve.claim("stock"))).failsWithin(patience());
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(eve.store().withdraw(third, true))
                    .as("no mark can be left of it")
                    .failsWithin(patience());
            assertThat(keys()).as("ann's and bob's").hasSize(2);
            ann.release(grant);
            bob.awaitGrant(second);
            alarm(AlarmAction.DEACTIVATE);
            eventually(patience(), () -> assertThat(keys()).anyMatch(key -> key.equals("lk1/w/orders/" + third.id())));
        }
    }

    /** No mark can be left, so nobody waits long for an answer, and the lock can be taken. */
    @Test
    void aHolderThatCannotBeAskedIsKnownNotToListen() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            alarm(AlarmAction.ACTIVATE);
            Recall.Asked asked =
                    bob.answer(((Recall) bob.store()).recall("orders", null)).orElseThrow();
            assertThat(asked.mayListen()).isFalse();
            assertThat(asked.holding().token()).isEqualTo(grant.firstToken());
            assertThat(bob.answer(((Revocation) bob.store()).revoke("orders", asked.holding())))
                    .isPresent();
            assertThat(bob.answer(((Recall) bob.store()).recall("orders", null)))
                    .isEmpty();
            alarm(AlarmAction.DEACTIVATE);
        }
    }

    private void alarm(AlarmAction action) {
        ask(
                etcd.url(),
                MaintenanceGrpc.getAlarmMethod(),
                AlarmRequest.newBuilder()
                        .setAction(action)
                        .setAlarm(AlarmType.NOSPACE)
                        .build());
    }
}
