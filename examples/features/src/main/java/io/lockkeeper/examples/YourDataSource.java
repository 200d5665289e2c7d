package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcStore;
import org.h2.jdbcx.JdbcConnectionPool;

/** Locks in the program's own database, through its own connection pool, for example a {@code DataSource} bean. */
public final class YourDataSource {

    private YourDataSource() {}

    /** Takes a lock. */
    public static void main(String[] args) throws InterruptedException {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:yours", "", "");
        try (LockClient locks = JdbcStore.client(pool);
                Lease lease = locks.lock("orders:42").acquire()) {
            System.out.println("Held in " + locks.guarantees().store() + ": " + lease.isHeld());
        } finally {
            pool.dispose(); // The client does not close it.
        }
    }
}
