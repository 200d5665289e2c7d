package io.lockkeeper.bench.contestants;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** One lock of {@link RawRows}. Each thread is told apart by its id in the row. */
record RawRow(DataSource pool, String insert, String name, String owner) implements Mutex {
    private static final String DELETE = "DELETE FROM raw_lock WHERE name = ? AND owner = ?";

    /** What a database says whose choice it was to end a deadlock: MariaDB has them when several wait for one row to go. */
    private static final String DEADLOCK = "40001";

    @Override
    public void lock() {
        while (changed(insert) != 1) {
            LockSupport.parkNanos(RawMutex.RETRY_NANOS);
        }
    }

    @Override
    public void unlock() {
        int deleted = changed(DELETE);
        while (deleted < 0) {
            deleted = changed(DELETE);
        }
        if (deleted != 1) {
            throw new IllegalMonitorStateException(name + " was not held");
        }
    }

    /** Returns how many rows were changed, or -1 if nothing was done, to end a deadlock. */
    private int changed(String statement) {
        try (Connection connection = pool.getConnection();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, name);
            prepared.setString(2, owner + ":" + Thread.currentThread().getId());
            return prepared.executeUpdate();
        } catch (SQLException e) {
            if (DEADLOCK.equals(e.getSQLState())) {
                return -1;
            }
            throw new IllegalStateException(e);
        }
    }
}
