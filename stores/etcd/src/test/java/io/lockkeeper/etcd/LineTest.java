package io.lockkeeper.etcd;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.Event.EventType;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.lock.LockGrpc;
import io.etcd.jetcd.api.lock.LockRequest;
import io.grpc.MethodDescriptor.Marshaller;
import io.lockkeeper.Holder;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome.Granted;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.Terms;
import io.lockkeeper.time.SystemTicker;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store knows of its places, and what it believes of what it hears. */
class LineTest extends WithEtcd {

    private static final int WINDOW = 256;

    private final TcpProxy network = etcd.proxy();
    private final EtcdSettings settings = EtcdAddress.parse(StoreAddress.parse(etcd.url(network) + "?timeout=30s"));
    private final Keys keys = Keys.under("");
    private final Timers timers = new Timers();
    private final Listeners listeners = new Listeners();
    private final Link link = new Link(settings, new Failures("here", keys), timers);
    private final Heartbeat heartbeat = new Heartbeat(link, listeners, settings, SystemTicker.shared());
    private final Slots slots = new Slots(keys);
    private final Line line = new Line(
            link,
            new Notifications(new Watches(link), new Patrol(timers, listeners), listeners),
            heartbeat,
            new Requests(keys),
            slots);
    private final Claim claim = new Claim(
            "orders", new ClaimId("ann", 1), new Holder("ann", "web-1", 1, "main", "", 0), Terms.mutex(LEASE, 1), 1);

    /** A claim's key had another claim before. A member that lags behind has still to tell of it when it is watched. */
    @Test
    void theEndOfTheClaimThatHadTheKeyBeforeEndsNoHold() {
        Place place = place(10);
        place.hold(false, 10);
        place.changed(List.of(deletion(place, 9)));
        assertThat(place.isHeld()).isTrue();
        place.changed(List.of(deletion(place, 11)));
        assertThat(place.isHeld()).isFalse();
    }

    @Test
    void whenAPlaceIsTakenItIsAskedWhetherItsKeyIsLeft() {
        Place place = place(10);
        slots.of(claim);
        place.hold(false, 10);
        place.taken();
        assertThat(slots.takeDoubt()).isTrue();
    }

    /** The look was sent while it waited, and shows a time before its key was there. */
    @Test
    void aLookThatDoesNotShowThePlaceEndsNoHold() {
        Place place = place(1);
        place.waitBehind(null, 1);
        network.freezeReplies();
        line.lookBefore(place, 0);
        eventually(patience(), () -> assertThat(etcd.requests()).containsEntry("Range", 1L));
        place.hold(false, 1);
        network.heal();
        link.ask(KVGrpc.getRangeMethod(), Requests.any(keys)).join();
        assertThat(place.isHeld()).isTrue();
    }

    @Test
    void aSessionIsProlongedIfTheProofIsOfTheTermOfTheAnswer() {
        Session session = heartbeat.enter().join();
        long term = ask(etcd.url(), KVGrpc.getRangeMethod(), Requests.any(keys))
                .getHeader()
                .getRaftTerm();
        assertThat(isProlonged(session, term)).isTrue();
        assertThat(isProlonged(session, term + 1)).isFalse();
        assertThat(isProlonged(session, 0)).isFalse();
    }

    /** As many others as are under way at a time wait for a lock of etcd's own. */
    @Test
    void aRenewalWaitsForNoOtherRequests() {
        Grant grant = ((Granted) new Claims(line, settings.ttl()).claim(claim).join()).grant();
        LockRequest lock = LockRequest.newBuilder()
                .setName(ByteString.copyFromUtf8("busy"))
                .build();
        link.ask(LockGrpc.getLockMethod(), lock).join();
        for (int index = 0; index < WINDOW; index++) {
            var unused = link.ask(LockGrpc.getLockMethod(), lock);
        }
        CompletableFuture<?> waiting = link.ask(KVGrpc.getRangeMethod(), Requests.any(keys));
        assertThat(new Renewals(line, LEASE).renew(List.of(new Renewal(grant, LEASE))))
                .succeedsWithin(patience())
                .satisfies(outcome -> assertThat(outcome.renewed()).containsOnlyKeys(claim.id()));
        assertThat(waiting).isNotDone();
    }

    /** As where the stack of a caller ends. */
    @Test
    void requestsThatCannotBeSentKeepNoOthersFromBeingSent() {
        var range = KVGrpc.getRangeMethod();
        link.ask(range, Requests.any(keys))
                .join(); // Before there is a connection, it is not the caller's thread that sends.
        Marshaller<RangeRequest> overflow = new Marshaller<>() {
            @Override
            public InputStream stream(RangeRequest question) {
                throw new StackOverflowError();
            }

            @Override
            public RangeRequest parse(InputStream bytes) {
                throw new UnsupportedOperationException();
            }
        };
        var failing = range.toBuilder(overflow, range.getResponseMarshaller()).build();
        for (int index = 0; index < WINDOW; index++) {
            assertThat(link.ask(failing, Requests.any(keys))).failsWithin(patience());
        }
        assertThat(link.askUrgently(failing, Requests.any(keys))).failsWithin(patience());
        assertThat(link.ask(range, Requests.any(keys))).succeedsWithin(patience());
    }

    private Place place(long created) {
        Session session = heartbeat.enter().join();
        return new Place(line, session, claim, keys.place(claim, 0), created);
    }

    private static Event deletion(Place place, long revision) {
        return Event.newBuilder()
                .setType(EventType.DELETE)
                .setKv(KeyValue.newBuilder().setKey(place.key()).setModRevision(revision))
                .build();
    }

    private boolean isProlonged(Session session, long term) {
        ResponseHeader proof = ResponseHeader.newBuilder().setRaftTerm(term).build();
        return heartbeat
                .confirm(session, () -> CompletableFuture.completedFuture(proof))
                .join();
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(25);
    }

    @AfterEach
    void close() {
        link.close();
        timers.close();
        network.close();
    }
}
