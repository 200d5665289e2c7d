package io.lockkeeper.spring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** A check before the commits of a transaction manager, which the contexts share that need it. It goes with the last of them. */
final class SharedCheck implements TransactionExecutionListener {

    private final TransactionExecutionListener check;

    /** Guarded by the transaction manager. */
    private final Set<LockedMethods> contexts = new HashSet<>();

    private SharedCheck(TransactionExecutionListener check) {
        this.check = check;
    }

    /** Has the transactions of a manager checked until a context is closed. */
    static void add(ConfigurableTransactionManager manager, TransactionExecutionListener check, LockedMethods context) {
        synchronized (manager) {
            SharedCheck shared = find(manager, check);
            if (shared == null) {
                shared = new SharedCheck(check);
                List<TransactionExecutionListener> more = new ArrayList<>(manager.getTransactionExecutionListeners());
                more.add(shared);
                manager.setTransactionExecutionListeners(more); // Others may walk through those that were there.
            }
            if (shared.contexts.add(context)) {
                SharedCheck added = shared;
                context.atEnd(() -> added.remove(manager, context));
            }
        }
    }

    private static @Nullable SharedCheck find(
            ConfigurableTransactionManager manager, TransactionExecutionListener check) {
        for (TransactionExecutionListener listener : manager.getTransactionExecutionListeners()) {
            if (listener instanceof SharedCheck shared && shared.check.equals(check)) {
                return shared;
            }
        }
        return null;
    }

    private void remove(ConfigurableTransactionManager manager, LockedMethods context) {
        synchronized (manager) {
            contexts.remove(context);
            if (contexts.isEmpty()) {
                List<TransactionExecutionListener> fewer = new ArrayList<>(manager.getTransactionExecutionListeners());
                fewer.remove(this);
                manager.setTransactionExecutionListeners(fewer);
            }
        }
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        check.beforeCommit(transaction);
    }
}
