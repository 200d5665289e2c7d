package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lock files of a folder, each opened when it is first needed. Belongs to the {@link IoThread}. */
final class LockFiles {

    private final Path lockFolder;
    private final Directory folder;
    private final Access access;
    private final @Nullable LockFile[] open = new LockFile[LockName.LOCK_FILES];

    LockFiles(Layout layout) throws IOException {
        this.lockFolder = layout.folder();
        this.folder = Directory.open(layout.locks());
        this.access = layout.access();
    }

    /** The file with a name's byte. */
    LockFile of(LockName name) throws IOException {
        return numbered(name.lockFile());
    }

    LockFile numbered(int number) throws IOException {
        LockFile file = open[number];
        if (file == null) {
            file = LockFile.open(folder, Layout.lockFile(number), access);
            open[number] = file;
        }
        return file;
    }

    /** Whether a path leads to the folder of these files. */
    boolean areAt(Path locks) throws IOException {
        return folder.isAt(locks);
    }

    /** Closes the files that were deleted or replaced behind our back, so that the new ones are opened. */
    Set<LockFile> dropReplaced() throws IOException {
        Set<LockFile> dropped = new HashSet<>();
        for (int number = 0; number < open.length; number++) {
            LockFile file = open[number];
            if (file != null && !file.isCurrent(lockFolder)) {
                open[number] = null;
                dropped.add(file);
                file.close();
            }
        }
        return dropped;
    }

    /** Makes those that are open look used. */
    void touch() throws IOException {
        for (LockFile file : open) {
            if (file != null) {
                file.touch();
            }
        }
    }

    void close() throws IOException {
        folder.close();
        for (LockFile file : open) {
            if (file != null) {
                file.close();
            }
        }
    }
}
