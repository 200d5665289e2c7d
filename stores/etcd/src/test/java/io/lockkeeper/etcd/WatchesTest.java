package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.lockkeeper.etcd.Watches.Watch;
import io.lockkeeper.etcd.Watches.Watcher;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.StoreAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches begin at the server's current revision, also after the stream broke, and never call while they are locked. */
class WatchesTest extends WithEtcd {

    private static final ByteString KEY = ByteString.copyFromUtf8("key");

    private final TcpProxy network = etcd.proxy();
    private final EtcdSettings settings = EtcdAddress.parse(StoreAddress.parse(etcd.url(network)));
    private final Timers timers = new Timers();
    private final Link link = new Link(settings, new Failures("here", Keys.under("")), timers);
    private final Watches watches = new Watches(link);
    private final BlockingQueue<Long> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> changed = new LinkedBlockingQueue<>();
    private final Object monitor = new Object();

    /** Enters a monitor from within which others add and cancel watches, as a place does. */
    private final Watcher watcher = new Watcher() {
        @Override
        public void begun(long revision) {
            begun.add(revision);
            synchronized (monitor) {
                told.add(revision);
            }
        }

        @Override
        public void changed(List<Event> events) {
            events.forEach(event -> changed.add(event.getKv().getModRevision()));
        }
    };

    @Test
    void whatTheServerHasDoneAlreadyIsNotToldButSaidToHaveHappened() throws InterruptedException {
        put();
        long last = put();
        watches.add(KEY, ByteString.EMPTY, watcher);
        assertThat(next(begun)).isEqualTo(last);
        assertThat(put()).isEqualTo(next(changed));
        network.cut();
        long missed = put();
        network.heal();
        assertThat(next(begun)).isEqualTo(missed);
        long deleted = ask(
                        etcd.url(),
                        KVGrpc.getDeleteRangeMethod(),
                        DeleteRangeRequest.newBuilder().setKey(KEY).build())
                .getHeader()
                .getRevision();
        assertThat(next(changed)).isEqualTo(deleted);
        assertThat(changed).isEmpty();
    }

    /** One thread is in the monitor and cancels a watch; another begins all watches again and wants to tell so. */
    @Test
    @Timeout(30)
    void whoIsToldThatAWatchBeginsAgainDoesNotBlockWhoCancelsIt() throws InterruptedException {
        Watch watch = watches.add(KEY, ByteString.EMPTY, watcher);
        assertThat(next(told)).isEqualTo(next(begun));
        synchronized (monitor) {
            network.dropConnections();
            assertThat(next(begun)).isNotNull();
            watch.cancel();
            watches.add(KEY, ByteString.EMPTY, watcher).cancel();
        }
    }

    /** As servers before 3.4.22 and 3.5.6 answer to a watch that its stream's login may not begin any more. */
    @Test
    void oneThatIsRefusedByItsNumberBeginsOnAnotherStream() throws InterruptedException {
        watches.add(KEY, ByteString.EMPTY, watcher);
        assertThat(next(begun)).isNotNull();
        watches.heard(WatchResponse.newBuilder()
                .setWatchId(watches.lastId)
                .setCreated(true)
                .setCanceled(true)
                .setCancelReason("etcdserver: permission denied")
                .build());
        assertThat(next(begun)).isNotNull();
        assertThat(etcd.metrics())
                .containsEntry(
                        "grpc_server_started_total{grpc_method=\"Watch\",grpc_service=\"etcdserverpb.Watch\","
                                + "grpc_type=\"bidi_stream\"}",
                        2.0);
    }

    @Test
    void thereIsNoEndOfNumbers() throws InterruptedException {
        watches.lastId = Integer.MAX_VALUE;
        watches.add(KEY, ByteString.EMPTY, watcher);
        assertThat(next(begun)).isNotNull();
        assertThat(put()).isEqualTo(next(changed));
    }

    private @Nullable Long next(BlockingQueue<Long> queue) throws InterruptedException {
        return queue.poll(patience().toMillis(), TimeUnit.MILLISECONDS);
    }

    private long put() {
        return ask(
                        etcd.url(),
                        KVGrpc.getPutMethod(),
                        PutRequest.newBuilder().setKey(KEY).build())
                .getHeader()
                .getRevision();
    }

    @AfterEach
    void close() {
        link.close();
        timers.close();
        network.close();
    }
}
