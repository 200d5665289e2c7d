package io.lockkeeper.bench.contestants;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Two statements: insert a row, and delete it if one inserted it oneself. It has no lease. */
final class RawRows {
    private static final String INSERT_ON_POSTGRESQL =
            "INSERT INTO raw_lock (name, owner) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String INSERT_ON_MARIADB = "INSERT IGNORE INTO raw_lock (name, owner) VALUES (?, ?)";
    private static final String DELETE = "DELETE FROM raw_lock WHERE name = ? AND owner = ?";

    /** What a database says whose choice it was to end a deadlock: MariaDB has them when several wait for one row to go. */
    private static final String DEADLOCK = "40001";

    private RawRows() {}

    static Locks open(String url) {
        HikariDataSource pool = Pool.open(url);
        String insert = Pool.isPostgreSql(url) ? INSERT_ON_POSTGRESQL : INSERT_ON_MARIADB;
        return Locks.of(name -> mutex(pool, insert, name, RawLimit.owner()), pool::close);
    }

    private static Mutex mutex(DataSource pool, String insert, String name, String owner) {
        return RawLimit.polling(name, () -> changed(pool, insert, name, owner) == 1, () -> {
            int deleted = changed(pool, DELETE, name, owner);
            while (deleted < 0) {
                deleted = changed(pool, DELETE, name, owner);
            }
            return deleted == 1;
        });
    }

    /** Returns how many rows were changed, or -1 if nothing was done, to end a deadlock. */
    private static int changed(DataSource pool, String statement, String name, String owner) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, name);
            prepared.setString(2, RawLimit.value(owner));
            return prepared.executeUpdate();
        } catch (SQLException e) {
            if (DEADLOCK.equals(e.getSQLState())) {
                return -1;
            }
            throw e;
        }
    }
}
