package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server says of itself before it is used. A server or a proxy that refuses a question, as to this user, has nothing to say. */
final class Greeting {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private static final Pattern LIMIT = Pattern.compile("(?m)^maxmemory:(?!0\\s*$)");
    private static final Pattern POLICY = Pattern.compile("(?m)^maxmemory_policy:(?!noeviction)(\\S+)");

    private Greeting() {}

    /** Refuses a replica and a node of a cluster, and warns of a server that may remove records when its memory is full. */
    static void check(Link link) {
        if (link.server().isCluster()) {
            return; // Lettuce asks primaries only.
        }
        String where = "Redis at " + link.server().where();
        if (info(link, "cluster").contains("cluster_enabled:1")) {
            throw new IllegalStateException(
                    where + " is a node of a cluster: use RedisIdempotency.on with a RedisClusterClient.");
        }
        if (info(link, "replication").contains("role:slave")) {
            throw new IllegalStateException(
                    where + " is a replica: records are kept by its primary. Connect to that, or through sentinels.");
        }
        String memory = info(link, "memory");
        Matcher policy = POLICY.matcher(memory);
        if (LIMIT.matcher(memory).find() && policy.find()) {
            LOG.warn(
                    "{} has maxmemory-policy {}: when its memory is full, it removes records, and operations run again."
                            + " Use noeviction.",
                    where,
                    policy.group(1));
        }
    }

    private static String info(Link link, String section) {
        return Link.await(link.request(redis -> redis.info(section))
                .exceptionallyCompose(
                        failure -> Failures.unwrap(failure).getCause() instanceof RedisCommandExecutionException refusal
                                        && Failures.isForbidden(refusal)
                                ? CompletableFuture.completedFuture("")
                                : CompletableFuture.failedFuture(failure)));
    }
}
