package io.lockkeeper.file;

import io.lockkeeper.store.StoreAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What programs need to know of file stores beyond their addresses. */
public final class FileStores {

    /**
     * The system property by which a program says that its JVM runs nothing else, as the command line's: {@code true}. Its
     * waiters then sleep in the kernel, which costs nothing while they wait. It must be set before the first use.
     *
     * <p>In other programs they look again and again, up to 100 times a second: the kernel would take the whole process for
     * one that waits, and refuse file locks of others as deadlocks if they would wait for this process.
     */
    public static final String OWN_JVM = "io.lockkeeper.file.ownJvm";

    private FileStores() {}

    /**
     * The folder for locks of programs that were told none: the user's own, and it outlives log-outs and
     * restarts, so that fencing tokens go on. {@code $XDG_STATE_HOME/lockkeeper/locks}, by default
     * {@code ~/.local/state/lockkeeper/locks}; {@code ~/Library/Application Support/lockkeeper/locks} on macOS;
     * {@code %LOCALAPPDATA%\lockkeeper\locks} on Windows.
     *
     * @return an absolute path, which may not exist yet
     */
    public static Path defaultFolder() {
        return defaultFolder(System.getProperty("os.name"), Path.of(System.getProperty("user.home")), System::getenv);
    }

    /**
     * The place that stands for a process group in the folder of a store, for programs that name the group to the clients
     * they open on it. They have it locked before they claim.
     *
     * @param url the store's address
     * @param processGroup the group's number; it exists already
     * @return the place, whose file exists; empty if the address is not of a file store
     * @throws io.lockkeeper.StoreUnavailableException if the folder cannot be used
     */
    public static Optional<GroupByte> groupByte(String url, long processGroup) {
        StoreAddress address = StoreAddress.parse(url);
        if (!FileStoreProvider.SCHEME.equals(address.scheme())) {
            return Optional.empty();
        }
        LockName place = ProcessGroup.of(processGroup).place();
        Optional<GroupByte> known = FileStore.groupByte(FileStoreProvider.folder(address), place);
        if (known.isPresent()) {
            return known;
        }
        try (FileStore store = FileStoreProvider.store(address)) {
            return Optional.of(store.groupByte(place));
        }
    }

    static Path defaultFolder(String system, Path home, UnaryOperator<@Nullable String> environment) {
        String os = system.toLowerCase(Locale.ROOT);
        Path state;
        if (os.startsWith("windows")) {
            state = absolute(
                    environment.apply("LOCALAPPDATA"), home.resolve("AppData").resolve("Local"));
        } else if (os.startsWith("mac")) {
            state = home.resolve("Library").resolve("Application Support");
        } else {
            state = absolute(
                    environment.apply("XDG_STATE_HOME"), home.resolve(".local").resolve("state"));
        }
        return state.resolve("lockkeeper").resolve("locks").toAbsolutePath();
    }

    /** The XDG specification has relative paths ignored. */
    private static Path absolute(@Nullable String named, Path otherwise) {
        return named == null || named.isEmpty() || !Path.of(named).isAbsolute() ? otherwise : Path.of(named);
    }
}
