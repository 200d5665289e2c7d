package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.GONE;
import static io.lockkeeper.idempotency.redis.Claims.PATIENCE;
import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static io.lockkeeper.idempotency.redis.Claims.answer;
import static io.lockkeeper.idempotency.redis.Claims.claim;
import static io.lockkeeper.idempotency.redis.Claims.granted;
import static io.lockkeeper.idempotency.redis.Claims.owned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.idempotency.store.StoredEnd;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Idempotency on an application's own Lettuce clients. */
class GivenClientTest {

    private static final RedisOptions OPTIONS = RedisOptions.defaults().withTimeout(PATIENCE);

    @Test
    void a_clients_connection_is_opened_anew_by_its_client() {
        try (RedisServer redis = RedisServer.start();
                TcpProxy proxy = redis.proxy();
                RedisClient client = RedisClient.create();
                IdempotencyStore store =
                        RedisIdempotency.store(client, RedisURI.create("127.0.0.1", proxy.port()), OPTIONS)) {
            answer(store.finish(owned(store, claim(Claims.key(), "ann")), GONE)); // The server knows the scripts now.
            IdempotencyKey key = Claims.key();
            CompletableFuture<Void> cut = proxy.cutAfterNextRequest(key.id());
            OutageTest.assertUnavailable(() -> store.claim(claim(key, "ann")), true, "broke the connection");
            assertThat(cut).succeedsWithin(PATIENCE);
            Ownership ann = owned(store, claim(key, "ann"));
            assertThat(granted(store, claim(key, "ann")).number()).isEqualTo(1);
            assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    @Test
    void an_outcome_that_is_too_large_leaves_its_mark() {
        try (RedisServer redis = RedisServer.start();
                RedisClient client = RedisClient.create();
                IdempotencyStore store = RedisIdempotency.store(
                        client, RedisURI.create("127.0.0.1", redis.port()), OPTIONS.withMaxOutcome(1_024))) {
            Ownership ann = owned(store, claim(Claims.key(), "ann"));
            assertThat(store.note(ann, new RecoveryPoint("charge", new byte[1_025])))
                    .isCompletedExceptionally();
            StoredEnd large = new StoredEnd(IdempotencyState.COMPLETED, new byte[1_025], Claims.DAY);
            assertThat(answer(store.finish(ann, large))).isEqualTo(ChangeAnswer.DONE);
            ClaimAnswer.Finished finished = (ClaimAnswer.Finished) answer(store.claim(claim(ann.key(), "bob")));
            assertThat(OutcomeFormat.decode(finished.outcome())).isInstanceOf(OutcomeFormat.Stored.Gone.class);
        }
    }

    @Test
    void a_client_is_not_shut_down_and_its_connections_are_closed() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisClient client = RedisClient.create()) {
            RedisURI uri = RedisURI.create("127.0.0.1", redis.port());
            try (LeasedIdempotency idempotency =
                    RedisIdempotency.on(client, uri, OPTIONS, IdempotencySettings.defaults())) {
                assertThat(idempotency.run(Claims.key(), PRINT, attempt -> "paid"))
                        .isEqualTo(new Outcome.Executed<>("paid"));
            }
            Await.until(
                    "the end of the connections",
                    PATIENCE,
                    () -> "1".equals(redis.info("clients").get("connected_clients")));
            client.connect(uri).close();
        }
    }

