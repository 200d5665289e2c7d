package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What differs from one kind of database to the other. */
interface Dialect {

    /** Where the statements are. */
    String folder();

    /** The time by the database's clock, in microseconds since 1970. */
    String now();

    /** What encloses a name. */
    String quote();

    /** The type of a column for text, collated by bytes, as it is declared. */
    String text(int characters);

    /** What a column holds that may be part of the unique index; nothing if two values that differ could be the same there. */
    Optional<Field> field(Column column);

    /** Why a table is none that takes part in transactions. */
    default Optional<String> refusal(Column column) {
        return Optional.empty();
    }

    /** Why a connection is none whose values arrive as they are. */
    default Optional<String> refusal(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** Marks an operation. */
    DedupeOutcome first(Connection connection, Mark mark) throws SQLException;

    /**
     * Deletes a batch of expired marks.
     *
     * @param from none that expired earlier need be looked for
     */
    Purged purge(Connection connection, String statement, long from) throws SQLException;

    /** Whether the database gave this transaction up in favour of another's. */
    boolean isUndone(SQLException failure);

    /**
     * A batch that was deleted.
     *
     * @param marks how many
     * @param reached the time of expiry of the last, if the next batch profits from it
     */
    record Purged(long marks, long reached) {}

    /**
     * A column, as the database describes it.
     *
     * @param type as the database calls it
     * @param longest how many characters or bytes; none if the type has no bound
     * @param collation how text is compared, if it is text; on PostgreSQL only if that is not by bytes
     * @param engine of its table
     */
    record Column(String table, String name, String type, long longest, String collation, String engine) {

        Optional<Field> as(Field.Kind kind) {
            return Optional.of(new Field(name, kind, longest));
        }

        Optional<Field> whole(int bits) {
            return Optional.of(new Field(name, Field.Kind.WHOLE, bits));
        }
    }
}
