package io.lockkeeper.databasesale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running {@link SaleWorker}: a JVM of its own, which ends with this object at the latest. Not thread-safe. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;

    private WorkerProcess(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    static WorkerProcess start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx128m", "-cp", System.getProperty("java.class.path")));
        command.add(SaleWorker.class.getName());
        command.addAll(List.of(arguments));
        return new WorkerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits for a line that begins with a word, and returns the rest. */
    String await(String word) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.startsWith(word)) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("The process " + process.pid() + " ended before it said " + word + ".");
        }
        return line.substring(word.length()).strip();
    }

    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            boolean unused = process.waitFor(5, TimeUnit.SECONDS);
        } catch (IOException gone) {
            // It has ended already.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
