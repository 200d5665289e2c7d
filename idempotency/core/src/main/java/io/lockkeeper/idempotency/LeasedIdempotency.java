package io.lockkeeper.idempotency;

import io.lockkeeper.store.StoreAddress;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Idempotency with leases: the key is claimed before the operation, renewed while it runs and completed after it, in separate
 * requests to the store. For stores without transactions, and for operations whose effects are elsewhere.
 *
 * <p>The {@link Attempt} of its operations is a {@link LeasedAttempt}.
 */
public interface LeasedIdempotency extends Idempotency {

    /**
     * Connects to a store with the default settings.
     *
     * @param url the store's address, such as {@code redis://localhost:6379}, as for {@link io.lockkeeper.LockClient#connect(String)}
     * @return to close
     * @throws IllegalArgumentException if no store on the class path understands the address
     * @throws io.lockkeeper.StoreUnavailableException if the store cannot be reached
     */
    static LeasedIdempotency connect(String url) {
        return connect(url, IdempotencySettings.defaults());
    }

    /**
     * Connects to a store.
     *
     * @param url the store's address, such as {@code redis://localhost:6379}, as for {@link io.lockkeeper.LockClient#connect(String)}
     * @param settings timeout, executor, listeners
     * @return to close
     * @throws IllegalArgumentException if no store on the class path understands the address
     * @throws io.lockkeeper.StoreUnavailableException if the store cannot be reached
     */
    static LeasedIdempotency connect(String url, IdempotencySettings settings) {
        StoreAddress address = StoreAddress.parse(url).withPasswordFromFile();
        Set<String> known = new TreeSet<>();
        for (IdempotencyProvider provider :
                ServiceLoader.load(IdempotencyProvider.class, LeasedIdempotency.class.getClassLoader())) {
            if (provider.schemes().contains(address.scheme())) {
                return provider.connect(address, settings);
            }
            known.addAll(provider.schemes());
        }
        throw new IllegalArgumentException(
                "No idempotency store on the class path supports '" + address.scheme() + ":'; available are " + known
                        + ". For Redis, add lockkeeper-idempotency-redis. For a database, use JdbcIdempotency with a DataSource.");
    }

    /**
     * Runs an operation that needs its lease, or answers a repeat; otherwise as {@link #run(IdempotentCall, IdempotentAction)}.
     *
     * @param call the request
     * @param action the operation; runs on the calling thread
     * @param <T> the type of its value
     * @param <E> the type of its exception
     * @return how the request was answered
     * @throws E if this request ran the operation, and it failed
     * @throws InterruptedException if the thread was interrupted while it waited; the operation has not run then
     */
    default <T extends @Nullable Object, E extends Exception> Outcome<T> runLeased(
            IdempotentCall<T> call, LeasedAction<T, E> action) throws E, InterruptedException {
        return run(call, attempt -> action.run((LeasedAttempt) attempt));
    }

    /**
     * Runs an asynchronous operation, or answers a repeat. No thread is blocked.
     *
     * @param call the request
     * @param action the operation; starts on a thread of the executor of the {@linkplain IdempotencySettings settings}
     * @param <T> the type of its value
     * @return how the request was answered; fails with what {@link #run(IdempotentCall, IdempotentAction)} throws. Cancelling it while it
     *     waits gives up; later it changes nothing
     */
    <T extends @Nullable Object> CompletionStage<Outcome<T>> runAsync(IdempotentCall<T> call, AsyncAction<T> action);
}
