package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holding;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.Recall.Asked;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What stands beside a lock's item while it is recalled. */
class RecallItemTest extends WithMemcached {

    RecallItemTest() {
        super("-vv");
    }

    private static Optional<Asked> recall(Contender client, String name) {
        return client.answer(((Recall) client.store()).recall(name, null));
    }

    private static boolean isRecalled(Contender client, Grant grant) {
        return client.answer(((Recall) client.store()).isRecalled(grant));
    }

    @Test
    void keysOfRecallsAreThoseOfNoLock() {
        Keys keys = Keys.under("");
        assertThat(keys.recall("a")).isEqualTo("lockkeeper<a");
        assertThat(keys.recall("é")).matches("lockkeeper\\^[0-9a-f]{64}");
    }

    @Test
    void nothingIsLeftOfARecallWhenItsHolderReleasesTheLock() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            assertThat(recall(bob, "orders")).isPresent();
            assertThat(memcached.exec("get lockkeeper<orders")).isNotEmpty();
            ann.release(grant);
            assertThat(memcached.exec("get lockkeeper<orders")).isEmpty();
        }
    }

    /** As the server wrote the requests down itself. */
    @Test
    void aRecallIsKeptForAMinuteAndCostsTheHolderARequestForEachLook() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            recall(bob, "orders");
            assertThat(logged("set lockkeeper<orders 0 60 ")).isEqualTo(1);
            assertThat(isRecalled(ann, grant)).isTrue();
            assertThat(logged("gets ")).as("of the recall, and of the look").isEqualTo(2);
        }
    }

    private long logged(String request) {
        return memcached
                .process()
                .log()
                .lines()
                .filter(line -> line.matches("<\\d+ " + request + ".*"))
                .filter(line -> !line.contains("folsom_authentication_validation"))
                .count();
    }

    /** As though a later release had written it: its holder can't be named. */
    @Test
    void theHolderOfAnItemOfAnotherFormatIsNotAsked() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            memcached.exec("set lockkeeper:orders 0 0 13\r\nlockkeeper 99");
            assertThat(recall(bob, "orders")).map(Asked::mayListen).contains(false);
            assertThat(recall(bob, "orders"))
                    .map(Asked::holding)
                    .map(Holding::token)
                    .contains(0L);
            assertThat(isRecalled(ann, grant)).isFalse();
        }
    }
}
