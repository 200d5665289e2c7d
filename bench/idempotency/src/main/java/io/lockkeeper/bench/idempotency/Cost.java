package io.lockkeeper.bench.idempotency;

import io.lockkeeper.bench.idempotency.Servers.Statements;
import java.util.function.Supplier;

/**
 * What one request costs the servers, without those that come by the clock.
 *
 * @param inside statements in the database, without BEGIN and the ends of transactions
 * @param transactions in the database; each is a BEGIN, which travels with the next statement, and a COMMIT or ROLLBACK
 * @param commands of Redis, those in scripts included
 * @param trips round trips to both
 */
record Cost(double inside, double transactions, double commands, double trips) {

    /** Sends requests in one thread. Some go before that are not counted, so that connections and plans are there. */
    static Cost of(Servers servers, Service service, int requests, Supplier<String> keys) throws Exception {
        for (int request = 0; request < requests; request++) {
            service.place(keys.get());
        }
        try (RedisWatch watch = new RedisWatch(servers.redis())) {
            servers.resetStatements();
            for (int request = 0; request < requests; request++) {
                service.place(keys.get());
            }
            Statements statements = servers.statements();
            RedisWatch.Traffic traffic = watch.finish();
            double each = 1.0 / requests;
            return new Cost(
                    statements.inside() * each,
                    statements.transactions() * each,
                    traffic.commands() * each,
                    (statements.inside() + statements.transactions() + traffic.requests()) * each);
        }
    }
}
