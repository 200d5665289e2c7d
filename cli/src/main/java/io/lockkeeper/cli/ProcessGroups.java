package io.lockkeeper.cli;

import java.io.IOException;
import java.util.List;

/**
 * The process groups of this machine, as the supervisor sees them too: other PID namespaces, and other users'
 * processes where {@code /proc} is mounted with {@code hidepid}, are out of sight.
 *
 * <p>There is no {@code kill} to rely on, and perhaps no {@code ps}: small images leave them out. Perl is there.
 */
final class ProcessGroups {
    private static final List<String> MEMBERS = List.of("perl/processes.pl");

    private ProcessGroups() {}

    /**
     * Kills every process of a group.
     *
     * @return whether any lives still
     * @throws IOException if that cannot be found out
     */
    static boolean kill(long group) throws IOException {
        return look("kill KILL => -$ARGV[0]; ", "processes", group);
    }

    /**
     * Whether any process of the group lives. Zombies do not.
     *
     * @throws IOException if that cannot be found out
     */
    static boolean alive(long group) throws IOException {
        return alive("processes", group);
    }

    /** The same, by one of the ways of {@code processes.pl}. */
    static boolean alive(String way, long group) throws IOException {
        return look("", way, group);
    }

    /** Kills one process, if it is there. */
    static void killProcess(long pid) {
        try {
            Perl.run("kill KILL => $ARGV[0]", List.of(), Long.toString(pid))
                    .onExit()
                    .join();
        } catch (IOException impossible) {
            // As at the limit of processes: who waits for its end tries again.
        }
    }

    private static boolean look(String before, String way, long group) throws IOException {
        Process perl = Perl.run(
                before + "my $found = members($ARGV[0], \\&" + way + ") // exit 2; exit(@$found ? 0 : 1)",
                MEMBERS,
                Long.toString(group));
        int code = perl.onExit().join().exitValue();
        if (code > 1) {
            throw new IOException("The processes of this machine can't be listed");
        }
        return code == 0;
    }
}
