package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.Holding;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Recalls: a note in the lock's hash, which whoever may write the lock may write, and a message to look for it.
 *
 * @param keys the names of keys
 * @param scripts the way to the server
 */
record Recalls(Keys keys, Scripts scripts) {

    CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        String token = only == null ? "" : Long.toString(only.token());
        CompletionStage<@Nullable List<?>> reply =
                scripts.onLock(Script.RECALL, ScriptOutputType.MULTI, name, List.of(token));
        return reply.thenApply(row -> row == null || row.size() < 5 ? Optional.empty() : Optional.of(asked(row)));
    }

    private static Asked asked(List<?> row) {
        Holding holding = RedisCatalogue.holding(row, 0);
        return new Asked(holding, Replies.number(row, 4) == 1);
    }

    CompletionStage<Boolean> isRecalled(Grant grant) {
        String[] lock = {keys.lock(grant.name())};
        String[] arguments = {grant.claim().toString(), Long.toString(grant.firstToken())};
        CompletionStage<Long> reply = scripts.run(Script.RECALLED, ScriptOutputType.INTEGER, lock, arguments);
        return reply.thenApply(recalled -> recalled == 1);
    }
}
