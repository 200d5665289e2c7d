package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.servers.JavaProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Another process that uses a lock folder: it does what each line of its input says, and answers each with a
 * line.
 *
 * <p>{@code lock NAME} answers {@code locked NAME TOKEN}; {@code wait NAME MILLIS} gives up after that time
 * with {@code busy NAME PID-OF-HOLDER}, {@code try NAME} at once; {@code unlock NAME} answers
 * {@code unlocked NAME}; {@code many PREFIX COUNT} answers {@code locked PREFIX}; {@code count FILE} counts in
 * a file until the process ends.
 */
final class Worker {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, Lease> held = new HashMap<>();
    private final LockClient locks;

    private Worker(LockClient locks) {
        this.locks = locks;
    }

    /** Starts one on a folder, which locks for a process group if that is not 0. */
    static JavaProcess start(Path folder, long processGroup) {
        JavaProcess process = JavaProcess.start(Worker.class, folder.toString(), Long.toString(processGroup));
        process.awaitLine("ready"::equals, PATIENCE);
        return process;
    }

    static JavaProcess start(Path folder) {
        return start(folder, 0);
    }

    /** Has a process do something, and waits for its answer. */
    static String ask(JavaProcess process, String order) {
        process.writeLine(order);
        return process.awaitLine(answer -> true, PATIENCE);
    }

    public static void main(String[] arguments) throws Exception {
        ClientOptions options = ClientOptions.defaults().withProcessGroup(Long.parseLong(arguments[1]));
        Worker worker = new Worker(LockClient.connect("file:" + arguments[0], options));
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(worker.answer(order.split(" ", -1)));
        }
    }

    private String answer(String[] order) throws Exception {
        String name = order[1];
        return switch (order[0]) {
            case "lock" -> locked(name, locks.lock(name).acquire());
            case "try" -> lock(name, Duration.ZERO);
            case "wait" -> lock(name, Duration.ofMillis(Long.parseLong(order[2])));
            case "many" -> many(name, Integer.parseInt(order[2]));
            case "count" -> Journal.count(locks.lock("counter"), Path.of(name));
            case "unlock" -> {
                Objects.requireNonNull(held.remove(name), name).close();
                yield "unlocked " + name;
            }
            default -> throw new IllegalArgumentException(order[0]);
        };
    }

    private String many(String prefix, int count) throws InterruptedException {
        for (int index = 0; index < count; index++) {
            held.put(prefix + index, locks.lock(prefix + index).acquire());
        }
        return "locked " + prefix;
    }

    private String lock(String name, Duration wait) throws InterruptedException {
        try {
            return locked(name, locks.lock(name).acquire(LockOptions.defaults().withMaxWait(wait)));
        } catch (LockTimeoutException busy) {
            return "busy " + name + " "
                    + busy.holder().map(holder -> holder.pid()).orElse(0L);
        } catch (RuntimeException failed) {
            return "failed " + failed.getMessage();
        }
    }

    private String locked(String name, Lease lease) {
        held.put(name, lease);
        return "locked " + name + " " + lease.token();
    }
}
