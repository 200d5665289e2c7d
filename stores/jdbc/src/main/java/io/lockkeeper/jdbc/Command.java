package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements without parameters, about the session or the server. */
final class Command {

    private Command() {}

    static void execute(Connection connection, String command) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    /** Returns the one value with which a question is answered. */
    static String answer(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            String value = answer.next() ? answer.getString(1) : null;
            return value == null ? "" : value;
        }
    }
}
