package io.lockkeeper.spring;

import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.spring.attributes.CallContext;
import io.lockkeeper.spring.attributes.Durations;
import io.lockkeeper.spring.attributes.NameTemplate;
import io.lockkeeper.spring.attributes.Parameters;
import io.lockkeeper.spring.attributes.Placeholders;
import io.lockkeeper.spring.proxies.ReturnKind;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;

/** Makes a {@link LockedMethod} of an annotation. What is wrong with it is found here, at start-up. */
final class LockedMethodParser {

    private final Class<?> owner;
    private final Method method;
    private final MergedAnnotation<Locked> annotation;
    private final ConfigurableBeanFactory beans;

    private LockedMethodParser(
            Class<?> owner, Method method, MergedAnnotation<Locked> annotation, ConfigurableBeanFactory beans) {
        this.owner = owner;
        this.method = method;
        this.annotation = annotation;
        this.beans = beans;
    }

    static LockedMethod parse(
            Method called, Class<?> targetClass, MergedAnnotation<Locked> annotation, ConfigurableBeanFactory beans) {
        Class<?> owner = ClassUtils.getUserClass(targetClass);
        Method method = AopUtils.getMostSpecificMethod(called, targetClass);
        if (Proxy.isProxyClass(owner) || owner.isHidden() || owner.isSynthetic()) {
            // Names of generated classes differ from process to process, and those of their parameters are not known.
            method = ClassUtils.getInterfaceMethodIfPossible(method, owner);
            owner = interfaceOf(owner, method);
        }
        try {
            return new LockedMethodParser(owner, method, annotation, beans).parse();
        } catch (IllegalArgumentException wrong) {
            throw Sentences.error(
                    owner, method, String.valueOf(wrong.getMessage()).replaceAll("\\.$", ""), wrong);
        }
    }

    /** By which of a generated class's interfaces a method is called. */
    private static Class<?> interfaceOf(Class<?> generated, Method method) {
        for (Class<?> implemented : generated.getInterfaces()) {
            if (method.getDeclaringClass().isAssignableFrom(implemented)) {
                return implemented;
            }
        }
        return method.getDeclaringClass();
    }

    private LockedMethod parse() {
        ReturnKind kind = ReturnKind.of(method);
        String signature = Sentences.signature(owner, method);
        WhenBusy whenBusy = annotation.getEnum("whenBusy", WhenBusy.class);
        String fallback = annotation.getString("fallback");
        Busy busy = busy(kind, whenBusy, fallback);
        OnLoss onLoss = annotation.getEnum("onLoss", OnLoss.class);
        if (onLoss == OnLoss.INTERRUPT && kind == ReturnKind.FUTURE) {
            throw new IllegalArgumentException("onLoss = INTERRUPT is not possible, because no thread is known that"
                    + " completes the " + method.getReturnType().getSimpleName());
        }
        boolean checkCommit = annotation.getBoolean("checkCommit");
        if (checkCommit && kind != ReturnKind.VALUE) {
            throw new IllegalArgumentException("checkCommit is not possible for a method that returns a "
                    + method.getReturnType().getSimpleName() + ", because its transaction belongs to no thread");
        }
        LockNames names = names(signature);
        LockOptions options = options(signature, busy != Busy.THROW);
        if (names.fewest() > 1 && !options.atLeast().isZero()) {
            throw new IllegalArgumentException(
                    "atLeast is not possible with several names: if one of the locks could not"
                            + " be acquired, the others would stay held");
        }
        StoreChoice store = new StoreChoice(beans, resolve("store"), signature);
        LockTarget target = new LockTarget(store, names, options, signature);
        TransactionGuard guard = TransactionGuard.of(signature, checkCommit, beans);
        return new LockedMethod(signature, target, kind, method.getReturnType(), busy, onLoss, checkCommit, guard);
    }

    private Busy busy(ReturnKind kind, WhenBusy whenBusy, String fallback) {
        if (!fallback.isEmpty()) {
            if (whenBusy == WhenBusy.SKIP) {
                throw new IllegalArgumentException("whenBusy = SKIP and a fallback exclude each other");
            }
            return Fallback.find(owner, method, fallback);
        }
        return whenBusy == WhenBusy.SKIP ? Skip.of(kind, method) : Busy.THROW;
    }

    private LockNames names(String signature) {
        Parameters parameters = Parameters.of(method);
        CallContext.Shared shared = CallContext.Shared.of(parameters, new BeanFactoryResolver(beans));
        String[] written = annotation.getStringArray("name");
        if (written.length == 0) {
            return LockNames.fixed(signature, shared);
        }
        List<NameTemplate> templates = new ArrayList<>(written.length);
        for (String name : written) {
            templates.add(NameTemplate.parse(resolve(name, "name"), parameters));
        }
        return LockNames.of(templates, shared);
    }

    private LockOptions options(String signature, boolean mayGiveUp) {
        Purpose purpose = annotation.getEnum("purpose", Purpose.class);
        String description = resolve("description");
        LockOptions options = LockOptions.defaults()
                .withPurpose(purpose)
                .withDescription(description.isEmpty() ? signature : description);
        Duration atLeast = duration("atLeast").orElse(Duration.ZERO);
        options = options.withAtLeast(atLeast);
        if (duration("lease").isPresent() && duration("fixedLease").isPresent()) {
            throw new IllegalArgumentException("lease and fixedLease exclude each other");
        }
        LockOptions before = options;
        options = duration("lease").map(before::withRenewedLease).orElse(before);
        options = duration("fixedLease").map(options::withFixedLease).orElse(options);
        LockOptions patient = mayGiveUp ? options.withMaxWait(Duration.ZERO) : options;
        return duration("maxWait").map(options::withMaxWait).orElse(patient);
    }

    private Optional<Duration> duration(String attribute) {
        return Durations.parse(attribute, resolve(attribute));
    }

    private String resolve(String attribute) {
        return resolve(annotation.getString(attribute), attribute);
    }

    private String resolve(String text, String attribute) {
        return Placeholders.resolve(beans, text, attribute);
    }
}
