package kotlin.coroutines;

/**
 * Stands for Kotlin's interface, so that a suspend function can be seen without a Kotlin compiler.
 *
 * @param <T> the type of the result
 */
public interface Continuation<T> {}
