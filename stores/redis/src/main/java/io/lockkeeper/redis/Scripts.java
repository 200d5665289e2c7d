package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.store.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs scripts by their digests, and sends their text when the server does not know them (any more). */
final class Scripts {

    private final Link link;
    private final Keys keys;
    private final String retention;
    private final String claimTime;

    Scripts(Link link, Keys keys, RedisSettings settings) {
        this.link = link;
        this.keys = keys;
        this.retention = Durations.micros(settings.retention());
        this.claimTime = Durations.micros(settings.claimTime());
    }

    /** Runs a script on one lock. */
    <T> CompletionStage<T> onLock(Script script, ScriptOutputType type, String name, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments.size() + 2);
        all.add(retention);
        all.add(claimTime);
        all.addAll(arguments);
        return run(script, type, new String[] {keys.lock(name), keys.queue(name)}, all.toArray(String[]::new));
    }

    /** Runs a script. */
    <T> CompletionStage<T> run(Script script, ScriptOutputType type, String[] locks, String[] arguments) {
        Script.Body body = script.body();
        return link.send(redis -> {
            CompletionStage<T> known = redis.evalsha(body.digest(), type, locks, arguments);
            return known.exceptionallyCompose(failure -> Failures.isNoScript(failure)
                    ? redis.eval(body.text(), type, locks, arguments)
                    : CompletableFuture.failedFuture(failure));
        });
    }

    String retention() {
        return retention;
    }

    /** A claim as scripts take it; the same for each copy, since the queue knows it by this text. */
    static List<String> arguments(Claim claim) {
        return List.of(
                claim.id().toString(),
                claim.id().client(),
                Holders.encode(claim.holder()),
                Durations.micros(claim.lease()),
                Integer.toString(claim.tokens()),
                claim.mayQueue() ? "1" : "0");
    }
}
