package kotlin.sequences;

/**
 * Stands for Kotlin's, which is recognized by its name.
 *
 * @param <T> what it consists of
 */
public interface Sequence<T> {}
