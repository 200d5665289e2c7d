package io.lockkeeper.idempotency.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** One kind of database. Its statements are in folders, those that several share in "common". */
interface Dialect {

    /** What the database calls itself. */
    String title();

    /** The word for it in URLs. */
    String scheme();

    /** The folders of its statements, first come first. */
    default List<String> folders() {
        return List.of(scheme());
    }

    /** The word for it in the name of its DDL. */
    default String ddl() {
        return scheme();
    }

    /** Microseconds since 1970 as a statement's expression, from a clock without a time zone. */
    String now();

    /** The name of an index on a table of a schema, which is followed by a dot or empty. */
    default String index(String schema, String name) {
        return name;
    }

    /** Sets a part of a key, such that the database compares keys byte by byte. */
    default void setKeyPart(PreparedStatement statement, int index, String part) throws SQLException {
        statement.setBytes(index, part.getBytes(UTF_8));
    }

    /**
     * Marks a key in the connection's transaction, or finds out what is there. It does not wait for a transaction that has marked
     * it, or as shortly as the database can.
     */
    ClaimReply claim(Connection connection, Sql sql, Mark mark) throws SQLException;

    /** Prepares a transaction that only deletes records whose retention is over; nothing was done in it yet. */
    default void beforePurge(Connection connection) throws SQLException {}

    /** Whether a claim that is answered with a record in progress has locked it until its transaction ends. */
    default boolean locksWhatItSees() {
        return false;
    }

    /**
     * Whether the database undid a transaction of its own accord, or refuses to go on with it: a deadlock, or a change that the
     * transaction's snapshot does not see. The transaction has to be begun anew.
     */
    boolean isUndone(SQLException failure);

    /** Whether a claim failed because its key is in flight, and took the transaction with it. */
    default boolean isBusy(SQLException failure) {
        return false;
    }

    /** Whether a table that is to be created is there by now, or the like: another session was faster. */
    default boolean isMadeTwice(SQLException failure) {
        return false;
    }
}
