package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The removal of data files of names that were not used for a day: a little at a time, once an hour by one
 * of the processes that use the folder. A name's fencing tokens go on growing by the clock.
 */
final class Sweep {

    private static final Duration UNUSED = Duration.ofDays(1);
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Folder folder;
    private final Clock clock;
    private final Path marker;

    private Sweep(Folder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
        this.marker = folder.layout().folder().resolve("swept");
    }

    /** Keeps a folder clean from soon on until it is closed. */
    static void keep(Folder folder, Clock clock) {
        new Sweep(folder, clock).after(FIRST_NANOS);
    }

    private void after(long delay) {
        IoThread.after(delay, () -> {
            if (folder.isOpen()) {
                after(INTERVAL.toNanos());
                beginIfDue(clock.instant());
            }
        });
    }

    private void beginIfDue(Instant now) throws IOException {
        if (lastBegin().plus(INTERVAL).isAfter(now)) {
            return;
        }
        // Made anew, so that it is this user's own, who then may share it.
        Files.deleteIfExists(marker);
        Access access = folder.layout().access();
        try (SeekableByteChannel channel = Files.newByteChannel(
                marker, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), access.ofNewFiles(marker))) {
            access.share(marker);
            channel.write(ByteBuffer.wrap(now.toString().getBytes(US_ASCII)));
        } catch (FileAlreadyExistsException anotherBegins) {
            return;
        }
        Instant horizon = now.minus(UNUSED);
        CompletableFuture<Boolean> unused = IoThread.inSteps(
                        new FileWalk<>(folder.data().folder(), file -> visit(file, horizon), () -> true),
                        SLICE_NANOS,
                        PAUSE_NANOS)
                .exceptionally(failure -> {
                    Log.get().log(System.Logger.Level.WARNING, "A lock folder is swept an hour later.", failure);
                    return false;
                });
    }

    private Instant lastBegin() throws IOException {
        try {
            return Instant.parse(Files.readString(marker));
        } catch (NoSuchFileException | DateTimeException never) {
            return Instant.EPOCH;
        }
    }

    private boolean visit(Path file, Instant horizon) throws IOException {
        LockRecord lock = folder.isOpen() ? folder.data().glance(file) : null;
        if (lock != null && lock.isOlderThan(horizon)) {
            folder.forget(LockName.of(lock.name()), horizon);
        }
        return folder.isOpen();
    }
}
