package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** What the launcher says of the terminal, or the shell's own words; Java can't ask the kernel. */
final class Terminal {
    /** The property by which the launcher says which of its standard streams are terminals. */
    private static final String PROPERTY = "lockkeeper.terminals";

    private static final int DEFAULT_WIDTH = 80;

    private Terminal() {}

    /** Whether a standard stream, 0 to 2, is a terminal. */
    static boolean is(int stream) {
        String terminals = System.getProperty(PROPERTY);
        if (terminals != null) {
            return terminals.indexOf('0' + stream) >= 0;
        }
        try {
            return new ProcessBuilder("sh", "-c", "test -t " + stream)
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How wide a standard stream is; without end if it is no terminal. */
    static int width(int stream) {
        if (!is(stream)) {
            return Integer.MAX_VALUE;
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Redirect.from(new File("/dev/tty")))
                    .redirectError(Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), US_ASCII)
                    .strip()
                    .split(" ", -1);
            int width = size.length == 2 ? Integer.parseInt(size[1]) : 0;
            return width > 0 ? width : DEFAULT_WIDTH;
        } catch (IOException | NumberFormatException unknown) {
            return DEFAULT_WIDTH;
        }
    }
}
