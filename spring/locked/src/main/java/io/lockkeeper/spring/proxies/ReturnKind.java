package io.lockkeeper.spring.proxies;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** When the work of a method is over, by the type that it returns. */
public enum ReturnKind {
    /** When it returns. */
    VALUE,
    /** When the future that it returns is completed. */
    FUTURE,
    /** When the publisher that it returns has ended, for each subscription. */
    PUBLISHER;

    private static final Set<Class<?>> FUTURES = Set.of(Future.class, CompletionStage.class, CompletableFuture.class);

    /** Types of work that is yet to be done, by their names, because they need not be there. */
    private static final Set<String> LATER = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Job",
            "kotlin.sequences.Sequence");

    private static final ClassValue<Boolean> LATER_OR_LAZY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return BaseStream.class.isAssignableFrom(type) || worksLater(type);
        }
    };

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Flux", ReturnKind.class.getClassLoader());

    /**
     * Returns the kind of a method.
     *
     * @param method the method
     * @return by its return type
     * @throws IllegalArgumentException if it cannot be seen when the method's work is over
     */
    public static ReturnKind of(Method method) {
        Class<?> type = method.getReturnType();
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation")) {
            throw new IllegalArgumentException(
                    "suspend functions are not supported, because their work goes on after the first"
                            + " suspension; return a Mono");
        }
        if (FUTURES.contains(type)) {
            return FUTURE;
        }
        if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("the return type " + type.getSimpleName()
                    + " is not supported; return Future, CompletionStage or CompletableFuture");
        }
        if (BaseStream.class.isAssignableFrom(type)
                || Callable.class.isAssignableFrom(type)
                || type.getName().startsWith("org.springframework.web.context.request.async.")) {
            throw new IllegalArgumentException("a " + type.getSimpleName()
                    + " does its work after the method returned; return the result itself, or a"
                    + " CompletionStage");
        }
        if (REACTOR && isReactive(type)) {
            return PUBLISHER;
        }
        if (worksLater(type)) {
            throw new IllegalArgumentException("a " + type.getSimpleName()
                    + " does its work after the method returned, and Spring cannot adapt it to"
                    + " Reactor here; return the result itself, or a CompletionStage");
        }
        return VALUE;
    }

    /**
     * Returns whether a result stands for work that is not done yet.
     *
     * @param result what a method returned
     * @return true if its work goes on
     */
    public static boolean goesOn(Object result) {
        return result instanceof Future<?> future
                ? !future.isDone()
                : result instanceof CompletionStage || LATER_OR_LAZY.get(result.getClass());
    }

    private static boolean worksLater(@Nullable Class<?> type) {
        return type != null
                && (LATER.contains(type.getName())
                        || type.getName().startsWith("io.reactivex.")
                        || worksLater(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(ReturnKind::worksLater));
    }

    private static boolean isReactive(Class<?> type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
        return adapter != null;
    }
}
