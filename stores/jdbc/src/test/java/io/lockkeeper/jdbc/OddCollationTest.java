package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockStatus;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Names are the same lock if their bytes are, whatever a database or a connection takes for equal. */
class OddCollationTest {

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Set<String> NAMES =
            Set.of("name:lock", "name:LOCK", "name:lock ", "name:\u00e9", "name:e\u0301", "name:e", "name:锁", "name:?");

    @Test
    void onH2ThatIgnoresCase() {
        assertThatNoTwoAreOne(TestDatabase.h2().url() + ";IGNORECASE=TRUE");
    }

    @Test
    void onH2WithACollationThatIgnoresAccents() {
        assertThatNoTwoAreOne(TestDatabase.h2().url() + ";INIT=SET COLLATION ENGLISH STRENGTH PRIMARY");
    }

    /** A character that it has not would become a question mark. */
    @Test
    @RequiresMariaDb
    void overAConnectionThatHasFewCharacters() {
        assertThatNoTwoAreOne(TestDatabase.mySqlsDriver().url() + "&characterEncoding=ISO-8859-1");
    }

    private static void assertThatNoTwoAreOne(String url) {
        try (JdbcStore store = JdbcStore.connect(StoreAddress.parse(url))) {
            ClaimsOf ann = new ClaimsOf("ann");
            Set<Long> tokens = new HashSet<>();
            for (String name : NAMES) {
                Grant grant = ann.hold(store, name, LEASE);
                tokens.add(grant.firstToken());
            }
            assertThat(tokens).hasSize(NAMES.size());
            assertThat(store.list("name:", 100)
                            .toCompletableFuture()
                            .orTimeout(30, TimeUnit.SECONDS)
                            .join())
                    .extracting(LockStatus::name)
                    .containsExactlyInAnyOrderElementsOf(NAMES);
        }
    }
}
