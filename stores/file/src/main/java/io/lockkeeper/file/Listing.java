package io.lockkeeper.file;

import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.file.LockRecord.Reading;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A list of held locks in the making.
 *
 * <p>A data file alone proves nothing, and a process id may mean another process by now, so the kernel is
 * asked: a shared lock on the name's byte is tried, and given back at once. Who claims the lock in that
 * microsecond looks a second time before it believes that the lock is taken.
 */
final class Listing implements IoThread.Stepwise<List<LockStatus>>, AutoCloseable {

    private final Folder folder;
    private final String prefix;
    private final int limit;
    private final DirectoryStream<Path> files;
    private final Iterator<Path> rest;
    private final TreeMap<String, LockStatus> found = new TreeMap<>();

    /** Of the held locks whose names begin with a prefix, in the order of their names. To be closed in any case. */
    Listing(Folder folder, String prefix, int limit) throws IOException {
        this.folder = folder;
        this.prefix = prefix;
        this.limit = limit;
        this.files = folder.data().list();
        this.rest = files.iterator();
    }

    /** Looks at one file. */
    @Override
    public @Nullable List<LockStatus> step() throws IOException {
        try {
            if (rest.hasNext()) {
                visit(rest.next());
                return null;
            }
            return List.copyOf(found.values());
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
    }

    @Override
    public void close() {
        try {
            files.close();
        } catch (IOException unclosable) {
            Log.warn("A list of locks could not be closed.", unclosable);
        }
    }

    /** Looks at one lock. */
    static Optional<LockStatus> inspect(Folder folder, LockName name) throws IOException {
        return inspect(folder, name, folder.data().glance(name.dataFile()));
    }

    /** Looks at one lock, whose data file was read. */
    static Optional<LockStatus> inspect(Folder folder, LockName name, Reading found) throws IOException {
        if (found instanceof Reading.Unknown unknown) {
            return Optional.of(unknown(name.name(), unknown));
        }
        return found instanceof Reading.Known known ? Optional.of(status(folder, known.lock())) : Optional.empty();
    }

    /** Whatever lies in the way does not concern the others. */
    private void visit(Path path) {
        String file = path.getFileName().toString();
        Optional<String> name = LockName.decode(file);
        if (name.isPresent() && !name.get().startsWith(prefix)) {
            return;
        }
        try {
            Reading found = folder.data().glance(file);
            if (found instanceof Reading.Known known && known.lock().name().startsWith(prefix)) {
                add(status(folder, known.lock()));
            } else if (found instanceof Reading.Unknown unknown && name.isPresent()) {
                add(unknown(name.get(), unknown));
            } else if (found instanceof Reading.Damaged damaged) {
                skip(file, damaged.why());
            }
        } catch (IOException | RuntimeException unreadable) {
            skip(file, String.valueOf(unreadable.getMessage()));
        }
    }

    private void add(LockStatus lock) {
        if (!lock.holders().isEmpty()) {
            found.put(lock.name(), lock);
            if (found.size() > limit) {
                found.pollLastEntry();
            }
        }
    }

    private void skip(String file, String why) {
        Log.warn(folder.layout().data().resolve(file) + " is left out of the list of locks: " + why + ".");
    }

    private static LockStatus status(Folder folder, LockRecord lock) throws IOException {
        return lock.held() && folder.isHeld(lock)
                ? LockStatus.held(lock.name(), folder.keeping().holding(lock), List.of())
                : LockStatus.free(lock.name(), lock.last(), List.of());
    }

    private static LockStatus unknown(String name, Reading.Unknown unknown) {
        Holding holding = new Holding(Keeping.unknownHolder(unknown), 0, Optional.empty(), Optional.empty());
        return LockStatus.held(name, holding, List.of());
    }
}
