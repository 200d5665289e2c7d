package io.lockkeeper.examples;

import io.lockkeeper.jdbc.SessionLock;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A lock bound to a connection: the database releases it when the process ends for any reason. */
public final class ConnectionLock {

    private ConnectionLock() {}

    /** Elects the process that does the nightly work, if the URL of a PostgreSQL database is given. */
    public static void main(String[] args) {
        if (args.length == 0) {
            System.out.println("Give the URL of a PostgreSQL database; H2, which needs no server, has no such locks.");
            return;
        }
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(args[0]);
        elect(database);
    }

    private static void elect(DataSource database) {
        try (SessionLock mine = SessionLock.acquire(database, "nightly", Duration.ofSeconds(2))) {
            Optional<SessionLock> others = SessionLock.tryAcquire(database, "nightly", Duration.ZERO);
            System.out.println("I am the one: " + mine.isHeld() + "; another may as well: " + others.isPresent());
        }
    }
}
