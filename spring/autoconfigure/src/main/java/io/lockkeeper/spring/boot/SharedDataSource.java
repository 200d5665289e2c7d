package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.jdbc.JdbcSettings;
import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.store.StoreAddress;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.ShardingKeyDataSourceAdapter;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/** Locks in the database of the application's DataSource. */
@Order(4)
final class SharedDataSource implements SharedResource {

    private static final Set<String> PARAMETERS =
            Set.of("schema", "table-prefix", "create-tables", "timeout", "claim-time", "retention", "connections");

    @Override
    public String title() {
        return "DataSource";
    }

    @Override
    public Class<?> type() {
        return DataSource.class;
    }

    @Override
    public String scheme() {
        return "jdbc";
    }

    @Override
    public LockClient open(Object resource, StoreAddress address, ClientOptions options) {
        address.refuseUnknownParameters(PARAMETERS);
        return JdbcStore.client(outsideTransactions((DataSource) resource), settings(address), options);
    }

    /**
     * A lock that is taken in a transaction must be visible before it ends, and must survive its rollback.
     *
     * @throws IllegalArgumentException if the database depends on who asks
     */
    static DataSource outsideTransactions(DataSource source) {
        boolean spring = ClassUtils.isPresent(
                "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
                SharedDataSource.class.getClassLoader());
        return spring ? Proxies.target(source) : source;
    }

    static JdbcSettings settings(StoreAddress address) {
        JdbcSettings given = JdbcSettings.defaults();
        given = address.parameter("schema").map(given::withSchema).orElse(given);
        given = address.parameter("table-prefix").map(given::withTablePrefix).orElse(given);
        given = address.parameter("create-tables")
                .map(SharedDataSource::yesOrNo)
                .map(given::withCreateTables)
                .orElse(given);
        given = address.duration("timeout").map(given::withTimeout).orElse(given);
        given = address.duration("claim-time").map(given::withClaimTime).orElse(given);
        given = address.duration("retention").map(given::withRetention).orElse(given);
        return address.parameter("connections")
                .map(Numbers::parse)
                .map(given::withConnections)
                .orElse(given);
    }

    private static boolean yesOrNo(String text) {
        return switch (text) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default -> throw new IllegalArgumentException("'create-tables' is yes or no");
        };
    }

    /** Loaded only if Spring's JDBC module is there. */
    private static final class Proxies {
        static DataSource target(DataSource source) {
            DataSource target = source;
            DataSource link = source;
            while (link != null) {
                if (link instanceof AbstractRoutingDataSource || link instanceof ShardingKeyDataSourceAdapter) {
                    throw new IllegalArgumentException("The DataSource chooses between databases ("
                            + link.getClass().getName()
                            + "), so two threads could hold the same lock, each in another one. Choose one of them with"
                            + " bean:NAME.");
                }
                DataSource inner = link instanceof DelegatingDataSource wrapper ? wrapper.getTargetDataSource() : null;
                if (link instanceof TransactionAwareDataSourceProxy && inner != null) {
                    target = inner;
                }
                link = inner;
            }
            return target;
        }
    }
}
