package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.io.IOException;
import java.nio.channels.FileLock;

/**
 * A lock that this JVM holds for one of its stores.
 *
 * @param name its name
 * @param lock what its data file says
 * @param file the lock file
 * @param bytes the kernel's lock on its byte, referred to because the JDK forgets those that nobody refers to
 * @param owner the store that it is held for
 */
record Held(LockName name, LockRecord lock, LockFile file, FileLock bytes, FileStore owner) {

    /** The same lock, whose byte was locked again. */
    Held with(FileLock again) {
        return new Held(name, lock, file, again, owner);
    }

    /** Whether its owner's path still leads to the lock file. If not, others lock another one, and this lock is void. */
    boolean isCurrent() throws IOException {
        return file.isCurrent(owner.path());
    }

    ClaimId claim() {
        return lock.tenure().claim();
    }

    Holder holder() {
        return lock.tenure().holder();
    }

    Grant grant() {
        return new Grant(
                lock.name(),
                claim(),
                new Tokens(lock.first(), lock.last()),
                new Remaining(Grant.UNBOUNDED, System.nanoTime()),
                true); // Nobody here knows who waits in other processes; a run of this one's threads is to be bounded.
    }
}
