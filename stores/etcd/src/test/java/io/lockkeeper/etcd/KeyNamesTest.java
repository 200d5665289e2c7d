package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** etcd remembers each name that a key ever had, so claims use few; those that may yet be written are left alone. */
class KeyNamesTest extends WithEtcd {

    @Test
    void aLockHasFewNamesHoweverOftenItIsTakenAndWaitedFor() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            for (int turn = 0; turn < 10; turn++) {
                Grant grant = ann.hold("orders");
                Claim waiting = bob.queue("orders");
                Claim given = bob.queue("orders");
                ann.isRefused("orders");
                bob.withdraw(given, false);
                ann.release(grant);
                Grant second = bob.awaitGrant(waiting);
                Claim third = bob.claim("orders");
                bob.answer(((Exchange) bob.store()).exchange(second, third));
                bob.release(bob.hold(third));
            }
        }
        assertThat(namesEver()).hasSizeBetween(2, 4);
    }

    @Test
    void afterARequestOfWhichNobodyKnowsTheNextClaimHasANameOfItsOwn() {
        try (TcpProxy network = etcd.proxy();
                Contender ann = contender(etcd.url(network) + "?timeout=10s&ttl=30s")) {
            Grant grant = ann.hold("orders");
            String first = keys().get(0);
            var cut = network.cutAfterNextRequest("orders");
            assertThat(ann.store().release(grant)).failsWithin(patience());
            assertThat(cut).succeedsWithin(patience());
            eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
            ann.hold("orders");
            assertThat(keys()).hasSize(1).doesNotContain(first);
        }
    }

    /** A claim that was not made through this store is looked for. */
    @Test
    void anotherStoreReleasesAndWithdrawsWhatItKnowsByNumberOnly() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim waiting = ann.queue("orders");
            assertThat(bob.store().withdraw(waiting, true)).succeedsWithin(patience());
            bob.release(grant);
            assertThat(keys()).hasSize(1).allMatch(key -> key.startsWith("lk1/w/orders/"));
        }
    }

    /** The names of all keys that there were at any revision. */
    private Set<String> namesEver() {
        Set<String> names = new TreeSet<>();
        long last = at(0).getHeader().getRevision();
        for (long revision = 2; revision <= last; revision++) {
            at(revision).getKvsList().forEach(key -> names.add(key.getKey().toStringUtf8()));
        }
        return names;
    }

    private RangeResponse at(long revision) {
        ByteString first = ByteString.copyFrom(new byte[1]);
        RangeRequest all = RangeRequest.newBuilder()
                .setKey(first)
                .setRangeEnd(first)
                .setRevision(revision)
                .setKeysOnly(true)
                .build();
        return ask(etcd.url(), KVGrpc.getRangeMethod(), all);
    }
}
