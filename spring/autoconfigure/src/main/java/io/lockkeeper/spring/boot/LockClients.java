package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/** All clients of an application: those of its stores, and its own beans. */
final class LockClients {

    private final ManagedClients managed;
    private final ListableBeanFactory beans;

    LockClients(ManagedClients managed, ListableBeanFactory beans) {
        this.managed = managed;
        this.beans = beans;
    }

    /**
     * The clients by the names of their stores; an application's own by the names of their beans. Only singletons: each other one would
     * be a new client.
     */
    Map<String, LockClient> byName() {
        Map<String, LockClient> beansByName =
                BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, LockClient.class, false, true);
        Map<String, LockClient> found = new LinkedHashMap<>(managed.clients());
        beansByName.forEach((name, client) -> {
            if (!found.containsValue(client)) {
                found.put(found.containsKey(name) ? "bean:" + name : name, client); // No store goes by another's name.
            }
        });
        return Collections.unmodifiableMap(found);
    }

    /**
     * The name of the client that the application injects without a qualifier.
     *
     * @param all the clients by name
     * @return the default store, or the only client of the application's own, or the only client; empty if there are several of them
     */
    Optional<String> usual(Map<String, LockClient> all) {
        return managed.usual().or(() -> {
            Set<String> own = new LinkedHashSet<>(all.keySet());
            own.removeAll(managed.clients().keySet());
            Set<String> candidates = own.isEmpty() ? all.keySet() : own;
            return candidates.size() == 1 ? Optional.of(candidates.iterator().next()) : Optional.empty();
        });
    }
}
