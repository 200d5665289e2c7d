/** Idempotency in a database: in the business transaction, or with leases; a dedupe table. */
module io.lockkeeper.idempotency.jdbc {
    requires transitive io.lockkeeper.idempotency;
    requires transitive java.sql;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.lockkeeper.idempotency.dedupe;
    exports io.lockkeeper.idempotency.jdbc;
}
