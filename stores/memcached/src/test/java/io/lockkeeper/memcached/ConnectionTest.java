package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.NotHeld;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What calls answer while the network or the server fails, and afterwards. */
class ConnectionTest extends WithMemcached {

    private final TcpProxy proxy = memcached.proxy();
    private final Contender ann = new StoreFixture() {
        @Override
        public Store open() {
            return WithMemcached.open(memcached.url(proxy) + "?timeout=500ms");
        }
    }.contender();

    /** If it counted as one, a claim that arrives late would count as looked for. */
    @Test
    void thatAStoreIsClosedCountsAsNoAnswerOfTheServer() {
        MemcachedStore store = open(memcached.url());
        store.close();
        assertThat(Failures.isAnswer(failureOf(() -> store.inspect("orders")))).isFalse();
    }

    @Test
    void aClaimWhoseReplyWasLostGetsWhatIsLeftWhenItIsSentAgain() {
        Claim claim = ann.claim("orders");
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        assertThat(item("orders")).isNotEmpty();
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        assertThat(ann.hold(claim).remainingNanos()).isLessThan(LEASE.toNanos());
    }

    @Test
    void aClaimThatNeverReachedTheServerIsGrantedWhenItIsSentAgain() {
        Claim claim = ann.claim("orders");
        CompletableFuture<Void> cut = proxy.cutBeforeNextRequest("orders");
        assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        assertThat(item("orders")).isEmpty();
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        ann.hold(claim);
    }

    /** One that folsom sent again by itself would report a lock as lost that was released in order. */
    @Test
    void aRequestIsNotSentAgainBehindTheCaller() {
        Grant grant = ann.hold("orders");
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("cas lockkeeper:orders");
        assertUnavailable(() -> ann.store().release(grant), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
        assertThat(ann.release(grant)).isInstanceOf(NotHeld.class);
        assertThat(memcached.stats()).containsEntry("cas_hits", 1L).containsEntry("cas_badval", 0L);
    }

    @Test
    void aSilentConnectionIsGivenUpAndOpenedAnew() {
        Claim claim = ann.claim("orders");
        proxy.freeze();
        assertUnavailable(() -> ann.store().claim(claim), true, "did not answer in time");
        assertUnavailable(() -> ann.store().claim(claim), false, "is not connected");
        proxy.thaw();
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        assertThat(ann.send(claim)).isInstanceOf(ClaimOutcome.Granted.class);
    }

    @Test
    void aServerThatIsGoneCertainlyDidNothing() {
        Grant grant = ann.hold("orders");
        memcached.kill();
        eventually(patience(), () -> assertUnavailable(() -> ann.store().release(grant), false, "is not connected"));
        memcached.restart();
        eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
        assertThat(ann.release(ann.hold("orders"))).isInstanceOf(Released.class);
    }

    @Test
    void aServerThatCannotBeReachedIsSaidToBeSo() {
        memcached.kill();
        long begun = System.nanoTime();
        assertThatThrownBy(() -> open(memcached.url() + "?timeout=20s"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("memcached at 127.0.0.1:" + memcached.port() + " can't be reached: ")
                .hasMessageContaining("refused the connection");
        assertThat(System.nanoTime() - begun)
                .as("not only after the time-out")
                .isLessThan(patience().toNanos());
    }

    @Test
    void aPausedServerIsNotWaitedForForEver() {
        memcached.pause();
        assertThatThrownBy(() -> open(memcached.url() + "?timeout=200ms"))
                .isInstanceOf(StoreUnavailableException.class);
        memcached.resume();
    }

    /** Neither connections nor threads. */
    @Test
    void aClosedStoreLeavesNothingBehind() {
        long connections = Objects.requireNonNull(memcached.stats().get("curr_connections"));
        for (int round = 0; round < 5; round++) {
            try (Contender bob = contender()) {
                bob.release(bob.hold("orders"));
            }
        }
        ann.close();
        eventually(patience(), () -> {
            assertThat(memcached.stats().get("curr_connections")).isLessThan(connections);
            assertThat(threads()).isEmpty();
        });
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("lockkeeper-127.0.0.1:" + memcached.port())
                        || name.startsWith("lockkeeper-127.0.0.1:" + proxy.port()))
                .toList();
    }

    @AfterEach
    void stopClient() {
        ann.close();
        proxy.close();
    }
}
