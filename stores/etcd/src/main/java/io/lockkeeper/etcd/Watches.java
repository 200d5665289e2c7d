package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchCancelRequest;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.lockkeeper.PlainText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a store watches: any number of keys, over one stream.
 *
 * <p>Every watch begins at the server's current revision, never at an earlier one: a server serves watches of the past from
 * a group of their own, which it visits every 100 ms. It says at which revision the watch began, and the watcher looks at
 * what it may have missed. When the stream breaks, another one takes its place and all watches begin again.
 *
 * <p>Watchers are called outside this object's monitor: they enter it from within their own.
 */
final class Watches {

    /** Since etcd 3.4 the client may name its watches; jetcd's description of the protocol is older. */
    private static final int WATCH_ID_FIELD = 7;

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final Link link;
    private final Map<Long, Watch> active = new TreeMap<>();
    private @Nullable Stream stream;
    long lastId; // As great as a server's numbers are: 63 bits.
    private int failures;

    Watches(Link link) {
        this.link = link;
        link.onMove(this::restart);
    }

    /** Told what happens to what it watches, in order, by a thread that must not be blocked. */
    interface Watcher {

        /** Keys are watched from now on, perhaps not for the first time. Nothing of this revision or before it is told. */
        void begun(long revision);

        /** Keys were written or deleted. */
        void changed(List<Event> events);
    }

    /**
     * Begins to watch.
     *
     * @param key the key, or where the range of keys begins
     * @param end where the range ends; empty for one key
     * @param watcher who is told
     */
    synchronized Watch add(ByteString key, ByteString end, Watcher watcher) {
        Watch watch = new Watch(key, end, watcher);
        watch.begin();
        if (stream == null) {
            open();
        }
        return watch;
    }

    /** Ends the stream; another one follows when its end was heard of. */
    private synchronized void restart() {
        if (stream != null) {
            stream.end();
        }
    }

    private synchronized void open() {
        if (stream == null && !active.isEmpty() && !link.isClosed()) {
            Stream opening = new Stream();
            stream = opening;
            opening.open();
        }
    }

    private synchronized void closed(Stream ended) {
        if (stream == ended) {
            stream = null;
            long pause = ended.refused ? LONGEST_PAUSE : FIRST_PAUSE << Math.min(failures++, 10);
            link.after(Math.min(pause, LONGEST_PAUSE), this::open);
        }
    }

    void heard(WatchResponse response) {
        if (response.getCanceled()) {
            canceled(response);
            return;
        }
        Watch watch;
        synchronized (this) {
            failures = 0;
            watch = active.get(response.getWatchId());
        }
        if (watch == null) {
            return; // It is not wanted any more.
        }
        if (response.getCreated()) {
            watch.watcher.begun(response.getHeader().getRevision());
        } else if (response.getEventsCount() > 0) {
            watch.watcher.changed(response.getEventsList());
        }
    }

    /** The server has ended a watch, or refused to begin one: which one, only some servers say then. */
    private synchronized void canceled(WatchResponse response) {
        Watch watch = active.get(response.getWatchId());
        if (!response.getCreated()) {
            if (watch != null) {
                link.after(FIRST_PAUSE, watch::beginAgain);
            }
        } else if (stream != null && !stream.over) {
            String reason = response.getCancelReason();
            stream.refused = !Failures.isLoginGone(reason);
            if (stream.refused) {
                Log.get().log(System.Logger.Level.WARNING, "etcd refused a watch: " + PlainText.line(reason));
            }
            // A stream keeps the login that it was opened with, and a login ends.
            link.logInAgain();
            restart();
        }
    }

    /** One watch; its methods, but for {@link #cancel}, are called under the monitor of all watches. */
    final class Watch {
        private final ByteString key;
        private final ByteString end;
        private final Watcher watcher;
        private long id;

        private Watch(ByteString key, ByteString end, Watcher watcher) {
            this.key = key;
            this.end = end;
            this.watcher = watcher;
        }

        /** Ends the watch; what is on its way already may still be told. */
        void cancel() {
            synchronized (Watches.this) {
                if (active.remove(id) != null && stream != null) {
                    stream.send(WatchRequest.newBuilder()
                            .setCancelRequest(WatchCancelRequest.newBuilder().setWatchId(id))
                            .build());
                }
            }
        }

        private void begin() {
            id = ++lastId;
            active.put(id, this);
            if (stream != null) {
                stream.send(creation());
            }
        }

        private void beginAgain() {
            synchronized (Watches.this) {
                if (active.remove(id) != null) {
                    begin();
                }
            }
        }

        private WatchRequest creation() {
            WatchCreateRequest create = WatchCreateRequest.newBuilder()
                    .setKey(key)
                    .setRangeEnd(end)
                    .setUnknownFields(Requests.newer(WATCH_ID_FIELD, id))
                    .build();
            return WatchRequest.newBuilder().setCreateRequest(create).build();
        }
    }

    /** A stream to the server; its methods are called under the monitor of all watches, but for what it hears. */
    private final class Stream extends ClientCall.Listener<WatchResponse> {
        private @Nullable ClientCall<WatchRequest, WatchResponse> call;
        private boolean over;
        private boolean refused;

        void open() {
            var unused = link.open(WatchGrpc.getWatchMethod(), this).whenComplete((opened, failure) -> {
                if (opened == null) {
                    closed(this);
                } else {
                    opened(opened);
                }
            });
        }

        private void opened(ClientCall<WatchRequest, WatchResponse> opened) {
            synchronized (Watches.this) {
                call = opened;
                if (over) {
                    opened.cancel("The connection is another one.", null);
                    return;
                }
                opened.request(Integer.MAX_VALUE);
                active.values().forEach(watch -> send(watch.creation()));
            }
        }

        void send(WatchRequest request) {
            if (call != null && !over) {
                call.sendMessage(request);
            }
        }

        void end() {
            over = true;
            if (call != null) {
                call.cancel("Another stream takes its place.", null);
            }
        }

        @Override
        public void onMessage(WatchResponse response) {
            heard(response);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            synchronized (Watches.this) {
                over = true;
            }
            closed(this);
        }
    }
}
