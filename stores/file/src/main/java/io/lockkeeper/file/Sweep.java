package io.lockkeeper.file;

import io.lockkeeper.file.LockRecord.Reading;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The removal of data files of names that were not used for a day: a little at a time, once an hour, by one of the
 * processes that use the folder at a time. A name's fencing tokens go on growing by the clock.
 *
 * <p>Where it stopped, the next one goes on: a process that runs for a moment only does its part when it closes the
 * folder. The hour counts from the end. Belongs to the {@link IoThread}.
 */
final class Sweep {

    private static final Duration UNUSED = Duration.ofDays(1);
    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LAST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int LEAST_LOOKS = 8;
    private static final int PASSED_PER_LOOK = 64;

    private final Folder folder;
    private final Clock clock;
    private final SweepMarker marker;
    private final Alarm alarm = new Alarm(this::goOn);
    private @Nullable Turn turn;

    Sweep(Folder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
        this.marker = new SweepMarker(folder.layout());
    }

    /** What one process does of a sweep. */
    private static final class Turn {
        private final FileLock exclusive;
        private final SweepMarker.Progress begun;
        private final DirectoryStream<Path> files;
        private final Iterator<Path> rest;
        private long passed;
        private long looks;

        private Turn(FileLock exclusive, SweepMarker.Progress begun, DirectoryStream<Path> files) {
            this.exclusive = exclusive;
            this.begun = begun;
            this.files = files;
            this.rest = files.iterator();
        }
    }

    /** Keeps the folder clean from soon on until it is closed. */
    void keep() {
        alarm.within(FIRST_NANOS);
    }

    private void goOn() throws IOException {
        try {
            if (turn == null) {
                folder.touch(clock.instant().minus(INTERVAL));
                begin();
            }
            long end = System.nanoTime() + SLICE_NANOS;
            while (turn != null && System.nanoTime() < end) {
                step(turn);
            }
        } catch (NoSuchFileException folderGone) {
            // Whoever uses it next makes it anew.
        } finally {
            alarm.within(turn == null ? INTERVAL.toNanos() : PAUSE_NANOS);
        }
    }

    /** Does at least a few steps more, and leaves the rest to others. */
    void close() {
        alarm.cancel();
        try {
            if (turn == null) {
                begin();
            }
            finish();
        } catch (NoSuchFileException folderGone) {
            // So are its files.
        } catch (IOException | RuntimeException failure) {
            Log.warn("A lock folder could not be swept; the next attempt is in an hour.", failure);
        }
    }

    private void finish() throws IOException {
        long end = System.nanoTime() + LAST_NANOS;
        while (turn != null && (System.nanoTime() < end || turn.looks < LEAST_LOOKS + turn.passed / PASSED_PER_LOOK)) {
            step(turn);
        }
        if (turn != null) {
            stop(turn, new SweepMarker.Progress(turn.begun.ended(), turn.passed));
        }
    }

    /** Begins a turn if one is due and nobody else has one. */
    private void begin() throws IOException {
        FileLock exclusive =
                isDue(marker.read()) ? folder.lockFiles().numbered(0).tryLock(LockFile.SWEEP) : null;
        if (exclusive == null) {
            return;
        }
        try {
            SweepMarker.Progress begun = marker.read();
            if (isDue(begun)) {
                folder.recalls().sweep();
                folder.data().followReplacement();
                turn = new Turn(exclusive, begun, folder.data().list());
            }
        } finally {
            if (turn == null) {
                exclusive.release();
            }
        }
    }

    private boolean isDue(SweepMarker.Progress progress) {
        // An end that is far ahead was written while the clock was wrong.
        return Duration.between(progress.ended(), clock.instant()).abs().compareTo(INTERVAL) >= 0;
    }

    /** Looks at one file; those that others have looked at are passed over. */
    private void step(Turn now) throws IOException {
        boolean goesOn = false;
        try {
            if (!now.rest.hasNext()) {
                stop(now, new SweepMarker.Progress(clock.instant(), 0));
            } else {
                String file = now.rest.next().getFileName().toString();
                boolean removed = now.passed >= now.begun.passed() && looksAt(now, file);
                now.passed += removed ? 0 : 1;
            }
            goesOn = true;
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        } finally {
            if (!goesOn && turn == now) {
                stop(now, now.begun);
            }
        }
    }

    private boolean looksAt(Turn now, String file) {
        now.looks++;
        try {
            Instant horizon = clock.instant().minus(UNUSED);
            return folder.data().glance(file) instanceof Reading.Known known
                    && known.lock().isOlderThan(horizon)
                    && folder.forget(LockName.of(known.lock().name()), horizon);
        } catch (IOException | RuntimeException strange) {
            return false; // Whoever uses that name is told; the others' files are swept.
        }
    }

    private void stop(Turn now, SweepMarker.Progress progress) throws IOException {
        turn = null;
        try {
            now.files.close();
            marker.write(progress);
        } finally {
            if (now.exclusive.isValid()) {
                now.exclusive.release();
            }
        }
    }
}
