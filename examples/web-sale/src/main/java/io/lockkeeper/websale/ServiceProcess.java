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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/** A running {@link ShopService}: a JVM of its own. Safe for use by many threads. */
final class ServiceProcess implements AutoCloseable {

    /** A pause of a garbage collector is shorter. */
    private static final long SOON_MILLIS = 500;

    private final Process process;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();
    private final RestClient orders;
    private final RestClient looks;
    private volatile boolean answers = true;
    private volatile @Nullable Pause pause;

    /** A question for the status that has no answer yet. */
    private @Nullable CompletableFuture<Status> asked;

    /** What a service does, as far as is known from outside. */
    enum Condition {
        STARTING,
        OPEN,
        PAUSED,
        /** It runs, but does not answer. */
        SILENT,
        ENDED
    }

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
        return port.copy().orTimeout(60, TimeUnit.SECONDS).join(); // It may open later all the same.
    }

    Condition condition() {
        if (!process.isAlive()) {
            return Condition.ENDED;
        }
        if (!port.isDone() || port.isCompletedExceptionally()) {
            return Condition.STARTING;
        }
        if (pause != null) {
            return Condition.PAUSED;
        }
        return answers ? Condition.OPEN : Condition.SILENT;
    }

    /** Whether it is worth while to order. One that did not answer is asked again, for it may just have been slow. */
    boolean takesOrders() {
        return condition() == Condition.OPEN || (condition() == Condition.SILENT && status().isPresent());
    }

    /** The port; 0 if it is not known yet. */
    int port() {
        return port.isCompletedExceptionally() ? 0 : port.getNow(0);
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

    /** What the service does; nothing if it does not say so soon. It is asked again when it has answered, or the request has failed. */
    synchronized Optional<Status> status() {
        if (port() == 0 || !isAlive()) {
            return Optional.empty();
        }
        if (asked == null) {
            asked = CompletableFuture.supplyAsync(this::ask, task -> new Thread(task, "ask-" + pid()).start());
        }
        try {
            // Waited for once only: the page shall go on.
            Status status = asked.get(answers ? SOON_MILLIS : 0, TimeUnit.MILLISECONDS);
            asked = null;
            answers = true;
            return Optional.of(status);
        } catch (TimeoutException silent) {
            answers = false;
        } catch (ExecutionException failed) {
            answers = false;
            asked = null;
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private Status ask() {
        return Objects.requireNonNull(looks.get()
                .uri("http://127.0.0.1:{port}/status", awaitOpen())
                .retrieve()
                .body(Status.class));
    }

    /** Stops the process where it is, as a long pause of its machine does. It goes on when this process ends, at the latest. */
    synchronized void pause() throws IOException {
        if (isAlive() && pause == null) {
            pause = Pause.of(pid());
        }
    }

    /** Has a process that was stopped, by whomever, go on. */
    synchronized void resume() throws IOException {
        Pause own = pause;
        if (own != null) {
            own.end();
            pause = null;
        }
        if (isAlive()) { // Its number may belong to another process otherwise.
            proceed();
        }
    }

    private void proceed() throws IOException {
        try {
            int code = new ProcessBuilder("kill", "-CONT", "" + pid())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException("kill -CONT " + pid() + " failed with " + code);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
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
        forgetPause();
    }

    private synchronized void forgetPause() {
        Pause own = pause;
        if (own != null) {
            own.forget();
            pause = null;
        }
    }
}
