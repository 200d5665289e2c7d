package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void aLockThatWasNotToBeHadIsNoFaultOfTheMessage() {
        assertThat(Failures.isCounted(new SQLException("PostgreSQL's lock_timeout", "55P03")))
                .isFalse();
        assertThat(Failures.isCounted(new SQLException("MariaDB's innodb_lock_wait_timeout", "HY000", 1205)))
                .isFalse();
        assertThat(Failures.isCounted(new SQLException("a refused value", "HY000", 1366)))
                .isTrue();
    }

    /** As MariaDB's driver throws it. */
    @Test
    void whatATriggerRefusesIsAFaultOfTheMessage() {
        assertThat(Failures.isCounted(new SQLTransientConnectionException("not in stock", "45000", 1644)))
                .isTrue();
    }
}
