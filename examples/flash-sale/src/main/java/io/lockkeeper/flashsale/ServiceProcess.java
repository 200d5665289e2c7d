package io.lockkeeper.flashsale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A running {@link OrderService}: a JVM of its own, which ends with this object at the latest. Not thread-safe. */
final class ServiceProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    private static final String END = "";

    private final Process process;
    private final Path errors;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ServiceProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread reader = new Thread(this::read, "order-service-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a service; {@link #opening} is to be awaited before giving orders. */
    static ServiceProcess start(String storeUrl, Path folder) throws IOException {
        Path errors = Files.createTempFile(folder, "order-service", ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // A short run: the simple collector, the quick compiler.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-Dstdout.encoding=UTF-8"));
        command.addAll(List.of("-cp", classPath(), OrderService.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        ServiceProcess service = new ServiceProcess(process, errors);
        service.tell(storeUrl);
        service.tell(folder.toString());
        return service;
    }

    private static String classPath() {
        return Stream.of("java.class.path", "jdk.module.path")
                .map(property -> System.getProperty(property, ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    long pid() {
        return process.pid();
    }

    void tell(Object line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits for a line that begins with one of these words, skips those before, and returns it. */
    String await(List<String> words) throws InterruptedException, IOException {
        while (true) {
            String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new IllegalStateException(
                        "The order service " + pid() + " did not say " + String.join(" or ", words) + " but "
                                + (line == null ? "nothing." : "ended: " + Files.readString(errors)));
            }
            for (String word : words) {
                if (line.equals(word) || line.startsWith(word + " ")) {
                    return line;
                }
            }
        }
    }

    /** Waits until the service is open, or throws why it can't be. */
    Opening opening() throws InterruptedException, IOException {
        return Opening.parse(await(List.of("open", Opening.UNREACHABLE, Opening.MISNAMED)));
    }

    /** Waits for what came of an order. */
    Receipt receipt() throws InterruptedException, IOException {
        return Receipt.parse(await(Receipt.wordsAnd())).orElseThrow();
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException broken) {
            // The process has ended, which whoever waits for its lines is told below.
        }
        lines.add(END);
    }

    /** Tells the service to end, without waiting for it. */
    void hurry() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // It has ended already.
        }
    }

    /** Lets the service end; kills it if it does not within two seconds. */
    @Override
    public void close() {
        hurry();
        try {
            boolean unused = process.waitFor(2, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
