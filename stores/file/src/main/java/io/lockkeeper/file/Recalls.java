package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recalls: a file for each, called like the lock's data file, in a folder {@code recalls} that is made for the first of them. It
 * says when the recall was made, and of which grant it is: {@code 2026-01-31T12:00:00Z client:7 1769860800000000}. Belongs
 * to the {@link IoThread}.
 *
 * <p>A file means nothing once its grant has ended, or when it is a minute old. The holder removes it with the lock, if it has seen it;
 * others are removed by the next recall of any lock, and by the {@link Sweep}.
 */
final class Recalls {

    private static final Duration LASTS = Duration.ofMinutes(1);
    private static final int LONGEST = 400;
    private static final String END = "\n";

    private final Folder folder;
    private final Clock clock;
    private final Set<String> seen = new HashSet<>();

    Recalls(Folder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    private Path path() {
        return folder.layout().recalls();
    }

    /** Empty if nobody holds the lock, or somebody else than was meant. */
    Optional<Asked> recall(LockName name, @Nullable Holding only) throws IOException {
        sweep();
        Reading found = folder.data().glance(name.dataFile());
        Optional<Holding> current = Listing.inspect(folder, name, found)
                .flatMap(LockStatus::holding)
                .filter(held -> only == null || only.isSameGrant(held));
        if (current.isEmpty()) {
            return Optional.empty();
        }
        if (!(found instanceof Reading.Known known)) {
            return Optional.of(new Asked(current.get(), false)); // What later releases do is not known.
        }
        boolean unused = folder.layout().access().make(path());
        write(name, clock.instant() + " " + grant(known.lock()) + END);
        return current.map(held -> new Asked(held, true));
    }

    /** Made anew, so that it is this user's own, who then may share it. */
    private void write(LockName name, String text) throws IOException {
        try (Directory recalls = Directory.open(path())) {
            recalls.delete(name.dataFile());
            try (FileChannel file =
                    recalls.make(name.dataFile(), folder.layout().access())) {
                file.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
            } catch (FileAlreadyExistsException another) {
                // Somebody else recalls the lock in this moment; of one another, who is asked again soon, nothing is
                // lost.
            }
        }
    }

    /** Whether a grant that this process holds is recalled. */
    boolean isRecalled(Grant grant) throws IOException {
        Held here = folder.held(grant.name(), grant.claim());
        if (here == null || here.lock().first() != grant.firstToken()) {
            return false;
        }
        try (Directory recalls = Directory.open(path())) {
            String text = read(recalls, here.name().dataFile());
            Instant made = made(text);
            boolean recalled = made != null && isFresh(made) && text.endsWith(" " + grant(here.lock()) + END);
            if (recalled) {
                seen.add(grant.name());
            }
            return recalled;
        } catch (NoSuchFileException | Directory.StrangeFileException none) {
            return false;
        }
    }

    /** A lock is not held any more. */
    void ended(LockName name) {
        if (seen.remove(name.name())) {
            try (Directory recalls = Directory.open(path())) {
                recalls.delete(name.dataFile());
            } catch (IOException left) {
                // It means nothing any more.
            }
        }
    }

    /** Removes the files that mean nothing any more by their age. */
    void sweep() throws IOException {
        try (Directory recalls = Directory.open(path());
                DirectoryStream<Path> files = recalls.list()) {
            for (Path file : files) {
                sweep(recalls, file.getFileName().toString());
            }
        } catch (FileSystemException none) {
            // Nothing was recalled yet, or somebody has put something in its place, which whoever recalls a lock is
            // told.
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
    }

    /** Of one that somebody is writing, nothing can be read yet. */
    private void sweep(Directory recalls, String file) throws IOException {
        try {
            Instant made = made(read(recalls, file));
            if (!isFresh(made == null ? recalls.written(file) : made)) {
                recalls.delete(file);
            }
        } catch (FileSystemException strange) {
            // Whoever put it there, or removed it; the others are swept.
        }
    }

    private static String read(Directory recalls, String name) throws IOException {
        try (FileChannel file = recalls.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), LONGEST));
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {}
            return UTF_8.decode(bytes.flip()).toString();
        }
    }

    /** When a recall was made; null if its text is no recall's, or not whole. */
    private static @Nullable Instant made(String text) {
        try {
            return Instant.parse(text.substring(0, Math.max(0, text.indexOf(' '))));
        } catch (DateTimeException none) {
            return null;
        }
    }

    /** One from the future was written before the clock was set back, and is over as well. */
    private boolean isFresh(Instant made) {
        return Duration.between(made, clock.instant()).abs().compareTo(LASTS) < 0;
    }

    private static String grant(LockRecord lock) {
        return lock.tenure().claim() + " " + lock.first();
    }
}
