package io.lockkeeper.flashsale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The lines that the sale sends to this process. When they end, as when the sale is killed, so does the process. */
final class Instructions {

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Instructions() {}

    static Instructions from(InputStream input) {
        Instructions instructions = new Instructions();
        Thread reader = new Thread(() -> instructions.read(input), "instructions");
        reader.setDaemon(true);
        reader.start();
        return instructions;
    }

    /** Waits for the next line. */
    String next() throws InterruptedException {
        return lines.take();
    }

    private void read(InputStream input) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(input, UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException broken) {
            // The sale is gone, which is an end as well.
        }
        System.exit(0);
    }
}
