package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.boot.LockkeeperProperties.NamedStore;
import io.lockkeeper.store.StoreAddress;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitializationDetector;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Has clients opened after the application made their tables, by Flyway, Liquibase or scripts: those with {@code create-tables=no} in a
 * DataSource of the application. Others may be needed to make tables, one process at a time.
 */
final class MadeTablesDetector implements DependsOnDatabaseInitializationDetector {

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        Environment environment =
                beans.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class);
        Map<String, NamedStore> stores = NamedStoresRegistrar.stores(environment);
        Set<String> clients = new LinkedHashSet<>();
        stores.forEach((name, store) -> {
            if (findsTables(store.url())) {
                clients.add(NamedStoresRegistrar.beanName(name));
            }
        });
        String usual = environment.getProperty("lockkeeper.store", "");
        NamedStore named = stores.get(usual);
        if (findsTables(named == null ? usual : named.url())) {
            clients.add(NamedStoresRegistrar.DEFAULT_CLIENT);
        }
        clients.removeIf(client -> !beans.containsBeanDefinition(client));
        return clients;
    }

    private static boolean findsTables(@Nullable String url) {
        if (url == null || !url.startsWith(StoreOpener.BEAN + ":")) {
            return false;
        }
        try {
            String create = StoreAddress.parse(url).parameter("create-tables").orElse("");
            return create.equals("no") || create.equals("false");
        } catch (IllegalArgumentException malformed) { // Is reported when the client is opened.
            return false;
        }
    }
}
