package io.lockkeeper.spring.boot;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.StoreAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;

/** Opens clients at addresses, and by resources of the application. */
final class StoreOpener implements LockClientFactory {

    private static final Logger LOG = LoggerFactory.getLogger(StoreOpener.class);

    /** The scheme of addresses that name a bean. */
    static final String BEAN = "bean";

    private final List<SharedResource> resources;
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, ChosenResource> chosen = new ConcurrentHashMap<>();

    /**
     * Creates an opener.
     *
     * @param resources in the order in which they are taken if there is no address
     */
    StoreOpener(List<SharedResource> resources, ConfigurableListableBeanFactory beans) {
        this.resources = List.copyOf(resources);
        this.beans = beans;
    }

    @Override
    public LockClient open(String store, @Nullable String url, ClientOptions options) {
        String property = property(store);
        try {
            if (url == null) {
                return open(store, byType(property), options);
            }
            StoreAddress address = StoreAddress.parse(url);
            return address.scheme().equals(BEAN)
                    ? open(store, byName(address), options)
                    : LockClient.connect(url, options);
        } catch (StoreUnavailableException unreachable) {
            throw new LockStoreException(
                    "The store '" + store + "' for locks can't be reached: " + unreachable.getMessage(),
                    "Check that the server runs, and the address in " + property + ".",
                    unreachable);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new LockStoreException(
                    "The store '" + store + "' for locks can't be used: " + refused.getMessage(),
                    "Change " + property + ".",
                    refused);
        }
    }

    private LockClient open(String store, ChosenResource resource, ClientOptions options) {
        LockClient client = resource.open(options);
        chosen.put(store, resource);
        return client;
    }

    /** The application's resource that keeps the locks of a store; null if there is none, or the store was not opened yet. */
    @Nullable
    ChosenResource resource(String store) {
        return chosen.get(store);
    }

    static String property(String store) {
        return store.equals(LockkeeperProperties.DEFAULT) ? "lockkeeper.store" : "lockkeeper.stores." + store + ".url";
    }

    private ChosenResource byName(StoreAddress address) {
        String name = address.path();
        if (!beans.containsBean(name)) {
            throw new IllegalArgumentException("There is no bean '" + name + "'.");
        }
        Object bean = beans.getBean(name);
        SharedResource kind = resources.stream()
                .filter(resource -> resource.type().isInstance(bean))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The bean '" + name + "' is a "
                        + bean.getClass().getName() + ", but stores are available for beans of type [" + titles()
                        + "] only. Add the artifact of the store to the class path."));
        return chosen(kind, new NamedBeanHolder<>(name, bean), address);
    }

    private ChosenResource byType(String property) {
        for (SharedResource resource : resources) {
            String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, resource.type());
            if (names.length > 0) {
                NamedBeanHolder<?> bean = unique(resource, names, property);
                LOG.info("Locks are in the store of the application's {}.", resource.title());
                return chosen(resource, bean, StoreAddress.parse(BEAN + ":" + resource.title()));
            }
        }
        String found = resources.isEmpty() ? "" : ", and there is no bean of type " + titles();
        throw new LockStoreException(
                "There is no store for locks: " + property + " is not set" + found + ".",
                "Set " + property
                        + ", for example to redis://localhost:6379 (with lockkeeper-redis on the class path), to"
                        + " file:/var/lib/app/locks if all processes run on one machine, or to memory:app for tests.",
                null);
    }

    private NamedBeanHolder<?> unique(SharedResource resource, String[] names, String property) {
        try {
            return beans.resolveNamedBean(resource.type());
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalArgumentException(
                    "The application has several beans of type " + resource.title() + ", and none is primary: "
                            + List.of(names) + ". Choose one with " + property + "=bean:NAME.",
                    several);
        }
    }

    private ChosenResource chosen(SharedResource kind, NamedBeanHolder<?> bean, StoreAddress address) {
        if (beans.containsLocalBean(bean.getBeanName())) {
            // A bean that is only made now would be destroyed before the clients, which then could not release.
            beans.registerDependentBean(bean.getBeanName(), NamedStoresRegistrar.CLIENTS);
        }
        return new ChosenResource(kind, bean.getBeanInstance(), address);
    }

    private String titles() {
        return resources.stream().map(SharedResource::title).collect(Collectors.joining(" or "));
    }
}
