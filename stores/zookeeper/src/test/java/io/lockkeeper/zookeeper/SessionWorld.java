package io.lockkeeper.zookeeper;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * One session, its client, the server that the client is connected to and the leader, in a time of their own. Messages take any time,
 * but stay in order; each direction between server and leader may be cut for a while; the leader may lose the others without noticing; the
 * client may have to connect anew.
 */
final class SessionWorld {

    /** What the client believes. */
    interface Belief {

        /** Until when the session lives. */
        long end();

        /** A read was answered by the server. */
        void read(long sent);

        /** A sync was answered by the leader. */
        void synced(long sent);

        /** A write was committed. */
        void written(long sent);

        /** The session was taken up by a server, after what was sent then failed or was answered. */
        void taken(long lastFinished);
    }

    private enum Kind {
        READ,
        SYNC,
        WRITE
    }

    private record Request(Kind kind, long sent, int connection) {}

    private record Event(long at, long number, Runnable deed) {}

    /** One direction of the connection between server and leader. */
    private final class Link {
        private long last;
        private long cutUntil;

        void send(Runnable arrival) {
            last = Math.max(last + 1, Math.max(now, cutUntil) + random.nextLong(timeout / 100));
            at(last, arrival);
        }

        void cut() {
            cutUntil = now + random.nextLong(2 * timeout);
        }
    }

    private final long timeout;
    private final Random random;
    private final long interval;
    private final Belief belief;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Deque<Request> unanswered = new ArrayDeque<>();
    private Link toLeader = new Link();
    private Link toServer = new Link();
    private long now;
    private long number;
    private int connection;
    private boolean touched;
    private long lastFinished;
    private long heard;
    private long deposed = Long.MAX_VALUE;
    private long over = Long.MAX_VALUE;

    /** A session that has just begun; half a tick is at most a quarter of its timeout. */
    SessionWorld(long seed, long timeout, Function<LongSupplier, Belief> believer) {
        this.random = new Random(seed);
        this.timeout = timeout;
        this.belief = believer.apply(() -> now);
        this.interval = timeout / (4 + random.nextInt(16));
        at(random.nextLong(interval), this::ping);
        at(random.nextLong(timeout / 4), this::beat);
        at(random.nextLong(2 * timeout), this::misfortune);
        at(random.nextLong(timeout / 10), this::read);
    }

    /** Lets time pass until the session is over. How much longer the client believed in it; nothing or less is right. */
    long excess() {
        while (true) {
            Event next = events.remove();
            long end = Math.min(over, Math.min(heard, deposed) + timeout);
            if (next.at > end) {
                over = end;
                if (belief.end() > over) {
                    return belief.end() - over;
                }
                if (next.at > over + 3 * timeout) {
                    return 0;
                }
            }
            now = next.at;
            next.deed.run();
        }
    }

    private void at(long time, Runnable deed) {
        events.add(new Event(time, number++, deed));
    }

    // ---- the leader --------------------------------------------------------------------------------

    private void ping() {
        at(now + interval, this::ping);
        int current = connection;
        Link back = toLeader;
        toServer.send(() -> {
            if (current == connection && touched) {
                touched = false;
                back.send(this::hear);
            }
        });
    }

    private void hear() {
        if (now < over) {
            heard = now;
        }
    }

    private void misfortune() {
        at(now + random.nextLong(2 * timeout), this::misfortune);
        switch (random.nextInt(6)) {
            case 0 -> toLeader.cut();
            case 1 -> toServer.cut();
            case 2 -> {
                toLeader.cut();
                toServer.cut();
            }
            case 3 ->
                deposed = Math.min(deposed, now); // The next one knows the session and gives it its whole timeout.
            case 4 -> reconnect();
            default -> {
                // All is well.
            }
        }
    }

    // ---- the client --------------------------------------------------------------------------------

    private void read() {
        at(now + random.nextLong(timeout / 10), this::read);
        send(Kind.READ);
    }

    private void beat() {
        at(now + SessionLife.beat(timeout) + random.nextLong(timeout / 20), this::beat);
        send(Kind.SYNC);
    }

    private void send(Kind kind) {
        Request request = new Request(kind, now, connection);
        unanswered.add(request);
        at(now + random.nextLong(timeout / 100), () -> arrive(request));
    }

    /** The server answers a read by itself, when all before it is answered. */
    private void arrive(Request request) {
        if (request.connection != connection) {
            return;
        }
        touched = true;
        if (request.kind == Kind.READ) {
            answerReads();
        } else {
            Link back = toServer;
            toLeader.send(() -> {
                boolean committed = now < over && now < deposed;
                if (request.kind == Kind.SYNC || committed) {
                    back.send(() -> answer(request));
                }
            });
        }
    }

    private void answerReads() {
        while (!unanswered.isEmpty() && unanswered.element().kind == Kind.READ && unanswered.element().sent < now) {
            answer(unanswered.element());
        }
    }

    private void answer(Request request) {
        if (request.connection != connection || !unanswered.remove(request)) {
            return;
        }
        lastFinished = request.sent;
        switch (request.kind) {
            case READ -> belief.read(request.sent);
            case SYNC -> {
                belief.synced(request.sent);
                send(Kind.WRITE);
            }
            case WRITE -> belief.written(request.sent);
        }
        answerReads();
    }

    /** To another server, which asks the leader first. */
    private void reconnect() {
        connection++;
        int current = connection;
        unanswered.forEach(failed -> lastFinished = Math.max(lastFinished, failed.sent));
        unanswered.clear();
        touched = false;
        toLeader = new Link();
        toServer = new Link();
        Link back = toServer;
        toLeader.send(() -> {
            if (now < over) {
                heard = now;
                back.send(() -> {
                    if (current == connection) {
                        belief.taken(lastFinished);
                    }
                });
            }
        });
    }
}
