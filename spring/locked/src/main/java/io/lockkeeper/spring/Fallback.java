package io.lockkeeper.spring;

import io.lockkeeper.LockTimeoutException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Calls another method of the same bean, without the lock. */
final class Fallback implements Busy {

    private final Method method;
    private final boolean withCause;

    private Fallback(Method method, boolean withCause) {
        this.method = method;
        this.withCause = withCause;
    }

    /** The method with this name that fits, which must be there. */
    static Fallback find(Class<?> owner, Method locked, String name) {
        Class<?>[] parameters = locked.getParameterTypes();
        Class<?>[] more = Arrays.copyOf(parameters, parameters.length + 1);
        more[parameters.length] = LockTimeoutException.class;
        Method withCause = ReflectionUtils.findMethod(owner, name, more);
        Method found = withCause != null ? withCause : ReflectionUtils.findMethod(owner, name, parameters);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no fallback method " + Sentences.signature(owner, name, parameters)
                            + ", nor one with a LockTimeoutException as its last parameter");
        }
        if (found.equals(locked)) {
            throw new IllegalArgumentException("a method cannot be its own fallback");
        }
        if (!locked.getReturnType().isAssignableFrom(found.getReturnType())) {
            throw new IllegalArgumentException("the fallback method " + name + " returns "
                    + found.getReturnType().getTypeName() + ", not "
                    + locked.getReturnType().getTypeName());
        }
        if (LockedAnnotation.find(found, owner).isPresent()) {
            throw new IllegalArgumentException(
                    "the fallback method " + name + " is @Locked itself, but would be called without the lock");
        }
        ReflectionUtils.makeAccessible(found);
        return new Fallback(found, withCause != null);
    }

    Method method() {
        return method;
    }

    @Override
    public @Nullable Object answer(MethodInvocation call, LockTimeoutException busy) throws Throwable {
        @Nullable Object[] arguments = call.getArguments();
        if (withCause) {
            arguments = Arrays.copyOf(arguments, arguments.length + 1);
            arguments[arguments.length - 1] = busy;
        }
        try {
            return method.invoke(call.getThis(), arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }
}
