package io.lockkeeper.websale;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * A pause of another process. A helper keeps it until its input ends, which also happens if this process is killed: so no process
 * stays stopped. Not thread-safe.
 */
final class Pause {

    private static final String SCRIPT = "kill -STOP \"$1\" || exit 1; echo stopped; cat >/dev/null; kill -CONT \"$1\"";

    private final Process helper;

    private Pause(Process helper) {
        this.helper = helper;
    }

    /** Stops a process where it is. */
    static Pause of(long pid) throws IOException {
        Process helper = new ProcessBuilder("sh", "-c", SCRIPT, "pause", "" + pid)
                .redirectError(Redirect.INHERIT)
                .start();
        if (helper.getInputStream().read() < 0) {
            throw new IOException("Process " + pid + " could not be stopped");
        }
        return new Pause(helper);
    }

    /** Has the process go on. */
    void end() throws IOException {
        helper.getOutputStream().close();
        try {
            int unused = helper.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends nothing more: the process has ended, and its number may belong to another one. */
    void forget() {
        helper.destroyForcibly();
    }
}