    @Test
    void a_cluster_keeps_records_in_all_its_slots() throws Exception {
        try (RedisServer one = node("0", "8191");
                RedisServer two = node("8192", "16383");
                RedisClusterClient client = cluster(one, two)) {
            assertThatThrownBy(() -> Claims.store(one.url()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("RedisClusterClient");
            try (IdempotencyStore store = RedisIdempotency.store(client, OPTIONS)) {
                List<LeaseRenewal> renewals = new ArrayList<>();
                for (int index = 0; index < 40; index++) {
                    Ownership owned = owned(store, claim(Claims.key(), "ann"));
                    renewals.add(new LeaseRenewal(owned, Claims.LEASE, Claims.DAY));
                }
                Ownership lost = renewals.get(7).owned();
                assertThat(store.catalogue().free(lost.key(), lost.token())).isTrue();
                assertThat(answer(store.renew(renewals))).containsExactly(lost);
                assertThat(one.exec("DBSIZE")).isNotEqualTo(0L);
                assertThat(two.exec("DBSIZE")).isNotEqualTo(0L);
                assertThat(store.catalogue().list("payments", 1_000))
                        .extracting(IdempotencyRecord::key)
                        .hasSize(39);
                AtomicInteger told = new AtomicInteger();
                for (LeaseRenewal renewal : renewals) {
                    ((ChangePush) store).watch(renewal.owned().key(), told::incrementAndGet);
                }
                Await.until("a hint for each subscription", PATIENCE, () -> told.get() == 40);
                for (LeaseRenewal renewal : renewals) {
                    answer(store.release(renewal.owned()));
                }
                Await.until("a hint for each end", PATIENCE, () -> told.get() == 79);
            }
            try (LeasedIdempotency idempotency = RedisIdempotency.on(client, OPTIONS, IdempotencySettings.defaults())) {
                IdempotencyKey key = Claims.key();
                assertThat(idempotency.run(key, PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
                assertThat(idempotency.run(key, PRINT, attempt -> "twice")).isEqualTo(new Outcome.Replayed<>("paid"));
            }
        }
    }

    @Test
    void a_claim_that_was_given_up_is_not_sent_to_a_cluster_when_its_node_is_back() {
        try (RedisServer node = node("0", "16383");
                TcpProxy proxy = node.proxy()) {
            awaitWhole(node);
            ClientResources resources = ClientResources.builder()
                    .socketAddressResolver(MappingSocketAddressResolver.create(
                            DnsResolver.unresolved(), any -> HostAndPort.of("127.0.0.1", proxy.port())))
                    .build();
            try (RedisClusterClient client =
                            RedisClusterClient.create(resources, RedisURI.create("127.0.0.1", node.port()));
                    IdempotencyStore store =
                            RedisIdempotency.store(client, OPTIONS.withTimeout(Duration.ofSeconds(1)))) {
                answer(store.finish(owned(store, claim(Claims.key(), "ann")), GONE));
                IdempotencyKey key = Claims.key();
                proxy.freezeRequests();
                // Lettuce gives the first up when the connection breaks, and sends the others again.
                OutageTest.failure(() -> store.claim(claim(Claims.key(), "eve")));
                OutageTest.assertUnavailable(() -> store.claim(claim(key, "ann")), true, "did not answer in time");
                proxy.dropConnections();
                proxy.heal();

                OutageTest.again(() -> store.claim(claim(Claims.key(), "bob"))); // Sent after it.
                assertThat(node.exec("EXISTS", Keys.under("").record(key))).isEqualTo(0L);
            } finally {
                assertThat(resources.shutdown()).succeedsWithin(PATIENCE);
            }
        }
    }

    @Test
    void a_key_that_nodes_hand_to_each_other_can_not_be_served_for_the_moment() {
        try (RedisServer one = node("0", "8191");
                RedisServer two = node("8192", "16383");
                RedisClusterClient client = cluster(one, two);
                IdempotencyStore store = RedisIdempotency.store(client, OPTIONS)) {
            IdempotencyKey key = Claims.key();
            String slot =
                    String.valueOf(one.exec("CLUSTER", "KEYSLOT", Keys.under("").record(key)));
            hand(slot, one, two);
            hand(slot, two, one);
            OutageTest.assertUnavailable(() -> store.claim(claim(key, "ann")), false, "MOVED " + slot);

            hand(slot, one, one);
            OutageTest.again(() -> store.claim(claim(key, "ann")));
        }
    }

    @Test
    void a_key_whose_slot_moves_takes_its_outcome_and_no_claims() {
        try (RedisServer one = node("0", "8191");
                RedisServer two = node("8192", "16383");
                RedisClusterClient client = cluster(one, two);
                IdempotencyStore store = RedisIdempotency.store(client, OPTIONS)) {
            Ownership ann = owned(store, claim(Claims.key(), "ann"));
            String slot =
                    String.valueOf(one.exec("CLUSTER", "KEYSLOT", Keys.under("").record(ann.key())));
            RedisServer from = Integer.parseInt(slot) <= 8191 ? one : two;
            RedisServer to = from == one ? two : one;
            to.exec("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
            from.exec("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));

            OutageTest.assertUnavailable(() -> store.claim(claim(ann.key(), "bob")), false, "TRYAGAIN");
            OutageTest.assertUnavailable(() -> store.release(ann), false, "TRYAGAIN");
            assertThat(answer(store.renew(List.of(new LeaseRenewal(ann, Claims.LEASE, Claims.DAY)))))
                    .isEmpty();
            assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    private static void hand(String slot, RedisServer node, RedisServer owner) {
        node.exec("CLUSTER", "SETSLOT", slot, "NODE", id(owner));
    }

    private static String id(RedisServer node) {
        return String.valueOf(node.exec("CLUSTER", "MYID"));
    }

    private static RedisServer node(String first, String last) {
        RedisServer node =
                RedisServer.configure().option("cluster-enabled", "yes").start();
        node.exec("CLUSTER", "ADDSLOTSRANGE", first, last);
        return node;
    }

    private static RedisClusterClient cluster(RedisServer one, RedisServer two) {
        two.exec("CLUSTER", "SET-CONFIG-EPOCH", "2");
        one.exec("CLUSTER", "MEET", "127.0.0.1", "" + two.port());
        awaitWhole(one);
        awaitWhole(two);
        return RedisClusterClient.create(RedisURI.create("127.0.0.1", one.port()));
    }

    private static void awaitWhole(RedisServer node) {
        Await.until(
                "the whole cluster",
                PATIENCE,
                () -> String.valueOf(node.exec("CLUSTER", "INFO")).contains("cluster_state:ok"));
    }
}
