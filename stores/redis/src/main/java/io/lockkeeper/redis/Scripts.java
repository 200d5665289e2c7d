package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.store.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Scripts with the arguments that they have in common. */
final class Scripts {

    private final Courier courier;
    private final Keys keys;
    private final String retention;
    private final String claimTime;

    Scripts(Courier courier, Keys keys, RedisSettings settings) {
        this.courier = courier;
        this.keys = keys;
        this.retention = Durations.micros(settings.timing().retention());
        this.claimTime = Durations.micros(settings.timing().claimTime());
    }

    /** Runs a script on one lock. */
    <T> CompletionStage<T> onLock(Script script, ScriptOutputType type, String name, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments.size() + 2);
        all.add(retention);
        all.add(claimTime);
        all.addAll(arguments);
        String[] both = {keys.lock(name), keys.queue(name)};
        CompletionStage<T> reply = run(script, type, both, all.toArray(String[]::new));
        return reply.exceptionallyCompose(
                failure -> CompletableFuture.failedFuture(Failures.naming(List.of(both), failure)));
    }

    /** Runs a script. */
    <T> CompletionStage<T> run(Script script, ScriptOutputType type, String[] locks, String[] arguments) {
        return courier.run(script, type, locks, arguments);
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
                claim.demand().toString(),
                Long.toHexString(claim.pushSecret()));
    }
}
