package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A POSIX process group as it was at one moment, told apart from a later one with the same number.
 *
 * <p>While a group has members, no process gets its number as process id. So a leader that started at
 * another time means that the group is gone; without a leader, whoever has the group's number belongs to it.
 *
 * <p>A group may be guarded: whoever ends it keeps a byte locked until it is gone. Everyone who can use the folder
 * sees that, in whatever PID namespace, and after a restart of the machine nobody has it locked.
 *
 * @param id its number, or 0 for none
 * @param leaderStart when its leader started, in the kernel's ticks, or 0 if unknown
 * @param realm where and until when its number means anything: the machine's start and the PID namespace;
 *     empty where that can't be known
 * @param guarded whether its byte was locked when the lock was granted
 */
record ProcessGroup(long id, long leaderStart, String realm, boolean guarded) {

    private static final String HERE = realmOfThisProcess();
    private static final ProcessGroup NONE = new ProcessGroup(0, 0, "", false);

    /** The group that has this number now. */
    static ProcessGroup of(long id) {
        return id == 0 ? NONE : new ProcessGroup(id, ProcessTable.leaderStart(id), HERE, false);
    }

    /** The same, guarded or not. */
    ProcessGroup guarded(boolean now) {
        return new ProcessGroup(id, leaderStart, realm, now);
    }

    /** The name whose group byte stands for this group. */
    LockName place() {
        return LockName.of("group " + id + " " + leaderStart + " " + realm);
    }

    /**
     * Whether a process of the group runs, as far as this process can see others; one that has ended and was not yet
     * waited for does not. A group of another realm can't be seen from here, and where realms are unknown, or the processes of
     * this one, a number proves less than a guard.
     */
    boolean isSeen() {
        boolean numberProves = !realm.isEmpty() && ProcessTable.showsThisNamespace();
        if (id == 0 || !realm.equals(HERE) || (!numberProves && guarded)) {
            return false;
        }
        long startNow = leaderStart == 0 ? 0 : ProcessTable.leaderStart(id);
        boolean numberWasGivenAgain = startNow != 0 && startNow != leaderStart;
        return !numberWasGivenAgain && ProcessTable.hasGroup(id);
    }

    private static String realmOfThisProcess() {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return boot + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException notLinux) {
            return "";
        }
    }
}
