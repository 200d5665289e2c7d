package io.lockkeeper.file;

import java.nio.file.Path;
import java.time.Clock;

/** A look into a lock folder as this JVM has it open, with all its stores. */
final class OpenFolder {

    private OpenFolder() {}

    /** What is done with it. */
    interface Work<T> {

        T with(Folder folder) throws Exception;
    }

    static <T> T ask(Path path, Work<T> work) {
        return IoThread.await(() -> {
            Folder folder = FolderRegistry.open(path, Access.PRIVATE, Clock.systemUTC());
            try {
                return work.with(folder);
            } finally {
                FolderRegistry.close(folder);
            }
        });
    }

    /** Whether this process has a lock's byte locked, as the kernel says. */
    static boolean hasLocked(Path path, String name) {
        LockName place = LockName.of(name);
        return ask(
                path,
                folder -> folder.lockFiles()
                        .of(place)
                        .certainlyLocked(new OpenFiles())
                        .contains(place.offset()));
    }
}
