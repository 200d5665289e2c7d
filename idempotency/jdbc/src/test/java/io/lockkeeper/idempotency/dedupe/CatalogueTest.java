package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A table that cannot tell operations apart is refused when it is opened. */
@OnEveryDatabase
class CatalogueTest {

    private final Kind kind;
    private final Marks marks;

    CatalogueTest(Kind kind) {
        this.kind = kind;
        this.marks = new Marks(kind, DedupeLayout.shared(Kind.newTable(), "order_id"));
    }

    @Test
    void aTableThatIsMissingIsRefused() {
        assertRefused("there is no such table");
    }

    @Test
    void aColumnThatIsMissingIsRefused() throws Exception {
        create("consumer %s NOT NULL, expires_at BIGINT, PRIMARY KEY (consumer)", "");
        assertRefused("it has no column 'order_id'");
    }

    @Test
    void aUniqueIndexOnOtherColumnsIsRefused() throws Exception {
        create("consumer %s NOT NULL, order_id %s NOT NULL, expires_at BIGINT, PRIMARY KEY (order_id)", "");
        assertRefused("it must have one unique index");
    }

    @Test
    void anotherUniqueIndexIsRefused() throws Exception {
        create(
                "consumer %s NOT NULL, order_id %s NOT NULL, expires_at BIGINT, other INT UNIQUE, PRIMARY KEY (consumer, order_id)",
                "");
        assertRefused("it also has");
    }

    @Test
    void aTableWithoutAUniqueIndexIsRefused() throws Exception {
        create("consumer %s NOT NULL, order_id %s NOT NULL, expires_at BIGINT", "");
        assertRefused("has none");
    }

    @Test
    void anExpiryThatHoldsNoMicrosecondsIsRefused() throws Exception {
        create("consumer %s, order_id %s, expires_at INT, PRIMARY KEY (consumer, order_id)", "");
        assertRefused("BIGINT");
    }

    @Test
    void textOfFixedLengthIsRefused() throws Exception {
        create("consumer %s, order_id CHAR(20), expires_at BIGINT, PRIMARY KEY (consumer, order_id)", "");
        assertRefused("could be the same");
    }

    @Test
    void timesAndDecimalsAreRefused() throws Exception {
        create("consumer %s, order_id DECIMAL(10, 2), expires_at BIGINT, PRIMARY KEY (consumer, order_id)", "");
        assertRefused("could be the same");
    }

    @Test
    void textThatIgnoresCaseIsRefused() throws Exception {
        if (kind == Kind.POSTGRESQL) {
            marks.execute("CREATE COLLATION IF NOT EXISTS no_case (provider = icu, locale = 'und-u-ks-level2',"
                    + " deterministic = false)");
        }
        String type = switch (kind) {
            case POSTGRESQL -> "VARCHAR(20) COLLATE no_case";
            case MARIADB, NEWER_MARIADB, MYSQL -> "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci";
            case H2 -> "VARCHAR_IGNORECASE(20)";
        };
        create("consumer %s, order_id " + type + ", expires_at BIGINT, PRIMARY KEY (consumer, order_id)", "");
        assertRefused("could be the same");
    }

    /** Where it applies: others have no such thing. */
    @TestFactory
    Stream<DynamicTest> textThatIsPaddedIsRefused() {
        return Kind.where(kind.isMariaDbOrMySql(), () -> {
            create(
                    "consumer %s, order_id VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, expires_at BIGINT,"
                            + " PRIMARY KEY (consumer, order_id)",
                    "");
            assertRefused("utf8mb4_bin");
        });
    }

    /** Where it applies: others have no such thing. */
    @TestFactory
    Stream<DynamicTest> anIndexOnBeginningsIsRefused() {
        return Kind.where(kind.isMariaDbOrMySql(), () -> {
            create("consumer %s, order_id %s, expires_at BIGINT, UNIQUE (consumer, order_id(10))", "");
            assertRefused("one unique index");
        });
    }

    /** Where it applies: others have no such thing. */
    @TestFactory
    Stream<DynamicTest> aTableWithoutTransactionsIsRefused() {
        return Kind.where(kind.isMariaDbOrMySql(), () -> {
            create("consumer %s, order_id %s, expires_at BIGINT, UNIQUE (consumer, order_id)", " ENGINE = MyISAM");
            assertRefused("InnoDB");
        });
    }

    /** Where it applies: elsewhere the last insert id is not asked for. */
    @TestFactory
    Stream<DynamicTest> numbersThatWouldBeTakenForTheAnswerAreRefused() {
        return Kind.where(kind.isMariaDbOrMySql(), () -> {
            create(
                    "number BIGINT NOT NULL AUTO_INCREMENT, INDEX (number), consumer %s, order_id %s, expires_at BIGINT,"
                            + " PRIMARY KEY (consumer, order_id)",
                    "");
            assertRefused("AUTO_INCREMENT");
        });
    }

    /** Where it applies: others have no such thing. */
    @TestFactory
    Stream<DynamicTest> aTableThatACrashEmptiesIsRefused() {
        return Kind.where(kind == Kind.POSTGRESQL, () -> {
            create("consumer %s, order_id %s, expires_at BIGINT, PRIMARY KEY (consumer, order_id)", "");
            marks.execute("ALTER TABLE " + marks.layout().table() + " SET UNLOGGED");
            assertRefused("unlogged");
        });
    }

    /** Where it applies: others have none. */
    @TestFactory
    Stream<DynamicTest> anIndexForSomeRowsIsRefused() {
        return Kind.where(kind == Kind.POSTGRESQL, () -> {
            create("consumer %s, order_id %s, expires_at BIGINT", "");
            String table = marks.layout().table();
            marks.execute("CREATE UNIQUE INDEX ON " + table + " (consumer, order_id) WHERE expires_at > 5");
            assertRefused("one unique index");
        });
    }

    @Test
    void aSharedTableAsksForTheConsumer() throws Exception {
        Marks shared = Marks.on(kind);
        assertThatThrownBy(() -> DedupeTable.open(shared.source(), shared.layout()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hide each other");
        assertThatThrownBy(() -> shared.open(" ")).isInstanceOf(IllegalArgumentException.class);
        DedupeLayout alone = DedupeLayout.ofOneConsumer(shared.layout().table(), "order_id");
        assertThatThrownBy(() -> DedupeTable.open(shared.source(), alone)).hasMessageContaining("exactly [order_id]");
    }

    @Test
    void namesAreChecked() {
        for (String name : List.of("a; DROP TABLE b", "a-b", "", "a.b.c", "\"a\"", "1a")) {
            assertThatThrownBy(() -> DedupeLayout.shared(name, "id")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> DedupeLayout.shared("t", name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> DedupeLayout.shared("t")).hasMessageContaining("needs a field");
        assertThatThrownBy(() -> DedupeLayout.shared("t", "consumer")).hasMessageContaining("twice");
        assertThatThrownBy(() -> new DedupeLayout("t", Optional.empty(), List.of("id"), "ID"))
                .hasMessageContaining("twice");
    }

    @Test
    void theScriptDoesNothingWhereTheTableIs() throws Exception {
        Marks made = Marks.on(kind, "a", "b", "c", "d", "e");
        made.create();
        assertThatCode(made::open).doesNotThrowAnyException();
    }

    private void create(String columns, String options) throws SQLException {
        String text = kind.database().dialect().text(50);
        marks.execute("CREATE TABLE " + marks.layout().table() + " (" + columns.replace("%s", text) + ")" + options);
    }

    private void assertRefused(String reason) {
        assertThatThrownBy(marks::open)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be a dedupe table")
                .hasMessageContaining(reason);
    }
}
