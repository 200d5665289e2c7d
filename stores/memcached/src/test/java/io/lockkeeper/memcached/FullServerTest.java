package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.MemcachedConnection;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Revocation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that evicts nothing, and has no room left. */
class FullServerTest extends WithMemcached {

    FullServerTest() {
        super("-M", "-m", "8");
    }

    /** No item can be added, so nobody waits long for an answer, and the lock can be taken. */
    @Test
    void aHolderThatCannotBeAskedIsKnownNotToListen() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("first");
            Grant grant = ann.hold("other");
            assertThat(recall(bob, "first").mayListen()).isTrue();
            fill("lockkeeper<first");
            Asked asked = recall(bob, "other");
            assertThat(asked.mayListen()).isFalse();
            assertThat(asked.holding().holder()).isEqualTo(ann.holder());
            assertThat(bob.answer(((Recall) ann.store()).isRecalled(grant))).isFalse();
            assertThat(bob.answer(((Revocation) bob.store()).revoke("other", asked.holding())))
                    .contains(ann.holder());
        }
    }

    /** It would need room for the item that it replaces the old one with. */
    @Test
    void aLockCannotBeRenewedButReleased() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            fill("lockkeeper:orders");
            assertUnavailable(() -> ann.store().renew(List.of(new Renewal(grant, LEASE))), false, "no memory left");
            assertUnavailable(() -> ann.store().claim(ann.claim("stocks")), false, "no memory left");
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(item("orders")).isEmpty();
        }
    }

    private static Asked recall(Contender client, String name) {
        return client.answer(((Recall) client.store()).recall(name, null)).orElseThrow();
    }

    /** With items, the last of which are as large as this one. */
    private void fill(String key) {
        String header = memcached.exec("get " + key).get(0);
        fill(key.length(), 500_000);
        fill(key.length(), Integer.parseInt(header.substring(header.lastIndexOf(' ') + 1)));
    }

    private void fill(int key, int size) {
        String filling = "x".repeat(size);
        try (MemcachedConnection eve = memcached.connect(patience())) {
            List<String> reply;
            int item = 0;
            do {
                reply = eve.exec(("set %0" + key + "d 0 0 %d\r\n%s").formatted(item++, size, filling));
            } while (reply.equals(List.of("STORED")));
            assertThat(reply).containsExactly("SERVER_ERROR out of memory storing object");
        }
    }
}
