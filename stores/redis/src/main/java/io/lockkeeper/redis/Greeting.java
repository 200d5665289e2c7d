package io.lockkeeper.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says of itself when it is asked.
 *
 * @param words names, each followed by its value
 * @param memory what INFO tells of its memory, a line each; nothing if this user may not ask
 */
record Greeting(List<Object> words, String memory) {

    private static final Pattern LIMIT = Pattern.compile("(?m)^maxmemory:(?!0\\s*$)");
    private static final Pattern POLICY = Pattern.compile("(?m)^maxmemory_policy:(?!noeviction)(\\S+)");

    /** Asks; a server or a proxy that refuses a question, as to this user, has nothing to say. */
    static Greeting of(RedisAsyncCommands<String, String> redis) {
        CompletionStage<List<Object>> words =
                redis.dispatch(CommandType.HELLO, new NestedMultiOutput<>(StringCodec.UTF8));
        CompletionStage<String> memory = redis.info("memory");
        return new Greeting(orIfRefused(List.of(), words), orIfRefused("", memory));
    }

    private static <T> T orIfRefused(T nothing, CompletionStage<T> answer) {
        return answer.exceptionallyCompose(failure -> Failures.unwrap(failure) instanceof RedisCommandExecutionException
                        ? CompletableFuture.completedFuture(nothing)
                        : CompletableFuture.failedFuture(failure))
                .toCompletableFuture()
                .join();
    }

    /** Refuses a server that is not one node with all keys. */
    void refuseAllButOneNode(String where) {
        int mode = words.indexOf("mode");
        String said = mode < 0 ? "standalone" : String.valueOf(words.get(mode + 1));
        if (said.equals("cluster")) {
            throw new IllegalStateException("Redis at " + where + " runs in cluster mode, which is not supported:"
                    + " use a server with 'cluster-enabled no'.");
        }
    }

    /** Warns of a server that may remove locks when its memory is full. */
    void warnOfEviction(String where, Log log) {
        Matcher policy = POLICY.matcher(memory);
        if (LIMIT.matcher(memory).find() && policy.find()) {
            log.warn("Redis at " + where + " has maxmemory-policy " + policy.group(1)
                    + ": when its memory is full, it removes keys, and locks are lost. Use noeviction.");
        }
    }
}
