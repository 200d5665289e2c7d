package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The folders that this JVM has open, each once, however many stores use it. Belongs to the {@link IoThread}.
 *
 * <p>POSIX frees all locks of a process on a file when the process closes <em>any</em> descriptor of it.
 * So a second copy of these classes, from another class loader, would break the locks of the first without
 * a word; system properties, which are the JVM's, keep it out.
 */
final class FolderRegistry {

    private static final String PROPERTY = "io.lockkeeper.file.open.";

    /** Two classes of one JVM are never alike in both. A random one would start Java's cryptography, which takes a while. */
    private static final String THIS_COPY = System.identityHashCode(FolderRegistry.class) + "-" + System.nanoTime();

    private static final Map<Folder, Integer> OPEN = new LinkedHashMap<>();

    private FolderRegistry() {}

    /** Opens a folder for one more store. */
    static Folder open(Path path, Access access, Clock clock) throws IOException {
        Layout asked = new Layout(path, access);
        asked.prepare();
        Optional<Folder> there = find(path);
        if (there.isPresent()) {
            return share(there.get(), access);
        }
        Layout layout = new Layout(path.toRealPath(), access);
        String copy = properties().putIfAbsent(property(layout), THIS_COPY) instanceof String other ? other : THIS_COPY;
        if (!copy.equals(THIS_COPY)) {
            throw new IllegalStateException("The lock folder " + layout.folder() + " is open in this JVM through"
                    + " another copy of lockkeeper-file, loaded by another class loader. Two copies would break each"
                    + " other's locks: put the jar where both programs share it, or give each a folder of its own.");
        }
        try {
            Folder folder = Folder.open(layout, clock);
            OPEN.put(folder, 1);
            folder.sweep().keep();
            return folder;
        } finally {
            unmarkUnlessOpen(layout);
        }
    }

    /** The folder at a path, if this JVM has it open. */
    static Optional<Folder> find(Path path) throws IOException {
        for (Folder folder : OPEN.keySet()) {
            if (folder.isAt(path)) {
                return Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    private static Folder share(Folder folder, Access access) {
        if (folder.layout().access().mode() != access.mode()) {
            throw new IllegalArgumentException(
                    "The lock folder " + folder.layout().folder() + " is open in this JVM with mode="
                            + folder.layout().access().octal() + "; open it with the same.");
        }
        OPEN.merge(folder, 1, Integer::sum);
        return folder;
    }

    /** Closes a folder for one store, and altogether after the last. */
    static void close(Folder folder) throws IOException {
        if (OPEN.merge(folder, -1, Integer::sum) == 0) {
            OPEN.remove(folder);
            try {
                folder.close();
            } finally {
                unmarkUnlessOpen(folder.layout());
            }
        }
    }

    private static void unmarkUnlessOpen(Layout layout) {
        if (OPEN.keySet().stream().noneMatch(open -> property(open.layout()).equals(property(layout)))) {
            properties().remove(property(layout));
        }
    }

    private static String property(Layout layout) {
        return PROPERTY + layout.folder();
    }

    private static Properties properties() {
        return System.getProperties();
    }
}
