package io.lockkeeper.websale;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.websale.shop.Answer;
import io.lockkeeper.websale.shop.Order;
import io.lockkeeper.websale.shop.ShopService;
import io.lockkeeper.websale.shop.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** A running {@link ShopService}: a JVM of its own. Safe for use by many threads. */
final class ServiceProcess implements AutoCloseable {

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final RestClient orders;
    private final RestClient looks;

    private ServiceProcess(Process process, RestClient orders, RestClient looks) {
        this.process = process;
        this.orders = orders;
        this.looks = looks;
        Thread reader = new Thread(this::read, "service-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a service and returns at once.
     *
     * @param settings properties of Spring Boot, passed on in the environment, which other users cannot read
     * @param orders sends orders
     * @param looks asks for the status
     */
    static ServiceProcess start(Map<String, String> settings, RestClient orders, RestClient looks) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx192m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ShopService.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        settings.forEach((name, value) -> builder.environment()
                .put(name.replace('.', '_').replace("-", "").toUpperCase(Locale.ROOT), value));
        return new ServiceProcess(builder.start(), orders, looks);
    }

    /** Reads the output up to its end: a full pipe would stop the service. */
    private void read() {
        try (BufferedReader reader = process.inputReader(UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(ShopService.OPEN)) {
                    port.complete(Integer.parseInt(line.substring(ShopService.OPEN.length())));
                } else {
                    System.err.println("service " + process.pid() + ": " + line);
                }
            }
        } catch (IOException broken) {
            // The process has ended, which whoever waits for its port is told below.
        }
        port.completeExceptionally(new IllegalStateException(
                "The order service " + process.pid() + " has ended; see its messages above."));
    }

    /** Waits until the service takes orders, and returns its port. */
    int awaitOpen() {
        return port.orTimeout(60, TimeUnit.SECONDS).join();
    }

    boolean isOpen() {
        return process.isAlive() && port.isDone() && !port.isCompletedExceptionally();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Places an order and waits for the answer. */
    Answer order(Order order) {
        return Objects.requireNonNull(orders.post()
                .uri("http://127.0.0.1:{port}/orders", awaitOpen())
                .contentType(MediaType.APPLICATION_JSON)
                .body(order)
                .retrieve()
                .body(Answer.class));
    }

    Status status() {
        return Objects.requireNonNull(looks.get()
                .uri("http://127.0.0.1:{port}/status", awaitOpen())
                .retrieve()
                .body(Status.class));
    }

    /** Ends the process at once (SIGKILL), as a crash does, and returns when it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            boolean unused = process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
