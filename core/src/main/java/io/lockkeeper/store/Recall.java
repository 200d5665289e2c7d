package io.lockkeeper.store;

import io.lockkeeper.Holding;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The capability of a store to keep a recall on record, for the client that holds a lock to look at. A recall takes nothing
 * from its holder.
 *
 * <p>The store records the recall where it keeps the lock, or beside it. Whoever may take the lock may write the record, and
 * nobody else. The holder's client looks at it with each renewal, while somebody waits for a recall; with {@link RecallPush},
 * it is told when to look.
 */
public interface Recall extends Inspection {

    /**
     * Records that the current grant of a lock is recalled. The record ends with the grant, or after a minute, or with the
     * client that made it. May be repeated. Whether anybody holds the lock is decided where it is kept, not by a copy that may be behind.
     *
     * <p>Who holds the lock may release it before the recall is recorded. If any grant was meant, that one was asked nevertheless: the next
     * question for it finds that it has ended. Empty would say that the lock is free, while the next one holds it.
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
