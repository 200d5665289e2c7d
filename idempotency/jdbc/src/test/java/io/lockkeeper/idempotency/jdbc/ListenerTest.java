package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A listener that places an order itself when it is told of certain events. */
@OnEveryDatabase
class ListenerTest {

    private final Shop shop;
    private final TransactionalIdempotency idempotency;
    private final AtomicReference<@Nullable Class<?>> awaited = new AtomicReference<>();

    ListenerTest(Kind kind) throws SQLException {
        shop = Shop.on(kind);
        idempotency = JdbcIdempotency.transactional(
                shop.source(),
                shop.settings().withGeneral(shop.settings().general().withListener(this::heard)));
    }

    private void heard(IdempotencyEvent event) {
        if (!awaited.compareAndSet(event.getClass(), null)) {
            return;
        }
        try {
            idempotency.runInTransaction(Shop.call("by the listener"), shop.order());
        } catch (SQLException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void it_is_told_of_a_failure_after_the_transaction() throws Exception {
        awaited.set(IdempotencyEvent.Failed.class);
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), attempt -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void what_it_writes_in_the_callers_transaction_commits_with_it() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), shop.order());
        awaited.set(IdempotencyEvent.Replayed.class);
        try (Connection own = shop.connect()) {
            own.setAutoCommit(false);
            assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Replayed.class);
            own.commit();
        }
        assertThat(shop.count()).isEqualTo(2);
    }
}
