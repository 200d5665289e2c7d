package io.lockkeeper.jdbc;

import io.lockkeeper.Holding;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The recall of a lock, as its row has it: a mark among those of withdrawn claims, by the name of a client that there is not.
 * So the table needs no other column, and releases that do not know of recalls keep the mark until it ends.
 */
final class RowRecall {

    private RowRecall() {}

    /** Asks the holder to let go. */
    static Optional<Asked> recall(LockRow row, @Nullable Holding only) {
        Tenancy held = row.held(only);
        if (held == null) {
            row.confirm();
            return Optional.empty();
        }
        row.withdrawn().put(Withdrawn.recallOf(held.claim()), row.now() + LockRow.MARK);
        row.messages().add(Message.recall(row.name(), held.claim()));
        row.confirm();
        return Optional.of(new Asked(row.shown(held), true));
    }

    static boolean isRecalled(LockRow row, Grant grant) {
        Tenancy held = row.holding();
        return held != null
                && held.claim().equals(grant.claim())
                && held.firstToken() == grant.firstToken()
                && row.withdrawn().containsKey(Withdrawn.recallOf(held.claim()));
    }
}
