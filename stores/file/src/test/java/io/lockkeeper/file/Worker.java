package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.servers.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;

/**
 * Another process that uses a lock folder: it does what each line of its input says, and answers each with a
 * line.
 *
 * <p>{@code lock NAME} answers {@code locked NAME TOKEN}; {@code wait NAME MILLIS} gives up after that time
 * with {@code busy NAME PID-OF-HOLDER}, {@code try NAME} at once; {@code unlock NAME} answers
 * {@code unlocked NAME}; {@code seize NAME}, which locks its byte only, {@code seized NAME}; {@code many PREFIX COUNT} answers {@code locked PREFIX}; {@code count FILE} counts in
 * a file until the process ends; {@code guard GROUP} answers {@code guarding}, {@code churn FILE} answers
 * {@code churning}, {@code fail MESSAGE} {@code failing}, and {@code spy PREFIX COUNT} {@code spying} and, once it could lock the byte of one of them,
 * {@code had NAME}.
 */
final class Worker {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, Lease> held = new HashMap<>();
    private final LockClient locks;

    private final Path folder;
    private final List<FileLock> locked = new ArrayList<>();

    private Worker(LockClient locks, Path folder) {
        this.locks = locks;
        this.folder = folder;
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
        ClientOptions options =
                ClientOptions.defaults().withProcess(new HolderProcess(0, Long.parseLong(arguments[1])));
        Worker worker = new Worker(LockClient.connect("file:" + arguments[0], options), Path.of(arguments[0]));
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
            case "churn" -> churn(Path.of(name));
            case "seize" -> seize(LockName.of(name));
            case "guard" -> guard(Long.parseLong(name));
            case "fail" -> fail(name);
            case "spy" -> spy(name, Integer.parseInt(order[2]));
            case "count" -> Journal.count(locks.lock("counter"), Path.of(name));
            case "unlock" -> {
                Objects.requireNonNull(held.remove(name), name).close();
                yield "unlocked " + name;
            }
            default -> throw new IllegalArgumentException(order[0]);
        };
    }

    /** Locks and unlocks bytes of a file of its own, until the process ends. */
    private static String churn(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        forEver(() -> {
            List<FileLock> locked = new ArrayList<>();
            for (int index = 0; index < 50; index++) {
                locked.add(channel.lock(2L * index, 1, false));
            }
            for (FileLock lock : locked) {
                lock.release();
            }
        });
        return "churning";
    }

    /** Has the maintenance of folders fail with an error. */
    private static String fail(String message) {
        Future<?> unused = IoThread.after(0, () -> {
            throw new StackOverflowError(message);
        });
        return "failing";
    }

    /** Keeps the byte of a process group locked until the process ends. */
    private String guard(long group) throws IOException {
        GroupByte place = FileStores.groupByte("file:" + folder, group).orElseThrow();
        keepLocked(place.file(), place.offset());
        return "guarding";
    }

    private String seize(LockName name) throws IOException {
        keepLocked(folder.resolve("locks").resolve(Layout.lockFile(name.lockFile())), name.offset());
        return "seized " + name.name();
    }

    private void keepLocked(Path file, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        locked.add(channel.lock(offset, 1, false));
    }

    /** Says so if the bytes of locks that others hold can be had, until the process ends. */
    private String spy(String prefix, int count) throws IOException {
        Map<LockName, FileChannel> bytes = new HashMap<>();
        for (int index = 0; index < count; index++) {
            LockName name = LockName.of(prefix + index);
            Path file = folder.resolve("locks").resolve("%02d".formatted(name.lockFile()));
            bytes.put(name, FileChannel.open(file, StandardOpenOption.WRITE));
        }
        forEver(() -> {
            for (Map.Entry<LockName, FileChannel> each : bytes.entrySet()) {
                if (each.getValue().tryLock(each.getKey().offset(), 1, false) != null) {
                    System.out.println("had " + each.getKey().name());
                    return;
                }
            }
        });
        return "spying";
    }

    private static void forEver(IoThread.Chore chore) {
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    chore.run();
                }
            } catch (IOException failed) {
                System.out.println(failed);
            }
        });
        thread.setDaemon(true);
        thread.start();
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
