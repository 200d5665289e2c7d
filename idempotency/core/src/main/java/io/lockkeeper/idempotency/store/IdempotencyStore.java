package io.lockkeeper.idempotency.store;

import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Keeps the records of keys, with leases. */
public interface IdempotencyStore extends AutoCloseable {

    /**
     * Claims a key: makes a record in progress if there is none; takes over if the lease expired, the fingerprint is the same and the
     * claim says so; answers with what is there otherwise. A claim whose owner owns the key already is granted again, with what is
     * left of its lease.
     *
     * @param claim the claim
     * @return the answer
     */
    CompletionStage<ClaimAnswer> claim(IdempotencyClaim claim);

    /**
     * Renews leases: from now on by the store's clock. A record that is gone, finished or owned by another is not changed. An expired
     * lease that nobody took over is renewed.
     *
     * @param renewals the leases, in any number
     * @return those that are lost
     */
    CompletionStage<List<Ownership>> renew(List<LeaseRenewal> renewals);

    /**
     * Stores the outcome, if the owner and the token are the record's: whether its lease expired or not.
     *
     * @param owned the attempt
     * @param end the outcome
     * @return {@link ChangeAnswer#DONE} also if this attempt has finished the key before
     */
    CompletionStage<ChangeAnswer> finish(Ownership owned, StoredEnd end);

    /**
     * Stores a recovery point, if the owner and the token are the record's, and it is in progress.
     *
     * @param owned the attempt
     * @param point the recovery point
     * @return the answer
     */
    CompletionStage<ChangeAnswer> note(Ownership owned, RecoveryPoint point);

    /**
     * Removes the record, if the owner and the token are the record's, and it is in progress.
     *
     * @param owned the attempt
     * @return {@link ChangeAnswer#DONE} if the record is removed; {@link ChangeAnswer#LOST} if it is another's, or gone already
     */
    CompletionStage<ChangeAnswer> release(Ownership owned);

    /**
     * Undoes a claim whose operation did not begin, also one whose answer is not known: if the owner is the record's, and it is in
     * progress, the record is removed, or, if there were attempts before this one, its lease expires now. Those attempts may have had
     * their effects: the record stays, with their number and their recovery points. Where a copy of the claim may still be under way, a
     * store prevents that it takes effect later, or documents that it may hold the key for a lease.
     *
     * @param key the key
     * @param owner the owner of the claim
     * @return the answer
     */
    CompletionStage<ChangeAnswer> withdraw(IdempotencyKey key, String owner);

    /**
     * Returns the catalogue.
     *
     * @return looks keys up, frees and resolves them
     */
    IdempotencyCatalogue catalogue();

    /** Closes what the store opened. */
    @Override
    void close();
}
