package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * Runs scripts in the calling thread, each on a connection that nobody else uses meanwhile: no other thread has to be woken
 * on the way.
 *
 * <p>Connections are opened for callers that come often, one for so many calls that found none idle, by a thread of their
 * own, so that no caller waits for names, certificates and logins. They are closed when they were idle for a moment, or when the
 * connection that all share breaks. All other calls take the way that all share. Thread-safe.
 */
final class Sockets implements Courier {

    private static final int CALLS_WORTH_ONE = 32;

    /**
     * How long a connection is kept for the next caller: shorter than a server keeps it that ends idle ones, which counts
     * whole seconds.
     */
    static final Duration LONGEST_IDLE = Duration.ofMillis(900);

    /** After a connection could not be opened, callers share one for so long. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Link link;
    private final Plug plug;
    private final Courier otherwise;
    private final int most;
    private final Duration longestIdle;
    private final Deque<Idle> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger without = new AtomicInteger();
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private volatile long failed;

    Sockets(Link link, Plug plug, Courier otherwise, int most, Duration longestIdle) {
        this.link = link;
        this.plug = plug;
        this.otherwise = otherwise;
        this.most = most;
        this.longestIdle = longestIdle;
        failed = System.nanoTime() - PAUSE.toNanos();
    }

    /** A connection that nobody uses. */
    private record Idle(Connection connection, long since) {}

    private boolean isOld(Idle one) {
        return System.nanoTime() - one.since() >= longestIdle.toNanos();
    }

    @Override
    public <T> CompletionStage<T> run(Script script, ScriptOutputType type, String[] keys, String[] arguments) {
        Connection connection = take();
        if (connection == null) {
            return otherwise.run(script, type, keys, arguments);
        }
        boolean sound = false;
        try {
            Object reply = call(connection, script.body(), keys, arguments);
            sound = true;
            return CompletableFuture.completedFuture(asExpected(reply));
        } catch (JedisException failure) {
            sound = failure instanceof JedisDataException && !Failures.isReadOnly(failure);
            return CompletableFuture.failedFuture(link.understood(failure));
        } finally {
            if (sound) {
                giveBack(connection);
            } else {
                close(connection);
                if (!Thread.currentThread().isInterrupted()) {
                    closeIdle(); // What befell one of them has befallen all; an interrupt befalls one.
                }
            }
        }
    }

    private static Object call(Connection connection, Script.Body body, String[] keys, String[] arguments) {
        try {
            return call(connection, Command.EVALSHA, body.digest(), keys, arguments);
        } catch (JedisNoScriptException unknown) {
            return call(connection, Command.EVAL, body.text(), keys, arguments);
        }
    }

    private static Object call(
            Connection connection, Command command, String script, String[] keys, String[] arguments) {
        CommandArguments words = new CommandArguments(command).add(script).add(keys.length);
        words.addObjects((Object[]) keys).addObjects((Object[]) arguments);
        return SafeEncoder.encodeObject(connection.executeCommand(words));
    }

    /** The caller knows what the script replies. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T asExpected(Object reply) {
        return (T) reply;
    }

    private @Nullable Connection take() {
        Idle last = idle.pollFirst();
        if (last != null && !isOld(last)) {
            return last.connection();
        }
        if (last != null) {
            close(last.connection()); // The server may have done so already, and all others are older still.
            return null;
        }
        if (without.incrementAndGet() % CALLS_WORTH_ONE == 0
                && open.get() < most
                && System.nanoTime() - failed >= PAUSE.toNanos()) {
            Thread opening = new Thread(this::open, "lockkeeper-redis-connect");
            opening.setDaemon(true);
            opening.start();
        }
        return null;
    }

    /** Opens one more for the callers to come, unless there are enough. */
    void open() {
        if (open.incrementAndGet() <= most) {
            try {
                giveBack(plug.connect());
                return;
            } catch (RuntimeException | LinkageError failure) {
                // Nobody waits for it; the way that all share finds out what the matter is, or gets through.
                failed = System.nanoTime();
            }
        }
        open.decrementAndGet();
    }

    private void giveBack(Connection connection) {
        idle.addFirst(new Idle(connection, System.nanoTime()));
        if (link.isClosed()) {
            closeIdle();
        } else if (!sweeping.get() && sweeping.compareAndSet(false, true)) {
            link.after(longestIdle, this::sweep);
        }
    }

    private void sweep() {
        Idle oldest = idle.peekLast();
        while (oldest != null && isOld(oldest)) {
            if (idle.removeLastOccurrence(oldest)) {
                close(oldest.connection());
            }
            oldest = idle.peekLast();
        }
        sweeping.set(false);
        if (!idle.isEmpty() && sweeping.compareAndSet(false, true)) {
            link.after(longestIdle, this::sweep);
        }
    }

    /** Closes what nobody uses: the store is closed, or the server may be gone. */
    void closeIdle() {
        for (Idle one = idle.pollFirst(); one != null; one = idle.pollFirst()) {
            close(one.connection());
        }
    }

    private void close(Connection connection) {
        open.decrementAndGet();
        try {
            connection.disconnect();
        } catch (JedisException broken) {
            // It is gone, which was wanted.
        }
    }
}
