package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Attempt;
import io.lockkeeper.idempotency.Recovered;
import io.lockkeeper.idempotency.Recovery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Calls another method of the same bean, which finds out whether an attempt had its effect. */
final class RecoveryMethod {

    private final Method method;
    private final boolean withAttempt;

    private RecoveryMethod(Method method, boolean withAttempt) {
        this.method = method;
        this.withAttempt = withAttempt;
    }

    /** The method with this name that fits, which must be there. */
    static RecoveryMethod find(Class<?> owner, Method idempotent, String name, Returned returned) {
        Class<?>[] parameters = idempotent.getParameterTypes();
        Class<?>[] more = Arrays.copyOf(parameters, parameters.length + 1);
        more[parameters.length] = Attempt.class;
        Method withAttempt = ReflectionUtils.findMethod(owner, name, more);
        Method found = withAttempt != null ? withAttempt : ReflectionUtils.findMethod(owner, name, parameters);
        if (found == null) {
            throw new IllegalArgumentException("there is no recovery method "
                    + Sentences.signature(owner, name, parameters) + ", nor one with an Attempt as its last parameter");
        }
        ResolvableType returns = ResolvableType.forMethodReturnType(found, owner);
        Class<?> value = returned.value().resolve(Object.class);
        boolean fits = returns.resolve() == Recovered.class
                && (returned.isVoid()
                        || ClassUtils.resolvePrimitiveIfNecessary(value)
                                .isAssignableFrom(returns.getGeneric(0).resolve(Object.class)));
        if (!fits) {
            throw new IllegalArgumentException("the recovery method " + name + " returns "
                    + found.getGenericReturnType().getTypeName() + ", not Recovered<"
                    + (returned.isVoid() ? "Void" : returned.value()) + ">");
        }
        ReflectionUtils.makeAccessible(found);
        return new RecoveryMethod(found, withAttempt != null);
    }

    Method method() {
        return method;
    }

    Recovery<@Nullable Object> of(MethodInvocation call) {
        return attempt -> {
            @Nullable Object[] arguments = call.getArguments();
            if (withAttempt) {
                arguments = Arrays.copyOf(arguments, arguments.length + 1);
                arguments[arguments.length - 1] = attempt;
            }
            return call(call.getThis(), arguments);
        };
    }

    @SuppressWarnings("unchecked") // by the method's return type, which was checked
    private Recovered<@Nullable Object> call(@Nullable Object target, @Nullable Object[] arguments) throws Exception {
        try {
            Object found = method.invoke(target, arguments);
            return found == null ? new Recovered.Unknown<>() : (Recovered<@Nullable Object>) found;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }
}
