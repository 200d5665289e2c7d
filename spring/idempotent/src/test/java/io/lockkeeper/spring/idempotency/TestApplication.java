package io.lockkeeper.spring.idempotency;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

/** A running application. */
final class TestApplication implements AutoCloseable {

    private final AnnotationConfigApplicationContext context;

    private TestApplication(AnnotationConfigApplicationContext context) {
        this.context = context;
    }

    /** With records in memory, and JSON. */
    static TestApplication of(Class<?>... beans) {
        return start(
                Map.of(),
                Stream.concat(Stream.of(InMemory.class), Arrays.stream(beans)).toArray(Class<?>[]::new));
    }

    /** With nothing but these. */
    static TestApplication start(Map<String, Object> properties, Class<?>... beans) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        try {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(beans);
            context.refresh();
            return new TestApplication(context);
        } catch (Throwable failure) {
            context.close();
            throw failure;
        }
    }

    /** A bean itself, behind its proxy. */
    <T> T behindProxy(Class<T> type) {
        return type.cast(Objects.requireNonNull(AopProxyUtils.getSingletonTarget(get(type))));
    }

    <T> T get(Class<T> type) {
        return context.getBean(type);
    }

    Optional<IdempotencyRecord> record(String scope, String id) {
        return get(Idempotency.class).catalogue().find(IdempotencyKey.of(scope, id));
    }

    @Override
    public void close() {
        context.close();
    }

    /** Records in memory, and JSON. */
    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent(proxyTargetClass = true)
    static class InMemory {

        @Bean
        Idempotency idempotency() {
            return MemoryIdempotency.create();
        }

        @Bean
        OutcomeCodecs codecs() {
            return new Jackson2OutcomeCodecs(new ObjectMapper());
        }
    }
}
