package io.lockkeeper.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletionException;

/** What a server says of itself when it is asked, which every user may: names, each followed by its value. */
record Greeting(List<Object> words) {

    /** Asks; a server or a proxy that does not know the question has nothing to say. */
    static Greeting of(RedisAsyncCommands<String, String> redis) {
        try {
            return new Greeting(redis.dispatch(CommandType.HELLO, new NestedMultiOutput<>(StringCodec.UTF8))
                    .toCompletableFuture()
                    .join());
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RedisCommandExecutionException) {
                return new Greeting(List.of());
            }
            throw failed;
        }
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
}
