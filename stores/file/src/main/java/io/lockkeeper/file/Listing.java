package io.lockkeeper.file;

import io.lockkeeper.LockStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A list of held locks in the making.
 *
 * <p>A data file alone proves nothing, and a process id may mean another process by now, so the kernel is
 * asked: a shared lock on the name's byte is tried, and given back at once. Who claims the lock in that
 * microsecond looks a second time before it believes that the lock is taken.
 */
final class Listing {

    private final Folder folder;
    private final String prefix;
    private final int limit;
    private final TreeMap<String, LockStatus> found = new TreeMap<>();

    private Listing(Folder folder, String prefix, int limit) {
        this.folder = folder;
        this.prefix = prefix;
        this.limit = limit;
    }

    /** Lists the held locks whose names begin with a prefix, in the order of their names. */
    static IoThread.Stepwise<List<LockStatus>> of(Folder folder, String prefix, int limit) throws IOException {
        Listing listing = new Listing(folder, prefix, limit);
        return new FileWalk<>(folder.data().folder(), listing::visit, () -> List.copyOf(listing.found.values()));
    }

    /** Looks at one lock. */
    static Optional<LockStatus> inspect(Folder folder, LockName name) throws IOException {
        LockRecord lock = folder.data().glance(name);
        return lock == null ? Optional.empty() : Optional.of(status(lock, lock.held() && folder.isHeld(lock)));
    }

    private boolean visit(Path file) throws IOException {
        boolean mayMatch = LockName.decode(file.getFileName().toString())
                .map(name -> name.startsWith(prefix))
                .orElse(true);
        LockRecord lock = mayMatch ? folder.data().glance(file) : null;
        if (lock != null && lock.held() && lock.name().startsWith(prefix) && folder.isHeld(lock)) {
            found.put(lock.name(), status(lock, true));
            if (found.size() > limit) {
                found.pollLastEntry();
            }
        }
        return true;
    }

    private static LockStatus status(LockRecord lock, boolean held) {
        LockRecord.Tenure tenure = lock.tenure();
        return new LockStatus(
                lock.name(),
                held ? Optional.of(tenure.holder()) : Optional.empty(),
                held ? Optional.of(tenure.since()) : Optional.empty(),
                held ? lock.first() : lock.last(),
                Optional.empty(),
                List.of());
    }
}
