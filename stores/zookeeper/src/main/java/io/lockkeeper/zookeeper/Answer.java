package io.lockkeeper.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** The answer to a request of a session's. What comes when the session is over counts as not answered. */
final class Answer<T> extends CompletableFuture<T> {

    /** Through whom an answer comes: the server alone, the leader, or most of the servers, as all writes do. */
    enum Way {
        SERVER,
        LEADER,
        COMMIT
    }

    final long sent;
    private final Session session;
    private final Way way;

    Answer(Session session, Way way) {
        this.sent = session.now();
        this.session = session;
        this.way = way;
    }

    /** It has come, in the thread of the session's events. */
    void take(int rc, @Nullable String path, Supplier<T> value) {
        if (isDone()) {
            return; // It counts as failed already, since an error was thrown when it was sent.
        }
        Code code = Failures.code(rc);
        try {
            session.answered(sent, way, code);
            if (session.isOver()) {
                completeExceptionally(KeeperException.create(Code.SESSIONEXPIRED));
            } else if (code != Code.OK) {
                completeExceptionally(KeeperException.create(code, path));
            } else {
                complete(value.get());
            }
        } catch (Throwable thrown) {
            completeExceptionally(thrown);
        }
    }
}
