package io.lockkeeper.flashsale;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * A pause of another process (SIGSTOP), as a long collection of garbage or a frozen machine makes it; closing ends it
 * (SIGCONT).
 *
 * <p>A small shell sends both signals, the second one when its input ends. So nothing stays paused, even if this process
 * is killed meanwhile.
 */
final class Pause implements AutoCloseable {

    private static final String SCRIPT = "kill -STOP \"$1\" && echo paused && read -r end; kill -CONT \"$1\"";

    private final Process shell;
    private final long pid;

    private Pause(Process shell, long pid) {
        this.shell = shell;
        this.pid = pid;
    }

    /** Whether this system has the signals. */
    static boolean possible() {
        return !System.getProperty("os.name").startsWith("Windows");
    }

    /** Pauses a process. */
    static Pause of(ServiceProcess service) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(service.pid())).start();
        // Not closed: that would be the end of the shell's output, not of the pause.
        String answer = new BufferedReader(new InputStreamReader(shell.getInputStream(), US_ASCII)).readLine();
        if (answer == null) {
            throw new IOException("The process " + service.pid() + " could not be paused.");
        }
        return new Pause(shell, service.pid());
    }

    /** Which process is paused. */
    long pid() {
        return pid;
    }

    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
    }
}
