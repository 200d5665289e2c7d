package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.store.Diagnosis;
import io.lockkeeper.store.StoreAddress;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes idempotency in Redis, 6.2 or later, or Valkey. A run is two round trips, a repeat one.
 *
 * <h2>What a Redis guarantees</h2>
 *
 * <p>While the server keeps its memory, a key has one owner at a time, and a finished key is never run again within its retention.
 * An operation may run twice in these cases; where that matters, have the other side check the {@linkplain
 * io.lockkeeper.idempotency.Attempt#token token} or the {@linkplain io.lockkeeper.idempotency.Attempt#downstreamKey key that is handed
 * on}, or use a database in transactional mode:
 *
 * <ul>
 *   <li>A failover: replication is asynchronous, so a replica that becomes the primary may not know the last claims and outcomes. A
 *       repeat of such a key runs again. An attempt that is running learns of it at its next renewal.
 *   <li>A restart without persistence, or with {@code appendfsync everysec} after a crash: the records of the last second, or all, are
 *       gone, with the same consequence.
 *   <li>A full server with another {@code maxmemory-policy} than {@code noeviction} evicts records. With {@code noeviction} it refuses
 *       new claims, and still takes the outcomes of what runs.
 *   <li>A lease that expires while its attempt is paused: {@link io.lockkeeper.idempotency.OnExpiry} decides.
 * </ul>
 *
 * <p>A lost record is never made anew by a renewal or a completion: the attempt that owned it is told that it is lost.
 *
 * <p>Every key in Redis expires: in progress after the lease and the retention, finished after the retention. With {@link
 * io.lockkeeper.idempotency.Retention#forever()} there is no expiry, and the memory that records need grows without end.
 *
 * <p>Tokens grow as long as the server's clock does not step back by more than the retention, or by more than a minute for a key that
 * was freed.
 */
public final class RedisIdempotency {

    private RedisIdempotency() {}

    /**
     * Connects to a server, with the default settings.
     *
     * @param address as of {@link #connect(String, IdempotencySettings)}
     * @return to close
     * @throws IllegalArgumentException if the address is malformed
     * @throws StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static LeasedIdempotency connect(String address) {
        return connect(address, IdempotencySettings.defaults());
    }

    /**
     * Connects to a server.
     *
     * @param address {@code redis://[user:password@]host[:port][/db]} or {@code rediss://…}, with the parameters {@code prefix}, {@code
     *     timeout} (of a reply, 2 s) and {@code password-file}, and for TLS {@code verify} (full, ca or none) and {@code cacert} (a PEM
     *     file); those that concern locks only have no effect
     * @param settings timeout, executor, listeners
     * @return to close
     * @throws IllegalArgumentException if the address is malformed
     * @throws StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static LeasedIdempotency connect(String address, IdempotencySettings settings) {
        return connect(StoreAddress.parse(address).withPasswordFromFile(), settings);
    }

    static LeasedIdempotency connect(StoreAddress address, IdempotencySettings settings) {
        return Engine.leased(store(address), settings);
    }

    /**
     * Uses a server through connections of an application's client: one for requests, and one for notifications once a repeat waits.
     * Whether Lettuce sends requests again after a reconnection is the client's choice; copies change nothing.
     *
     * @param client not shut down by the result
     * @param uri where the server, or its sentinels, are
     * @param options prefix and timeout
     * @param settings timeout, executor, listeners
     * @return to close before the client is shut down
     * @throws StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static LeasedIdempotency on(
            RedisClient client, RedisURI uri, RedisOptions options, IdempotencySettings settings) {
        return Engine.leased(store(client, uri, options), settings);
    }

    /**
     * Uses a cluster through connections of an application's client: one for requests, to primaries only, and one for notifications
     * once a repeat waits. While a slot moves to another node, the cluster takes outcomes and renewals of its keys, but
     * no claims and releases, which are repeated until the timeout.
     *
     * @param client not shut down by the result
     * @param options prefix and timeout
     * @param settings timeout, executor, listeners
     * @return to close before the client is shut down
     * @throws StoreUnavailableException if the cluster can't be reached
     * @throws IllegalStateException if it refuses the user
     */
    public static LeasedIdempotency on(RedisClusterClient client, RedisOptions options, IdempotencySettings settings) {
        return Engine.leased(store(client, options), settings);
    }

    static RedisRecords store(StoreAddress address) {
        RedisAddress parsed = RedisAddress.parse(address);
        String where = parsed.uri().getHost() + ":" + parsed.uri().getPort();
        try {
            return connected(where, parsed.options(), () -> new OwnServer(parsed));
        } catch (StoreUnavailableException e) {
            throw new Diagnosis("Redis", "redis", "rediss", parsed.uri().isSsl())
                    .explain(
                            "Redis at " + where,
                            List.of(new Diagnosis.Server(
                                    parsed.uri().getHost(), parsed.uri().getPort())),
                            e);
        }
    }

    static IdempotencyStore store(RedisClient client, RedisURI uri, RedisOptions options) {
        return connected(GivenServer.name(uri), options, () -> GivenServer.of(client, uri));
    }

    static IdempotencyStore store(RedisClusterClient client, RedisOptions options) {
        return connected("the cluster", options, () -> GivenServer.of(client));
    }

    private static RedisRecords connected(String where, RedisOptions options, Supplier<Server> connection) {
        Server server;
        try {
            server = connection.get();
        } catch (RuntimeException e) {
            throw new Failures(where, Keys.under(options.prefix())).of(e);
        }
        RedisRecords records = new RedisRecords(server, options);
        try {
            records.greet();
        } catch (RuntimeException e) {
            records.close();
            throw e;
        }
        return records;
    }
}
