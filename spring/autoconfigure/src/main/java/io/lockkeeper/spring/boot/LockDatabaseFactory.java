package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.LockDatabase;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Says of the clients that were opened by a DataSource of the application that they were. */
final class LockDatabaseFactory {

    private final ManagedClients clients;
    private final BeanFactory beans;

    LockDatabaseFactory(ManagedClients clients, BeanFactory beans) {
        this.clients = clients;
        this.beans = beans;
    }

    /**
     * Where a client keeps its locks.
     *
     * @param store the client's store
     * @param client the name of the client's bean
     * @return null if they are not in a database of the application, or if the application has a client of its own there
     */
    @Nullable
    LockDatabase of(String store, String client) {
        if (!beans.containsBean(client) || !(beans.getBean(client) instanceof LockClient locks)) {
            return null;
        }
        ChosenResource resource = clients.resource(store); // Is known now that the client's bean was made.
        return resource != null && resource.bean() instanceof DataSource source
                ? new LockDatabase(
                        locks,
                        SharedDataSource.outsideTransactions(source),
                        SharedDataSource.settings(resource.address()))
                : null;
    }
}
