package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchCancelRequest;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchCreateRequest.FilterType;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a store watches: any number of keys, over one stream.
 *
 * <p>Each watch knows the revision up to which it has seen everything. When the stream breaks another one goes on from
 * there, so nothing is missed; unless the server has compacted its history meanwhile, of which the watcher is told.
 */
final class Watches {

    /** Since etcd 3.4 the client may name its watches; jetcd's description of the protocol is older. */
    private static final int WATCH_ID_FIELD = 7;

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final Link link;
    private final Timers timers;
    private final Map<Long, Watch> active = new TreeMap<>();
    private @Nullable Stream stream;
    private long lastId;
    private int failures;

    Watches(Link link, Timers timers) {
        this.link = link;
        this.timers = timers;
        link.onMove(this::move);
    }

    /** Told what happens to what it watches, in order, by a thread that must not be blocked. */
    interface Watcher {

        /** Keys were written or deleted. */
        void changed(List<Event> events);

        /**
         * The stream was another one for a while. What happened meanwhile is told all the same; but for a deletion at the
         * very revision up to which the server has compacted its history, which some servers have forgotten by then
         * (etcd-io/etcd#19179).
         */
        void resumed();

        /** Something may have happened that it was not told of, and it is not watched any more. */
        void missed();
    }

    /**
     * Begins to watch.
     *
     * @param key the key, or where the range of keys begins
     * @param end where the range ends; empty for one key
     * @param revision from which on
     * @param deletionsOnly whether only deletions are of interest
     * @param watcher who is told
     */
    synchronized Watch add(ByteString key, ByteString end, long revision, boolean deletionsOnly, Watcher watcher) {
        Watch watch = new Watch(++lastId, key, end, revision, deletionsOnly, watcher);
        active.put(watch.id, watch);
        if (stream == null) {
            open(false);
        } else {
            stream.send(watch.creation());
        }
        return watch;
    }

    /** The connection is another one: so is the stream. */
    private synchronized void move() {
        if (stream != null) {
            stream.end();
        }
    }

    private synchronized void open(boolean again) {
        if (stream == null && !active.isEmpty() && !link.isClosed()) {
            Stream opening = new Stream(again);
            stream = opening;
            opening.open();
        }
    }

    private void closed(Stream ended) {
        long pause;
        synchronized (this) {
            if (stream != ended) {
                return;
            }
            stream = null;
            pause = Math.min(FIRST_PAUSE << Math.min(failures++, 10), LONGEST_PAUSE);
        }
        timers.after(pause, () -> open(true));
    }

    private synchronized @Nullable Watch heard(WatchResponse response) {
        failures = 0;
        Watch watch = active.get(response.getWatchId());
        if (watch == null) {
            return null;
        }
        if (response.getCanceled()) {
            active.remove(watch.id);
        } else if (response.getEventsCount() > 0) {
            watch.next =
                    response.getEvents(response.getEventsCount() - 1).getKv().getModRevision() + 1;
        }
        return watch;
    }

    private void deliver(WatchResponse response) {
        Watch watch = heard(response);
        if (watch == null) {
            return;
        }
        if (!response.getCanceled()) {
            if (response.getEventsCount() > 0) {
                watch.watcher.changed(response.getEventsList());
            }
        } else if (response.getCompactRevision() > 0) {
            watch.watcher.missed();
        } else {
            Log.get().log(System.Logger.Level.WARNING, "etcd refused a watch: " + response.getCancelReason());
            timers.after(LONGEST_PAUSE, watch.watcher::missed);
        }
    }

    /** One watch. */
    final class Watch {
        private final long id;
        private final ByteString key;
        private final ByteString end;
        private final boolean deletionsOnly;
        private final Watcher watcher;
        private long next;

        private Watch(long id, ByteString key, ByteString end, long next, boolean deletionsOnly, Watcher watcher) {
            this.id = id;
            this.key = key;
            this.end = end;
            this.next = next;
            this.deletionsOnly = deletionsOnly;
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

        private WatchRequest creation() {
            WatchCreateRequest.Builder create = WatchCreateRequest.newBuilder()
                    .setKey(key)
                    .setRangeEnd(end)
                    .setStartRevision(next)
                    .setUnknownFields(UnknownFieldSet.newBuilder()
                            .mergeVarintField(WATCH_ID_FIELD, Math.toIntExact(id))
                            .build());
            if (deletionsOnly) {
                create.addFilters(FilterType.NOPUT);
            }
            return WatchRequest.newBuilder().setCreateRequest(create).build();
        }
    }

    /** A stream to the server; its methods are called under the guard of all watches, but for what it hears. */
    private final class Stream extends ClientCall.Listener<WatchResponse> {
        private @Nullable ClientCall<WatchRequest, WatchResponse> call;
        private final boolean again;
        private boolean over;

        Stream(boolean again) {
            this.again = again;
        }

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
            List<Watch> resumed;
            synchronized (Watches.this) {
                call = opened;
                if (over) {
                    opened.cancel("The connection is another one.", null);
                    return;
                }
                opened.request(Integer.MAX_VALUE);
                resumed = List.copyOf(active.values());
                resumed.forEach(watch -> send(watch.creation()));
            }
            if (again) {
                resumed.forEach(watch -> watch.watcher.resumed());
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
                call.cancel("The connection is another one.", null);
            }
        }

        @Override
        public void onMessage(WatchResponse response) {
            deliver(response);
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
