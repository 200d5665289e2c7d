/** Locks in a table of a database. */
module io.lockkeeper.jdbc {
    requires transitive io.lockkeeper;
    requires transitive java.sql;
    requires com.zaxxer.hikari;
    requires static org.jspecify;
    requires static org.postgresql.jdbc;

    exports io.lockkeeper.jdbc;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.jdbc.JdbcStoreProvider;
}
