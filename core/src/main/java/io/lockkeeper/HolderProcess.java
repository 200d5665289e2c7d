package io.lockkeeper;

/**
 * The processes that a client acquires locks for: this one, or others that it starts or is started by, as a launcher's
 * JVM is. Immutable.
 *
 * @param pid the process that people see as the holder, and end if need be; 0 for this one
 * @param group the POSIX process group that works under the client's locks, or 0 for none; a file store keeps a
 *     dead holder's lock until that group is gone
 */
public record HolderProcess(long pid, long group) {

    /** This process, without a process group. */
    public static final HolderProcess THIS = new HolderProcess(0, 0);

    /** Checks the bounds. */
    public HolderProcess {
        if (pid < 0) {
            throw new IllegalArgumentException("A process id must be 0 (this process) or greater, not " + pid);
        }
        if (group < 0) {
            throw new IllegalArgumentException("A process group must be 0 (none) or greater, not " + group);
        }
    }
}
