package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs scripts by their digests on the connection that all callers share, and sends their text when the server does not know
 * them (any more).
 *
 * @param link to the server
 */
record Pipeline(Link link) implements Courier {

    @Override
    public <T> CompletionStage<T> run(Script script, ScriptOutputType type, String[] keys, String[] arguments) {
        Script.Body body = script.body();
        return link.send(redis -> {
            CompletionStage<T> known = redis.evalsha(body.digest(), type, keys, arguments);
            return known.exceptionallyCompose(failure -> Failures.isNoScript(failure)
                    ? redis.eval(body.text(), type, keys, arguments)
                    : CompletableFuture.failedFuture(failure));
        });
    }
}
