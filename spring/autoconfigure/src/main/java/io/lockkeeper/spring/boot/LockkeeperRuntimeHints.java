package io.lockkeeper.spring.boot;

import io.lockkeeper.Connector;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** What a native image must keep: services, the scripts of the stores, the proxies, and the fields that are read. */
final class LockkeeperRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        ClassLoader loader = classLoader == null ? LockClient.class.getClassLoader() : classLoader;
        for (Class<?> service : List.of(Connector.class, Engine.class, StoreProvider.class)) {
            hints.resources().registerPattern("META-INF/services/" + service.getName());
            ServiceLoader.load(service, loader).stream().forEach(provider -> registerProvider(hints, provider.type()));
        }
        hints.resources()
                .registerPattern("io/lockkeeper/jdbc/**/*.sql")
                .registerPattern("io/lockkeeper/redis/*.lua")
                .registerPattern("lockkeeper-ddl/*.sql");
        hints.proxies().registerJdkProxy(LockClient.class);
        ManagedClient.KEPT.forEach(kept -> hints.proxies().registerJdkProxy(kept));
        registerField(
                hints,
                loader,
                "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory",
                "configuration");
        registerField(hints, loader, "io.lettuce.core.RedisClient", "redisURI");
        registerField(hints, loader, "io.lettuce.core.resource.SocketAddressResolver", "dnsResolver");
        hints.reflection().registerType(LockkeeperProperties.NamedStore.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        hints.reflection().registerType(LockClient.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        ManagedClient.KEPT.forEach(kept -> hints.reflection().registerType(kept, MemberCategory.INVOKE_PUBLIC_METHODS));
    }

    private static void registerProvider(RuntimeHints hints, Class<?> provider) {
        hints.reflection()
                .registerType(provider, type -> type.withConstructor(List.<TypeReference>of(), ExecutableMode.INVOKE));
    }

    private static void registerField(RuntimeHints hints, ClassLoader loader, String type, String field) {
        hints.reflection().registerTypeIfPresent(loader, type, found -> found.withField(field));
    }
}
