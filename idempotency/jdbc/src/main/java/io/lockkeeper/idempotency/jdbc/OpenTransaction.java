package io.lockkeeper.idempotency.jdbc;

import java.sql.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A transaction in which the current thread runs an operation. Calls within the operation join it. */
final class OpenTransaction {

    private static final ThreadLocal<Deque<OpenTransaction>> CURRENT = new ThreadLocal<>();

    private final DataSource source;
    private final Connection connection;
    private final Deque<List<Runnable>> parts = new ArrayDeque<>();

    private OpenTransaction(DataSource source, Connection connection) {
        this.source = source;
        this.connection = connection;
        parts.push(new ArrayList<>());
    }

    /** The innermost transaction of this thread on the connections of a source. */
    static Optional<OpenTransaction> of(DataSource source) {
        Deque<OpenTransaction> all = CURRENT.get();
        return all == null
                ? Optional.empty()
                : all.stream().filter(open -> open.source == source).findFirst();
    }

    /** Notes that this thread runs an operation in a transaction, until it {@linkplain #exit exits}. */
    static OpenTransaction enter(DataSource source, Connection connection) {
        Deque<OpenTransaction> all = CURRENT.get();
        if (all == null) {
            all = new ArrayDeque<>();
            CURRENT.set(all);
        }
        OpenTransaction open = new OpenTransaction(source, connection);
        all.push(open);
        return open;
    }

    /** Ends what was entered last. */
    static void exit() {
        Deque<OpenTransaction> all = CURRENT.get();
        all.pop();
        if (all.isEmpty()) {
            CURRENT.remove();
        }
    }

    Connection connection() {
        return connection;
    }

    /** Has something done once the transaction is committed, unless the part of the transaction in which it is said is undone. */
    void afterCommit(Runnable told) {
        parts.element().add(told);
    }

    /** Begins a part that can be undone by itself. */
    void beginPart() {
        parts.push(new ArrayList<>());
    }

    /** Ends a part: it belongs to the one around it, or it was undone. */
    void endPart(boolean kept) {
        List<Runnable> part = parts.pop();
        if (kept) {
            parts.element().addAll(part);
        }
    }

    /** The transaction is committed. */
    void committed() {
        parts.element().forEach(Runnable::run);
    }
}
