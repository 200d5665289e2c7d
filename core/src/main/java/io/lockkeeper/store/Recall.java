package io.lockkeeper.store;

import io.lockkeeper.Holding;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The capability of a store to pass a recall on to the client that holds a lock. A recall takes nothing from its holder.
 *
 * <p>The store records the recall where it keeps the lock, and then tells the client by {@link
 * GrantPush.Signals#mayBeRecalled}. The signal is a hint, which anybody may forge or lose: the client believes only the
 * record, which whoever may take the lock may write, and nobody else.
 */
public interface Recall extends GrantPush, Inspection {

    /**
     * Records that the current grant of a lock is recalled, and tells its client. The record ends with the grant, or after
     * a minute. May be repeated.
     *
     * @param name the lock's name
     * @param only the grant to recall, as {@link Inspection} showed it; any other is left alone; null for whichever is current
     * @return who was asked; empty if nobody holds the lock, or another grant is current
     */
    CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only);

    /**
     * Returns whether a grant is current and recalled, as the store has it on record.
     *
     * @param grant the grant
     * @return false if it is not
     */
    CompletionStage<Boolean> isRecalled(Grant grant);

    /**
     * Who was asked.
     *
     * @param holding what is held
     * @param mayListen false if the store knows that the holder's client does not listen
     */
    record Asked(Holding holding, boolean mayListen) {}
}
