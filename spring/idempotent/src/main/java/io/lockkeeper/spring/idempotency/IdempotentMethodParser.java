package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.spring.attributes.CallContext;
import io.lockkeeper.spring.attributes.Durations;
import io.lockkeeper.spring.attributes.NameTemplate;
import io.lockkeeper.spring.attributes.Parameters;
import io.lockkeeper.spring.attributes.Placeholders;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;

/** Makes an {@link IdempotentMethod} of an annotation. What is wrong with it is found here, at start-up. */
final class IdempotentMethodParser {

    private final Class<?> owner;
    private final Method method;
    private final MergedAnnotation<Idempotent> annotation;
    private final ConfigurableListableBeanFactory beans;

    private IdempotentMethodParser(
            Class<?> owner,
            Method method,
            MergedAnnotation<Idempotent> annotation,
            ConfigurableListableBeanFactory beans) {
        this.owner = owner;
        this.method = method;
        this.annotation = annotation;
        this.beans = beans;
    }

    static IdempotentMethod parse(
            Method called,
            Class<?> targetClass,
            MergedAnnotation<Idempotent> annotation,
            ConfigurableListableBeanFactory beans) {
        Class<?> owner = ClassUtils.getUserClass(targetClass);
        Method method = AopUtils.getMostSpecificMethod(called, targetClass);
        if (Proxy.isProxyClass(owner) || owner.isHidden() || owner.isSynthetic()) {
            // Names of generated classes differ from process to process, and those of their parameters are not known.
            method = ClassUtils.getInterfaceMethodIfPossible(method, owner);
            owner = method.getDeclaringClass();
        }
        try {
            return new IdempotentMethodParser(owner, method, annotation, beans).parse();
        } catch (IllegalArgumentException wrong) {
            throw Sentences.error(
                    owner, method, String.valueOf(wrong.getMessage()).replaceAll("\\.$", ""), wrong);
        }
    }

    private IdempotentMethod parse() {
        Returned returned = Returned.of(method, owner);
        StoreChoice store = new StoreChoice(beans, resolve("store"), owner, method);
        return new IdempotentMethod(
                Sentences.signature(owner, method),
                naming(),
                returned,
                new Handling(Codecs.of(returned, beans), changes(), recovery(returned)),
                store);
    }

    private Naming naming() {
        Parameters parameters = Parameters.of(method);
        String key = resolve("key");
        if (key.isBlank()) {
            throw new IllegalArgumentException(
                    "there is no key; write one that names the operation, such as key = \"#order.id\"");
        }
        NameTemplate id = NameTemplate.parse(key, parameters);
        if (id.isConstant()) {
            throw new IllegalArgumentException("the key \"" + key
                    + "\" is the same for each call, so that only the first would ever run; put an argument in it,"
                    + " such as key = \"#order.id\"");
        }
        String scope = resolve("scope");
        if (scope.isBlank()) {
            scope = owner.getName() + "." + method.getName();
        }
        String fingerprint = resolve("fingerprint");
        NameTemplate asked = fingerprint.isBlank() ? null : NameTemplate.parse(fingerprint, parameters);
        if (asked == null) {
            Arguments.check(method, owner);
        }
        return new Naming(
                NameTemplate.parse(scope, parameters),
                id,
                asked,
                CallContext.Shared.of(parameters, new BeanFactoryResolver(beans)));
    }

    /** What the annotation changes of the options of the application. */
    private UnaryOperator<IdempotencyOptions> changes() {
        Optional<Duration> lease = Durations.parse("lease", resolve("lease"));
        Optional<Duration> maxWait = Durations.parse("maxWait", resolve("maxWait"));
        String kept = resolve("retention");
        Optional<Retention> retention = kept.strip().equals("forever")
                ? Optional.of(Retention.forever())
                : Durations.parse("retention", kept).map(Retention::of);
        FailurePolicy failures = failures();
        boolean recovers = !resolve("recovery").isBlank();
        OnExpiry onExpiry = onExpiry(recovers);
        UnaryOperator<IdempotencyOptions> changes = options -> {
            IdempotencyOptions changed = lease.map(options::withLease).orElse(options);
            changed = maxWait.map(changed::withMaxWait).orElse(changed);
            changed = retention.map(changed::withRetention).orElse(changed);
            changed = failures == null ? changed : changed.withFailures(failures);
            return onExpiry == null ? changed : changed.withOnExpiry(onExpiry);
        };
        IdempotencyOptions unused = changes.apply(IdempotencyOptions.defaults()); // Checks their ranges.
        return changes;
    }

    private @Nullable OnExpiry onExpiry(boolean recovers) {
        OnExpiry written = annotation.getEnum("onExpiry", OnExpiry.class);
        boolean isDefault = annotation.hasDefaultValue("onExpiry");
        if (written == OnExpiry.RECOVER && !recovers) {
            throw new IllegalArgumentException(
                    "onExpiry = RECOVER needs a function; name a method of the class with recovery = \"…\"");
        }
        if (recovers && !isDefault && written != OnExpiry.RECOVER) {
            throw new IllegalArgumentException(
                    "onExpiry = " + written + " and a recovery exclude each other; leave one of them out");
        }
        return recovers ? OnExpiry.RECOVER : isDefault ? null : written;
    }

    private @Nullable FailurePolicy failures() {
        Class<?>[] types = annotation.getClassArray("storedFailures");
        if (types.length == 0) {
            return null;
        }
        Set<Class<? extends Exception>> stored = Arrays.stream(types)
                .<Class<? extends Exception>>map(type -> type.asSubclass(Exception.class))
                .collect(Collectors.toSet());
        return FailurePolicy.storing(stored);
    }

    private @Nullable RecoveryMethod recovery(Returned returned) {
        String name = resolve("recovery");
        return name.isBlank() ? null : RecoveryMethod.find(owner, method, name.strip(), returned);
    }

    private String resolve(String attribute) {
        return Placeholders.resolve(beans, annotation.getString(attribute), attribute);
    }
}
