package io.lockkeeper.spring.boot;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Registers the kinds of resources whose classes and whose store are on the class path. Configuration classes with conditions would say
 * the same, but each would be read and evaluated at every start.
 */
final class SharedResourcesRegistrar implements ImportBeanDefinitionRegistrar {

    private final ClassLoader loader;

    SharedResourcesRegistrar(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        if (has("io.lockkeeper.zookeeper.ZooKeeperStore", "org.apache.curator.framework.CuratorFramework")) {
            register("lockkeeperSharedCurator", SharedCurator.class, registry);
        }
        if (has("io.lockkeeper.redis.RedisStore", "io.lettuce.core.RedisClient")) {
            if (has("org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory")) {
                register("lockkeeperSharedRedis", SharedRedis.class, registry);
            }
            register("lockkeeperSharedRedisClient", SharedRedisClient.class, registry);
        }
        if (has("io.lockkeeper.jdbc.JdbcStore", "javax.sql.DataSource")) {
            register("lockkeeperSharedDataSource", SharedDataSource.class, registry);
        }
    }

    private boolean has(String... classes) {
        for (String name : classes) {
            if (!ClassUtils.isPresent(name, loader)) {
                return false;
            }
        }
        return true;
    }

    private static void register(String name, Class<? extends SharedResource> type, BeanDefinitionRegistry registry) {
        if (!registry.containsBeanDefinition(name)) {
            registry.registerBeanDefinition(name, new RootBeanDefinition(type));
        }
    }
}
