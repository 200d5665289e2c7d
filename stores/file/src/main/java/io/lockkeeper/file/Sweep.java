package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The removal of data files of names that were not used for a day: a little at a time, once an hour by one
 * of the processes that use the folder. A name's fencing tokens go on growing by the clock.
 */
final class Sweep implements IoThread.Stepwise<Boolean> {

    private static final Duration UNUSED = Duration.ofDays(1);
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final long SLICE_NANOS = 100_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Folder folder;
    private final Instant horizon;
    private final DirectoryStream<Path> files;
    private final Iterator<Path> rest;

    private Sweep(Folder folder, Instant horizon) throws IOException {
        this.folder = folder;
        this.horizon = horizon;
        this.files = Files.newDirectoryStream(folder.data().folder());
        this.rest = files.iterator();
    }

    /** Keeps a folder clean from soon on until it is closed. */
    static void keep(Folder folder, Clock clock) {
        keep(folder, clock, FIRST_NANOS);
    }

    private static void keep(Folder folder, Clock clock, long delay) {
        IoThread.after(delay, () -> {
            if (folder.isOpen()) {
                keep(folder, clock, INTERVAL.toNanos());
                begin(folder, clock);
            }
            return true;
        });
    }

    private static void begin(Folder folder, Clock clock) throws IOException {
        Path marker = folder.layout().folder().resolve("swept");
        Instant now = clock.instant();
        if (lastSweep(marker).plus(INTERVAL).isAfter(now)) {
            return;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(
                marker,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                folder.layout().access().ofNewFiles(marker))) {
            channel.write(ByteBuffer.wrap(now.toString().getBytes(US_ASCII)));
        }
        IoThread.inSteps(new Sweep(folder, now.minus(UNUSED)), SLICE_NANOS, PAUSE_NANOS);
    }

    private static Instant lastSweep(Path marker) throws IOException {
        try {
            return Instant.parse(Files.readString(marker));
        } catch (NoSuchFileException | DateTimeException never) {
            return Instant.EPOCH;
        }
    }

    @Override
    public @Nullable Boolean step() throws IOException {
        if (!folder.isOpen() || !rest.hasNext()) {
            files.close();
            return true;
        }
        LockRecord lock = folder.data().glance(rest.next());
        if (lock != null && lock.isOlderThan(horizon)) {
            folder.forget(LockName.of(lock.name()), horizon);
        }
        return null;
    }
}
