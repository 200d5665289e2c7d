package io.lockkeeper.idempotency;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request: its key, its fingerprint, how its value is stored, and how it is run. Immutable.
 *
 * @param <T> the type of the operation's value
 */
public final class IdempotentCall<T extends @Nullable Object> {

    private final IdempotencyKey key;
    private final Fingerprint fingerprint;
    private final OutcomeCodec<T> codec;
    private final IdempotencyOptions options;
    private final Optional<Recovery<T>> recovery;

    private IdempotentCall(
            IdempotencyKey key,
            Fingerprint fingerprint,
            OutcomeCodec<T> codec,
            IdempotencyOptions options,
            Optional<Recovery<T>> recovery) {
        this.key = key;
        this.fingerprint = fingerprint;
        this.codec = codec;
        this.options = options;
        this.recovery = recovery;
    }

    /**
     * Returns a call with the default options.
     *
     * @param key names the operation
     * @param fingerprint what is asked for
     * @param codec stores the value
     * @param <T> the type of the value
     * @return the call
     */
    public static <T extends @Nullable Object> IdempotentCall<T> of(
            IdempotencyKey key, Fingerprint fingerprint, OutcomeCodec<T> codec) {
        return new IdempotentCall<>(key, fingerprint, codec, IdempotencyOptions.defaults(), Optional.empty());
    }

    /**
     * Returns a call with other options.
     *
     * @param newOptions how the operation is run
     * @return the new call
     */
    public IdempotentCall<T> withOptions(IdempotencyOptions newOptions) {
        return new IdempotentCall<>(key, fingerprint, codec, newOptions, recovery);
    }

    /**
     * Returns a call with a recovery function, and {@link OnExpiry#RECOVER}.
     *
     * @param newRecovery finds out whether an attempt that did not finish had its effect
     * @return the new call
     */
    public IdempotentCall<T> withRecovery(Recovery<T> newRecovery) {
        return new IdempotentCall<>(
                key, fingerprint, codec, options.withOnExpiry(OnExpiry.RECOVER), Optional.of(newRecovery));
    }

    /**
     * Returns the key.
     *
     * @return names the operation
     */
    public IdempotencyKey key() {
        return key;
    }

    /**
     * Returns the fingerprint.
     *
     * @return what is asked for
     */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /**
     * Returns the codec.
     *
     * @return stores the value
     */
    public OutcomeCodec<T> codec() {
        return codec;
    }

    /**
     * Returns the options.
     *
     * @return how the operation is run
     */
    public IdempotencyOptions options() {
        return options;
    }

    /**
     * Returns the recovery function.
     *
     * @return empty unless {@link OnExpiry#RECOVER}
     */
    public Optional<Recovery<T>> recovery() {
        return recovery;
    }
}
