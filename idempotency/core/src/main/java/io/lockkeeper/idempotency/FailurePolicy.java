package io.lockkeeper.idempotency;

import java.util.Set;

/** Decides which failures free a key and which are stored. */
@FunctionalInterface
public interface FailurePolicy {

    /**
     * Decides on a failure. An exception that this method throws counts as {@link FailureDecision#LEAVE}.
     *
     * @param failure what the operation threw
     * @return the decision
     */
    FailureDecision decide(Throwable failure);

    /**
     * Returns whether {@link #decide} can return {@link FailureDecision#STORE}. Transactional stores set a savepoint only then.
     *
     * @return true unless the policy never stores
     */
    default boolean mayStore() {
        return true;
    }

    /**
     * Returns the default: exceptions free the key; an {@link Error}, an {@link InterruptedException} and an
     * {@link AttemptLostException} leave it.
     *
     * @return the policy
     */
    static FailurePolicy freeing() {
        return Freeing.INSTANCE;
    }

    /**
     * Returns a policy that stores failures of the given types, and is {@link #freeing()} for all others.
     *
     * @param types classes of exceptions that are final answers, such as a refused payment
     * @return the policy
     */
    static FailurePolicy storing(Set<Class<? extends Exception>> types) {
        Set<Class<? extends Exception>> stored = Set.copyOf(types);
        return failure -> stored.stream().anyMatch(type -> type.isInstance(failure))
                ? FailureDecision.STORE
                : freeing().decide(failure);
    }
}
