package io.lockkeeper.memory;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Election;
import io.lockkeeper.Holder;
import io.lockkeeper.LeaderWatch;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Term;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * An election as somebody might hold it in a hurry: who gets the lock leads, once; a loss is told to nobody; who closes releases the
 * lock and leaves the work alone; the leader is who one is oneself.
 *
 * @param client whose lock it is
 * @param name the lock's name
 * @param options the lock's
 */
record SloppyElection(LockClient client, String name, LockOptions options) implements Election {

    @Override
    public Candidacy stand(LeaderWork work) {
        Standing standing = new Standing(client.lock(name, options).acquireAsync());
        CompletableFuture<Void> unused = standing.asked.thenAcceptAsync(lease -> lead(work, lease));
        return standing;
    }

    private static void lead(LeaderWork work, Lease lease) {
        try {
            work.lead(new Led(lease));
        } catch (Exception ignored) {
            CompletableFuture<Void> unused = lease.closeAsync();
        }
    }

    @Override
    public Optional<Holder> leader() {
        return Optional.of(new Holder("c", "h", 1, "t", "me", 0));
    }

    @Override
    public LeaderWatch watch(Consumer<Optional<Holder>> listener) {
        listener.accept(leader());
        return () -> {};
    }

    private record Standing(CompletableFuture<Lease> asked) implements Candidacy {

        @Override
        public boolean isLeading() {
            return true;
        }

        @Override
        public Optional<Term> term() {
            return Optional.of(new Led(asked.join()));
        }

        @Override
        public void close() {
            asked.join().close();
        }
    }

    private record Led(Lease lease) implements Term {

        @Override
        public String name() {
            return lease.name();
        }

        @Override
        public long token() {
            return lease.token();
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void ensureCurrent() {}

        @Override
        public Term onLost(Consumer<LeaseLoss> listener) {
            return this;
        }
    }
}
