package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A recall is what the lock's hash says. Who may only publish recalls nothing. */
class RecallTest extends WithRedis {

    RecallTest() {
        super(RedisServer.configure().password("admin").user("forger", "on >pass resetchannels &* +publish"));
    }

    @Override
    public Store open() {
        return open("redis://:admin@127.0.0.1:" + redis.port() + "?timeout=10s");
    }

    private static Optional<Asked> recall(Contender client) {
        return client.answer(((Recall) client.store()).recall("orders", null));
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    @Test
    void a_forged_recall_is_not_confirmed() {
        try (Contender ann = contender();
                RespConnection forger = redis.connect(Duration.ofSeconds(10))) {
            forger.exec("AUTH", "forger", "pass");
            ann.listen();
            Grant grant = ann.hold("orders");
            String claim = grant.claim().toString();
            forger.exec("PUBLISH", "lk1:c:" + grant.claim().client(), "recall\nlk1:{orders}\n" + claim);
            ann.awaitSignal(new Signal.MayBeRecalled("orders", grant.claim()));
            assertThat(isRecalled(ann, grant)).isFalse();
        }
    }

    @Test
    void a_holder_that_does_not_listen_is_known_to_be_deaf() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            assertThat(recall(bob)).map(Asked::mayListen).contains(false);
            ann.listen();
            assertThat(recall(bob)).map(Asked::mayListen).contains(true);
            ann.store().close();
            eventually(
                    patience(),
                    () -> assertThat(recall(bob)).map(Asked::mayListen).contains(false));
        }
    }

    @Test
    void a_note_that_has_ended_or_is_damaged_recalls_nothing() {
        try (Contender ann = contender();
                RespConnection admin = redis.connect(Duration.ofSeconds(10))) {
            admin.exec("AUTH", "admin");
            Grant grant = ann.hold("orders");
            for (String ends : new String[] {"1", "soon", "9".repeat(30), "-1", ""}) {
                String note = grant.claim() + "\n" + grant.firstToken() + "\n" + ends;
                admin.exec("HSET", "lk1:{orders}", "y", note);
                assertThat(isRecalled(ann, grant)).as(ends).isFalse();
            }
            assertThat(recall(ann)).isPresent();
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }

    @Test
    void a_full_server_passes_recalls_on() {
        try (Contender ann = contender();
                Contender bob = contender();
                RespConnection admin = redis.connect(Duration.ofSeconds(10))) {
            admin.exec("AUTH", "admin");
            ann.listen();
            Grant grant = ann.hold("orders");
            admin.exec("CONFIG", "SET", "maxmemory", "1");
            assertThat(recall(bob)).isPresent();
            ann.awaitSignal(new Signal.MayBeRecalled("orders", grant.claim()));
            assertThat(isRecalled(ann, grant)).isTrue();
        }
    }
}
