package io.lockkeeper.optimistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Names that become part of statements are checked, wherever they come in. */
class IdentifierTest {

    private static final List<String> EVIL = List.of(
            "",
            " ",
            "n--",
            "n;",
            "n = 0, m",
            "n'",
            "\"n\"",
            "`n`",
            "n)",
            "n\n",
            "1n",
            "ñ",
            "n\u0000",
            "a.b.c",
            ".a",
            "a.",
            "n".repeat(64));

    @Test
    void lettersDigitsAndUnderscoresAreNames() {
        assertThat(Identifier.table("shop.Order_Lines2")).isEqualTo("shop.Order_Lines2");
        assertThat(Identifier.table("_orders")).isEqualTo("_orders");
        assertThat(Identifier.column("n".repeat(63))).hasSize(63);
    }

    @Test
    void nothingElseIsATable() {
        for (String name : EVIL) {
            assertRefused(() -> new VersionedTable<>(name, "id", "version", Columns.one("n", Long.class)));
            assertRefused(() -> new CounterColumn(name, "id", "n"));
            assertRefused(() -> new FencedTable(name, "id", "fence"));
        }
    }

    @Test
    void nothingElseIsAColumn() {
        DataSource never = new HikariDataSource();
        for (String name : EVIL) {
            assertRefused(() -> new VersionedTable<>("t", name, "version", Columns.one("n", Long.class)));
            assertRefused(() -> new VersionedTable<>("t", "id", name, Columns.one("n", Long.class)));
            assertRefused(() -> Columns.one(name, Long.class));
            assertRefused(() -> new CounterColumn("t", name, "n"));
            assertRefused(() -> new CounterColumn("t", "id", name));
            assertRefused(() -> new FencedTable("t", name, "fence"));
            assertRefused(() -> new FencedTable("t", "id", name));
            assertRefused(() -> new FencedTable("t", "id", "fence").write(never, 1, 1, Map.of(name, 1)));
        }
        assertRefused(() -> Identifier.column("schema.n"));
    }

    @Test
    void aColumnIsNamedOnce() {
        assertRefused(() -> new VersionedTable<>("t", "id", "n", Columns.one("N", Long.class)));
        assertRefused(() -> new CounterColumn("t", "id", "ID"));
        assertRefused(
                () -> new FencedTable("t", "id", "fence").write(new HikariDataSource(), 1, 1, Map.of("FENCE", 9)));
    }

    private static void assertRefused(ThrowingCallable use) {
        assertThatThrownBy(use).isInstanceOf(IllegalArgumentException.class);
    }
}
