package io.lockkeeper.file;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps its locks as locked bytes of files, on one machine.
 *
 * <p>Closing it is to its locks what the end of the process is: what it still holds comes free.
 */
final class FileStore implements Store, Catalogue {

    private static final Guarantees GUARANTEES = new Guarantees(
            "files of one machine",
            Guarantees.Reach.MACHINE,
            Guarantees.Expiry.PROCESS_END,
            Guarantees.Order.POLLED,
            Guarantees.Tokens.INCREASING_UNLESS_DATA_AND_CLOCK_ARE_LOST,
            "A lock is kept while its holder's process lives, however long that is paused, and the kernel frees it when"
                    + " the process ends, however it ends; no lock outlives a restart of the machine.",
            Map.of());

    private static final long LISTING_SLICE_NANOS = 1_000_000;

    private final Folder folder;
    private final Map<ClaimId, Boolean> withdrawn = new Recent<>();
    private volatile boolean closed;
    private boolean left;

    private FileStore(Folder folder) {
        this.folder = folder;
    }

    /** Opens a folder, which is made if it is not there. */
    static FileStore open(Path path, Access access, Clock clock) {
        return IoThread.await(() -> {
            try {
                return new FileStore(FolderRegistry.open(path, access, clock));
            } catch (IOException failure) {
                throw unavailable(path, failure);
            }
        });
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return call(() -> withdrawn.containsKey(claim.id())
                ? new ClaimOutcome.Withdrawn()
                : folder.claims().attempt(claim, this));
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return call(() -> {
            folder.loseDropped();
            Map<ClaimId, Grant> renewed = new HashMap<>();
            Set<ClaimId> lost = new HashSet<>();
            for (Renewal renewal : renewals) {
                Held here = folder.held(renewal.grant().name());
                ClaimId claim = renewal.grant().claim();
                if (here != null && here.claim().equals(claim)) {
                    renewed.put(claim, renewal.grant());
                } else {
                    lost.add(claim);
                }
            }
            return new RenewalOutcome(renewed, lost);
        });
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return call(() -> folder.release(grant.name(), grant.claim())
                ? new ReleaseOutcome.Released()
                : new ReleaseOutcome.NotHeld());
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return call(() -> {
                    if (outcomeUnknown) {
                        withdrawn.put(claim.id(), true);
                    }
                    return folder.release(claim.name(), claim.id());
                })
                .thenAccept(released -> {});
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return call(() -> Listing.of(folder, prefix, limit))
                .thenCompose(walk -> IoThread.inSteps(() -> orUnavailable(walk::step), LISTING_SLICE_NANOS, 0));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return call(() -> Listing.inspect(folder, LockName.of(name)));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            IoThread.await(() -> {
                leave();
                return true;
            });
        }
    }

    /** Comes after the calls that were made before, and before any that was made in the same moment. */
    private void leave() throws IOException {
        if (left) {
            return;
        }
        left = true;
        try {
            folder.leave(this);
        } finally {
            FolderRegistry.close(folder);
        }
    }

    private <T> CompletableFuture<T> call(Callable<T> work) {
        if (closed) {
            return CompletableFuture.failedFuture(closed());
        }
        return IoThread.call(() -> orUnavailable(work));
    }

    private <T extends @Nullable Object> T orUnavailable(Callable<T> work) throws Exception {
        if (left) {
            throw closed();
        }
        try {
            return work.call();
        } catch (IOException failure) {
            throw unavailable(folder.layout().folder(), failure);
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("This store is closed.");
    }

    /** Nothing was done: what a failed call had begun, it has undone. */
    private static StoreUnavailableException unavailable(Path folder, IOException failure) {
        return new StoreUnavailableException(
                "The lock folder " + folder + " cannot be used: " + Failure.describe(failure), false, failure);
    }
}
