package io.lockkeeper.file;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lock files of a folder, each opened when it is first needed. Belongs to the {@link IoThread}. */
final class LockFiles {

    private final Layout layout;
    private final @Nullable LockFile[] open = new LockFile[LockName.LOCK_FILES];
    private boolean closed;

    LockFiles(Layout layout) {
        this.layout = layout;
    }

    /** The file with a name's byte. */
    LockFile of(LockName name) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        LockFile file = open[name.lockFile()];
        if (file == null) {
            file = open(name.lockFile());
            open[name.lockFile()] = file;
        }
        return file;
    }

    /** Closes the files that were deleted or replaced behind our back, so that the new ones are opened. */
    Set<LockFile> dropReplaced() throws IOException {
        Set<LockFile> dropped = new HashSet<>();
        for (int number = 0; number < open.length; number++) {
            LockFile file = open[number];
            if (file != null && !file.isCurrent()) {
                open[number] = null;
                dropped.add(file);
                file.close();
            }
        }
        return dropped;
    }

    void close() throws IOException {
        closed = true;
        for (LockFile file : open) {
            if (file != null) {
                file.close();
            }
        }
    }

    private LockFile open(int number) throws IOException {
        try {
            return LockFile.open(layout.lockFile(number), layout.access());
        } catch (NoSuchFileException deleted) {
            layout.prepare();
            return LockFile.open(layout.lockFile(number), layout.access());
        }
    }
}
