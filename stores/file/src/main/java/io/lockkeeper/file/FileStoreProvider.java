package io.lockkeeper.file;

import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.StoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/**
 * The provider of {@code file:FOLDER}, absolute or relative to the working folder: all processes of the
 * machine that name the same folder share its locks.
 *
 * <p>The folder is made if it is not there, for its user alone. With {@code ?shared=true} its group may use
 * it too; {@code ?mode=0777} sets the permissions, here of everybody's. Both matter where the file system
 * has POSIX permissions.
 */
public final class FileStoreProvider implements StoreProvider {

    static final String SCHEME = "file";

    /** Made by {@code ServiceLoader}. */
    public FileStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public Store open(StoreAddress address) {
        return store(address);
    }

    static FileStore store(StoreAddress address) {
        address.refuseUnknownParameters(Set.of("shared", "mode"));
        return FileStore.open(folder(address), access(address), Clock.systemUTC());
    }

    static Path folder(StoreAddress address) {
        String path = address.path();
        if (path.isBlank() || path.startsWith("~")) {
            throw new IllegalArgumentException("A file store's address must have the form file:FOLDER, such as"
                    + " file:/var/lib/app/locks or file:locks, and ~ is not supported: " + address);
        }
        if (path.startsWith("//") && !path.startsWith("///")) {
            throw new IllegalArgumentException(
                    "A file store's address names no host, so it has one slash or three: " + address);
        }
        try {
            return Path.of(path.startsWith("///") ? path.substring(2) : path);
        } catch (InvalidPathException invalid) {
            throw new IllegalArgumentException("The path in " + address + " is not valid on this system.", invalid);
        }
    }

    private static Access access(StoreAddress address) {
        Optional<String> mode = address.parameter("mode");
        Optional<String> shared = address.parameter("shared");
        if (shared.isPresent() && !Set.of("true", "false").contains(shared.get())) {
            throw new IllegalArgumentException("'shared' is true or false; not so in " + address);
        }
        if (mode.isEmpty()) {
            return shared.equals(Optional.of("true")) ? Access.GROUP : Access.PRIVATE;
        }
        if (shared.isPresent()) {
            throw new IllegalArgumentException("'mode' and 'shared' cannot be combined: " + address);
        }
        if (!mode.get().matches("0?7[0-7][0-7]")) {
            throw new IllegalArgumentException(
                    "'mode' must be octal, with all permissions for the owner, such as mode=0770: " + address);
        }
        return new Access(Integer.parseInt(mode.get(), 8));
    }
}
