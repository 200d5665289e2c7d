package io.lockkeeper.spring;

import java.util.Map;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Sessions of Hibernate that the calling thread has open, as open-in-view does for a request. Such a session keeps the connection
 * of its first transaction until it is closed.
 */
final class OpenSessions {

    private OpenSessions() {}

    /** Whether a session holds a connection of a source. */
    static boolean isConnected(Predicate<DataSource> source) {
        for (Map.Entry<Object, Object> resource :
                TransactionSynchronizationManager.getResourceMap().entrySet()) {
            if (resource.getKey() instanceof EntityManagerFactoryInfo factory
                    && factory.getDataSource() != null
                    && source.test(factory.getDataSource())
                    && resource.getValue() instanceof EntityManagerHolder holder
                    && holder.getEntityManager().isOpen()
                    && isConnected(holder)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isConnected(EntityManagerHolder holder) {
        return holder.getEntityManager()
                .unwrap(SharedSessionContractImplementor.class)
                .getJdbcCoordinator()
                .getLogicalConnection()
                .isPhysicallyConnected();
    }
}
