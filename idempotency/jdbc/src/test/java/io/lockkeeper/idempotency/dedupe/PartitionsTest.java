package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table in partitions, as the documentation has it: by a day that is a field, so that it is in the unique index. */
class PartitionsTest {

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aDayIsDroppedWithItsMarks(Kind kind) throws Exception {
        Marks marks = new Marks(kind, DedupeLayout.shared(Kind.newTable(), "day", "order_id"));
        String name = marks.layout().table();
        String columns = " (consumer " + text(kind, 100) + " NOT NULL, day INT NOT NULL, order_id " + text(kind, 200)
                + " NOT NULL, expires_at BIGINT NOT NULL, PRIMARY KEY (consumer, day, order_id)) PARTITION BY RANGE (day)";
        if (kind == Kind.POSTGRESQL) {
            marks.execute("CREATE TABLE " + name + columns);
            marks.execute(
                    "CREATE TABLE " + name + "_1 PARTITION OF " + name + " FOR VALUES FROM (20260101) TO (20260102)");
            marks.execute(
                    "CREATE TABLE " + name + "_2 PARTITION OF " + name + " FOR VALUES FROM (20260102) TO (20260103)");
            marks.execute("CREATE INDEX ON " + name + " (expires_at)");
        } else {
            marks.execute("CREATE TABLE " + name + columns
                    + " (PARTITION p1 VALUES LESS THAN (20260102), PARTITION p2 VALUES LESS THAN (20260103))");
            marks.execute("CREATE INDEX " + name + "_expires_at ON " + name + " (expires_at)");
        }
        DedupeTable table = marks.open();
        assertThat(marks.commit(table, 20_260_101, "order-17")).isEqualTo(new DedupeOutcome.First(false));
        assertThat(marks.commit(table, 20_260_102, "order-17")).isEqualTo(new DedupeOutcome.First(false));
        assertThat(marks.commit(table, 20_260_101, "order-17")).isEqualTo(new DedupeOutcome.Repeated());
        marks.execute(
                kind == Kind.POSTGRESQL ? "DROP TABLE " + name + "_1" : "ALTER TABLE " + name + " DROP PARTITION p1");
        assertThat(marks.count()).isEqualTo(1);
        marks.expire();
        assertThat(marks.commit(table, 20_260_102, "order-17")).isEqualTo(new DedupeOutcome.First(true));
        marks.expire();
        assertThat(table.purge(marks.source(), 10, 1)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void noTableIsInPartitionsByExpiry(Kind kind) {
        Marks marks = new Marks(kind, DedupeLayout.shared(Kind.newTable(), "order_id"));
        String parts = kind == Kind.POSTGRESQL ? "" : " (PARTITION p1 VALUES LESS THAN (1))";
        assertThatThrownBy(() -> marks.execute("CREATE TABLE " + marks.layout().table() + " (consumer "
                        + text(kind, 100) + ", order_id " + text(kind, 200)
                        + ", expires_at BIGINT, PRIMARY KEY (consumer, order_id)) PARTITION BY RANGE (expires_at)"
                        + parts))
                .isInstanceOf(SQLException.class)
                .hasMessageMatching("(?is).*(partition key|partitioning|PARTITION).*");
    }

    private static String text(Kind kind, int characters) {
        return kind.database().dialect().text(characters);
    }
}
