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
 * @param id its number, or 0 for none
 * @param leaderStart when its leader started, in the kernel's ticks, or 0 if unknown
 * @param realm where and until when its number means anything: the machine's start and the PID namespace;
 *     a group of another realm counts as gone, since nobody here could ever see it end
 */
record ProcessGroup(long id, long leaderStart, String realm) {

    private static final String HERE = realmOfThisProcess();
    private static final ProcessGroup NONE = new ProcessGroup(0, 0, "");

    /** The group that has this number now. */
    static ProcessGroup of(long id) {
        return id == 0 ? NONE : new ProcessGroup(id, ProcessTable.leaderStart(id), HERE);
    }

    /** Whether a process of the group runs; one that has ended and was not yet waited for does not. */
    boolean isAlive() {
        if (id == 0 || !realm.equals(HERE)) {
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
