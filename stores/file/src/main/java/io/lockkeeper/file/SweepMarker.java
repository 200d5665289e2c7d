package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;

/** The file {@code swept} of a lock folder: when the last sweep ended, and how far the next one is. */
final class SweepMarker {

    private static final String NAME = "swept";
    private static final int LONGEST = 100;

    private final Layout layout;

    SweepMarker(Layout layout) {
        this.layout = layout;
    }

    /**
     * How far sweeps are.
     *
     * @param ended when the last one ended
     * @param passed how many files the present one has looked at and left, in the folder's order
     */
    record Progress(Instant ended, long passed) {}

    Progress read() throws IOException {
        try (Directory folder = Directory.open(layout.folder());
                FileChannel file = folder.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(file.size(), LONGEST));
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {}
            String[] words = US_ASCII.decode(bytes.flip()).toString().strip().split(" ", -1);
            return new Progress(Instant.parse(words[0]), words.length > 1 ? Long.parseLong(words[1]) : 0);
        } catch (NoSuchFileException
                | DateTimeException
                | NumberFormatException
                | AccessDeniedException
                | Directory.StrangeFileException never) {
            return new Progress(Instant.EPOCH, 0);
        }
    }

    /** Made anew, so that it is this user's own, who then may share it. */
    void write(Progress progress) throws IOException {
        try (Directory folder = Directory.open(layout.folder())) {
            folder.delete(NAME);
            try (FileChannel file = folder.make(NAME, layout.access())) {
                file.write(ByteBuffer.wrap((progress.ended() + " " + progress.passed() + "\n").getBytes(US_ASCII)));
            }
        }
    }
}
