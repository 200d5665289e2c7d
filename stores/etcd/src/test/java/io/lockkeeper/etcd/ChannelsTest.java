package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.lockkeeper.store.StoreAddress;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection that was left for another ends, whatever is still under way on it. */
class ChannelsTest extends WithEtcd {

    private final Timers timers = new Timers();
    private final Channels channels =
            new Channels(EtcdAddress.parse(StoreAddress.parse(etcd.url() + "?timeout=100ms")), timers);

    @Test
    void whenItsTimeIsOver() {
        endsAfter(channel -> {});
    }

    @Test
    void whenTheStoreIsClosed() {
        endsAfter(channel -> {
            timers.close();
            channels.close();
        });
    }

    /** What was asked of one member says nothing of the next. */
    @Test
    void aMemberThatWasLeftMeanwhileIsNotLeftAgain() {
        EtcdSettings both =
                EtcdAddress.parse(StoreAddress.parse("etcd://127.0.0.1:" + etcd.port() + ",localhost:" + etcd.port()));
        Link link = new Link(both, new Failures("here", Keys.under("")), timers);
        ManagedChannel asked = link.channel();
        link.tryAnotherThan(asked);
        ManagedChannel next = link.channel();
        link.tryAnotherThan(asked);
        assertThat(link.channel()).isSameAs(next).isNotSameAs(asked);
        link.close();
    }

    private void endsAfter(Consumer<ManagedChannel> deed) {
        ManagedChannel left = channels.current();
        left.newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT)
                .start(new ClientCall.Listener<WatchResponse>() {}, new Metadata());
        channels.leave(left);
        assertThat(channels.current()).isNotSameAs(left);
        deed.accept(left);
        eventually(patience(), () -> assertThat(left.isTerminated()).isTrue());
    }

    @AfterEach
    void close() {
        channels.close();
        timers.close();
    }
}
