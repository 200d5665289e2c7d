package io.lockkeeper.cli;

/** What the exit codes of {@code lockkeeper} mean. The numbers above 63 are those of BSD's {@code sysexits.h}. */
final class ExitCode {
    /** Success. */
    static final int OK = 0;
    /** {@code release} was not confirmed, the holder changed before the confirmation, or it kept a lock that can't be taken. */
    static final int DECLINED = 1;
    /** {@code show}: the lock is free. Not 1, with which a JVM ends that cannot start. */
    static final int FREE = 3;
    /** The command line is wrong. */
    static final int USAGE = 64;
    /** The store is unavailable. */
    static final int UNAVAILABLE = 69;
    /** A fault of lockkeeper or of the machine. */
    static final int SOFTWARE = 70;
    /** The lock could not be acquired in time. */
    static final int CONFLICT = 75;
    /** The lock was lost or recalled while COMMAND ran. */
    static final int LOST = 76;

    private ExitCode() {}

    /** What shells return for a command that a signal ended. */
    static int ofSignal(int number) {
        return 128 + number;
    }
}
