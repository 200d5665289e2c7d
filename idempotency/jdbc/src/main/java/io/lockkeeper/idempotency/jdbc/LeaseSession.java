package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencyKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A connection of the leased mode, for one request.
 *
 * @param connection commits each statement
 * @param table the table
 * @param leases the kind of database
 * @param patience how long statements may take
 * @param turn of the request
 */
record LeaseSession(Connection connection, Table table, LeaseDialect leases, LeasePatience patience, Turn turn) {

    /** Prepares a statement that only reads. */
    PreparedStatement look(String statement) throws SQLException {
        return bounded(connection.prepareStatement(table.text(statement)));
    }

    /** Prepares a statement that writes. */
    PreparedStatement write(String statement) throws SQLException {
        return write(table.text(statement), patience);
    }

    PreparedStatement write(String text, LeasePatience bound) throws SQLException {
        PreparedStatement prepared = bounded(connection.prepareStatement(leases.bounded(text, bound)));
        turn.send();
        return prepared;
    }

    /** Prepares a statement that writes, and answers with a number. */
    PreparedStatement writeForNumber(String statement) throws SQLException {
        PreparedStatement prepared =
                bounded(connection.prepareStatement(table.text(statement), Statement.RETURN_GENERATED_KEYS));
        turn.send();
        return prepared;
    }

    private PreparedStatement bounded(PreparedStatement statement) throws SQLException {
        leases.bound(statement, patience);
        return statement;
    }

    /** Sets a key, and returns the index behind it. */
    int setKey(PreparedStatement statement, int index, IdempotencyKey key) throws SQLException {
        table.dialect().setKeyPart(statement, index, key.scope());
        table.dialect().setKeyPart(statement, index + 1, key.id());
        return index + 2;
    }
}
