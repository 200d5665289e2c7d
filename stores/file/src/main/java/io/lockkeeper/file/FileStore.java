package io.lockkeeper.file;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.file.Leases.HeldElsewhereException;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Demand;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
final class FileStore implements Store, GrantPush, AdjustableLease, Catalogue, Recall {

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
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

    private final Path path;
    private final Access access;
    private final Clock clock;
    private final Map<ClaimId, Boolean> withdrawn = new Recent<>();
    private final Map<String, Signals> listeners = new HashMap<>();
    private Folder folder;
    private volatile boolean closed;
    private boolean left;

    private FileStore(Path path, Access access, Clock clock) throws IOException {
        this.path = path;
        this.access = access;
        this.clock = clock;
        this.folder = FolderRegistry.open(path, access, clock);
    }

    /** Opens a folder, which is made if it is not there. */
    static FileStore open(Path path, Access access, Clock clock) {
        Path absolute = absolute(path);
        return IoThread.await(() -> {
            try {
                return new FileStore(absolute, access, clock);
            } catch (IOException failure) {
                throw unavailable(absolute, failure);
            }
        });
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** The path by which this store knows its folder: others that open it by then are those to be kept out. */
    Path path() {
        return path;
    }

    /** The byte of a process group, in a file that is there. */
    GroupByte groupByte(LockName place) {
        return IoThread.await(() -> orUnavailable(() -> groupByte(folder, place)));
    }

    /** The same in a folder that this JVM has open. Empty if it has not, or it cannot be used: open a store to see why. */
    static Optional<GroupByte> groupByte(Path path, LockName place) {
        return IoThread.await(() -> {
            try {
                Optional<Folder> open = FolderRegistry.find(absolute(path));
                return open.isEmpty() ? Optional.empty() : Optional.of(groupByte(open.get(), place));
            } catch (IOException unusable) {
                return Optional.empty();
            }
        });
    }

    private static GroupByte groupByte(Folder folder, LockName place) throws IOException {
        folder.lockFiles().of(place);
        Path file = folder.layout().locks().resolve(Layout.lockFile(place.lockFile()));
        return new GroupByte(file, place.offsetOfGroup());
    }

    /** Whom to tell what happens to the claims of a client; null if it does not listen. */
    @Nullable
    Signals signals(String client) {
        return listeners.get(client);
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return call(() -> {
            if (withdrawn.containsKey(claim.id())) {
                return new ClaimOutcome.Withdrawn();
            }
            if (!claim.demand().equals(Demand.MUTEX)) {
                throw new UnsupportedOperationException("This release's file store knows locks with one holder only.");
            }
            try {
                return folder.claims().attempt(claim, this);
            } catch (NoSuchFileException deleted) {
                reopen();
                return folder.claims().attempt(claim, this);
            }
        });
    }

    /** Somebody removed the folder, or moved it, or parts of it: its locks are gone, and what is there now is used. */
    private void reopen() throws IOException {
        folder.repair().loseReplaced();
        Folder before = folder;
        folder = FolderRegistry.open(path, access, clock);
        if (folder != before) {
            before.leave(this);
            listeners.values().forEach(Signals::missed);
        }
        FolderRegistry.close(before);
    }

    @Override
    public CompletionStage<Void> listen(String client, Signals signals) {
        return call(() -> Optional.ofNullable(listeners.put(client, signals))).thenAccept(before -> {});
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals) {
        return call(() -> {
            folder.repair().loseDropped();
            Map<ClaimId, Grant> renewed = new HashMap<>();
            Set<ClaimId> lost = new HashSet<>();
            HeldElsewhereException unanswered = null;
            for (Renewal renewal : renewals) {
                Grant grant = renewal.grant();
                try {
                    if (folder.held(grant.name(), grant.claim()) != null) {
                        folder.leases().keep(grant.claim());
                        renewed.put(grant.claim(), grant);
                    } else if (folder.leases().prolong(renewal, path)) {
                        renewed.put(grant.claim(), grant.renewed(renewal.lease(), System.nanoTime()));
                    } else {
                        lost.add(grant.claim());
                    }
                } catch (HeldElsewhereException elsewhere) {
                    unanswered = elsewhere;
                }
            }
            if (unanswered != null && renewed.isEmpty() && lost.isEmpty()) {
                throw unanswered;
            }
            return new RenewalOutcome(renewed, lost);
        });
    }

    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        return call(() -> folder.leases().set(grant, lease, path));
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return call(() -> folder.release(grant.name(), grant.claim(), path)
                ? new ReleaseOutcome.Released()
                : new ReleaseOutcome.NotHeld());
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        return call(() -> {
                    if (outcomeUnknown) {
                        withdrawn.put(claim.id(), true);
                    }
                    return folder.release(claim.name(), claim.id(), path);
                })
                .thenAccept(released -> {});
    }

    @Override
    public CompletionStage<List<LockStatus>> list(String prefix, int limit) {
        return call(() -> new Listing(folder, prefix, limit))
                .thenCompose(listing -> IoThread.inSteps(() -> orUnavailable(listing::step), LISTING_SLICE_NANOS)
                        .whenComplete((locks, failure) -> listing.close()));
    }

    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return call(() -> Listing.inspect(folder, LockName.of(name)));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return call(() -> folder.recalls().recall(LockName.of(name), only));
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return call(() -> folder.recalls().isRecalled(grant));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            IoThread.await(LONGEST_CLOSE, () -> {
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
            throw unavailable(path, failure);
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
