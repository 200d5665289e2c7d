package io.lockkeeper.idempotency.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection within a transaction that its user must not end. */
final class GuardedConnection implements InvocationHandler {

    private static final Set<String> REFUSED =
            Set.of("commit", "setAutoCommit", "setTransactionIsolation", "setReadOnly", "abort");

    private final Connection behind;

    private GuardedConnection(Connection behind) {
        this.behind = behind;
    }

    static Connection around(Connection behind) {
        return (Connection) Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new GuardedConnection(behind));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        boolean plain = arguments == null || arguments.length == 0;
        if (REFUSED.contains(name) || (name.equals("rollback") && plain)) {
            throw new SQLException("'" + name + "' is refused: this transaction belongs to an idempotent operation, and"
                    + " ends with it. Return from the operation to commit, throw an exception to roll back.");
        }
        if (name.equals("close")) {
            // Those who close what they are lent do no harm.
            return null;
        }
        if (name.equals("equals") && arguments != null) {
            return proxy == arguments[0];
        }
        if (name.equals("hashCode")) {
            return System.identityHashCode(proxy);
        }
        try {
            return method.invoke(behind, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }
}
