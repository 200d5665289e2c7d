package io.lockkeeper.file;

import io.lockkeeper.LockStatus;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A list of held locks in the making: file by file.
 *
 * <p>A data file alone proves nothing, and a process id may mean another process by now, so the kernel is
 * asked: a shared lock on the name's byte is tried, and given back at once. Who claims the lock in that
 * microsecond looks a second time before it believes that the lock is taken.
 */
final class Listing implements IoThread.Stepwise<List<LockStatus>> {

    private final Folder folder;
    private final String prefix;
    private final int limit;
    private final DirectoryStream<Path> files;
    private final Iterator<Path> rest;
    private final TreeMap<String, LockStatus> found = new TreeMap<>();

    Listing(Folder folder, String prefix, int limit) throws IOException {
        this.folder = folder;
        this.prefix = prefix;
        this.limit = limit;
        this.files = Files.newDirectoryStream(folder.data().folder());
        this.rest = files.iterator();
    }

    @Override
    public @Nullable List<LockStatus> step() throws IOException {
        if (!rest.hasNext()) {
            files.close();
            return List.copyOf(found.values());
        }
        Path file = rest.next();
        if (mayMatch(file.getFileName().toString())) {
            add(folder.data().glance(file));
        }
        return null;
    }

    private boolean mayMatch(String file) {
        return !file.startsWith(".")
                && LockName.decode(file).map(name -> name.startsWith(prefix)).orElse(true);
    }

    private void add(@Nullable LockRecord lock) throws IOException {
        if (lock != null && lock.held() && lock.name().startsWith(prefix) && folder.isHeld(lock)) {
            found.put(lock.name(), status(lock, true));
            if (found.size() > limit) {
                found.pollLastEntry();
            }
        }
    }

    /** Looks at one lock. */
    static Optional<LockStatus> inspect(Folder folder, LockName name) throws IOException {
        LockRecord lock = folder.data().glance(name);
        return lock == null ? Optional.empty() : Optional.of(status(lock, lock.held() && folder.isHeld(lock)));
    }

    private static LockStatus status(LockRecord lock, boolean held) {
        LockRecord.Tenure tenure = lock.tenure();
        Optional<Instant> since = held ? Optional.of(tenure.since()) : Optional.empty();
        return new LockStatus(
                lock.name(),
                held ? Optional.of(tenure.holder()) : Optional.empty(),
                since,
                held ? lock.first() : lock.last(),
                Optional.empty(),
                List.of());
    }
}
