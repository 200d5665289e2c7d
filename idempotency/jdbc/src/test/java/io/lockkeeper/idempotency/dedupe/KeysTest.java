package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Two keys that differ never become one. */
@OnEveryDatabase
class KeysTest {

    private static final DedupeOutcome FIRST = new DedupeOutcome.First(false);
    private static final DedupeOutcome REPEATED = new DedupeOutcome.Repeated();

    private final Kind kind;
    private final Marks marks;

    KeysTest(Kind kind) throws SQLException {
        this.kind = kind;
        this.marks = Marks.on(kind);
    }

    @Test
    void caseAccentsAndSpacesCount() throws Exception {
        DedupeTable table = marks.open();
        List<String> keys = List.of(
                "a", "A", "a ", " a", "a\t", "\u00e1", "a\u0301", "ss", "\u00df", "", " ", "\ud83d\ude00", "'; --");
        for (String key : keys) {
            assertThat(marks.commit(table, key)).as("'%s'", key).isEqualTo(FIRST);
        }
        for (String key : keys) {
            assertThat(marks.commit(table, key)).as("'%s'", key).isEqualTo(REPEATED);
        }
        assertThat(marks.count()).isEqualTo(keys.size());
    }

    @Test
    void aKeyThatIsTooLongIsRefused() throws Exception {
        DedupeTable table = marks.open();
        String longest = "x".repeat(200);
        assertThat(marks.commit(table, longest)).isEqualTo(FIRST);
        assertRefused(table, longest + "1", "200 characters");
        assertRefused(table, longest + " ", "200 characters");
        assertThatThrownBy(() -> marks.open("c".repeat(101)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("100 characters");
    }

    @Test
    void aKeyThatIsNoTextIsRefused() throws Exception {
        DedupeTable table = marks.open();
        assertRefused(table, "half of a pair: \ud83d", "surrogate");
        assertRefused(table, "zero: \0", "NUL");
        assertRefused(table, 17L, "a String");
        assertThatThrownBy(() -> marks.commit(table, new Object[] {null})).isInstanceOf(NullPointerException.class);
    }

    private void assertRefused(DedupeTable table, Object key, String reason) {
        assertThatThrownBy(() -> marks.commit(table, key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    /** Where it applies: others are strict. */
    @TestFactory
    Stream<DynamicTest> aServerThatIsNotStrictWouldMakeOneKeyOfTwo() {
        return Kind.where(kind.isMariaDbOrMySql(), () -> {
            DedupeTable table = marks.open();
            try (Connection lax = marks.begin()) {
                Marks.execute(lax, "SET SESSION sql_mode = ''");
                String insert =
                        "INSERT INTO " + marks.layout().table() + " VALUES ('billing', '" + "x".repeat(200) + "%s', 1)";
                Marks.execute(lax, insert.formatted("1"));
                assertThatThrownBy(() -> Marks.execute(lax, insert.formatted("2")))
                        .hasMessageContaining("Duplicate");
                lax.rollback();
                assertThatThrownBy(() -> table.first(lax, "x".repeat(201)))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        });
    }

    /** Where it applies: other drivers always use UTF-8. */
    @TestFactory
    Stream<DynamicTest> aConnectionThatReplacesCharactersIsRefused() {
        return Kind.where(kind == Kind.MYSQL, () -> {
            PlainDataSource latin = new PlainDataSource(kind.url() + "&characterEncoding=ISO-8859-1");
            assertThatThrownBy(() -> DedupeTable.open(latin, marks.layout(), "billing"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("latin1");
        });
    }

    @Test
    void aTableOfTheUsersHasOtherTypes() throws Exception {
        boolean hasUuid = kind != Kind.MYSQL;
        DedupeLayout layout = DedupeLayout.ofOneConsumer(Kind.newTable(), "day", "order", "id");
        String quote = kind.database().dialect().quote();
        String order = quote + "order" + quote;
        String day = quote + "day" + quote;
        String columns =
                "%s BIGINT NOT NULL, id %s NOT NULL, %s INT NOT NULL, note VARCHAR(10), expires_at BIGINT NOT NULL";
        marks.execute("CREATE TABLE " + layout.table() + " ("
                + columns.formatted(order, hasUuid ? "UUID" : "BIGINT", day) + ", UNIQUE (" + order + ", id, " + day
                + "))");
        DedupeTable table = DedupeTable.open(marks.source(), layout);
        Object id = hasUuid ? UUID.randomUUID() : 5;
        assertThat(marks.commit(table, 20_260_101, Long.MAX_VALUE, id)).isEqualTo(FIRST);
        assertThat(marks.commit(table, (short) 1, Long.MAX_VALUE, id)).isEqualTo(FIRST);
        assertThat(marks.commit(table, 20_260_101L, Long.MAX_VALUE, id)).isEqualTo(REPEATED);
        assertThatThrownBy(() -> marks.commit(table, Integer.MAX_VALUE + 1L, 5, id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bits");
        assertThatThrownBy(() -> marks.commit(table, "1", 5, id)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesAreKeys() throws Exception {
        DedupeLayout layout = DedupeLayout.ofOneConsumer(Kind.newTable(), "digest");
        String type = kind == Kind.POSTGRESQL ? "bytea" : "VARBINARY(32)";
        marks.execute("CREATE TABLE " + layout.table() + " (digest " + type
                + " NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL)");
        DedupeTable table = DedupeTable.open(marks.source(), layout);
        assertThat(marks.commit(table, new byte[] {1, 0})).isEqualTo(FIRST);
        assertThat(marks.commit(table, new byte[] {1})).isEqualTo(FIRST);
        assertThat(marks.commit(table, new byte[] {1, 0})).isEqualTo(REPEATED);
        if (kind != Kind.POSTGRESQL) {
            assertThatThrownBy(() -> marks.commit(table, new byte[33])).hasMessageContaining("32 bytes");
        }
    }
}
