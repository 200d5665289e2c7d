package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.IdempotencyProvider;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** What a native image must keep: the services and the scripts of the stores. */
final class IdempotencyRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        ClassLoader loader = classLoader == null ? IdempotencyProvider.class.getClassLoader() : classLoader;
        hints.resources()
                .registerPattern("META-INF/services/" + IdempotencyProvider.class.getName())
                .registerPattern("io/lockkeeper/idempotency/**/*.sql")
                .registerPattern("io/lockkeeper/idempotency/**/*.lua");
        ServiceLoader.load(IdempotencyProvider.class, loader).stream()
                .forEach(provider -> hints.reflection()
                        .registerType(
                                provider.type(),
                                type -> type.withConstructor(List.<TypeReference>of(), ExecutableMode.INVOKE)));
    }
}
