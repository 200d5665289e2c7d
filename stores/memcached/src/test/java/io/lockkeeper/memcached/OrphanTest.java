package io.lockkeeper.memcached;

import static io.lockkeeper.contract.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.Probe;
import io.lockkeeper.servers.ServerCommand;
import io.lockkeeper.servers.ServerProcess;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.TempDirectory;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim that a broken connection left behind, and that is served after it was withdrawn. */
class OrphanTest extends WithMemcached {

    private final TcpProxy proxy = memcached.proxy();
    private final Contender ann = behindTheProxy("500ms");

    private Contender behindTheProxy(String timeout) {
        return new StoreFixture() {
            @Override
            public Store open() {
                return WithMemcached.open(memcached.url(proxy) + "?timeout=" + timeout);
            }
        }.contender();
    }

    /** What the claim's request said is sent once more by hand. */
    @Test
    void aClaimThatWasNeverAnsweredIsTakenBackWhenItArrivesAfterItsWithdrawal() {
        Claim claim = unanswered(LEASE);
        List<String> item = item("orders");
        withdraw(claim);
        assertThat(item("orders")).isEmpty();
        arriveLate(item);
        eventually(patience(), () -> assertThat(item("orders")).isEmpty());
    }

    /** A server that stood still serves what arrived meanwhile, however long that took. */
    @Test
    void aClaimThatIsServedAfterAStandstillOfMoreThanItsLeaseIsTakenBack() throws IOException {
        Claim claim = unanswered(Duration.ofSeconds(1));
        List<String> item = item("orders");
        withdraw(claim);
        memcached.pause();
        try (Socket late = new Socket(InetAddress.getLoopbackAddress(), memcached.port())) {
            late.getOutputStream().write((addition(item) + "\r\n").getBytes(UTF_8));
            elapse(Duration.ofSeconds(4)); // Had anything answered, the last look would be over.
            memcached.resume();
            assertThat(late.getInputStream().readNBytes(6)).isEqualTo("STORED".getBytes(UTF_8));
        }
        eventually(patience(), () -> assertThat(item("orders")).isEmpty());
    }

    /** A server that lets us not in says nothing of what it was sent before. */
    @Test
    void aClaimThatIsServedAfterAllLoginsWereRefusedForLongerThanItsLeaseIsTakenBack() {
        Claim claim = unanswered(Duration.ofSeconds(1));
        List<String> item = item("orders");
        withdraw(claim);
        memcached.kill();
        String users =
                TempDirectory.create("memcached").write("users", "eve:word\n").toString();
        try (ServerProcess closed = ServerCommand.of("memcached", "-Y", users, "-l", "127.0.0.1", "-p")
                .add("" + memcached.port(), "-u", System.getProperty("user.name"))
                .readyWhen(Probe.accepts(memcached.port()))
                .start()) {
            elapse(Duration.ofSeconds(4)); // Had anything answered, the last look would be over.
            assertThat(closed.isAlive()).isTrue();
        }
        memcached.restart();
        arriveLate(item);
        eventually(patience(), () -> assertThat(item("orders")).isEmpty());
    }

    /** The usual order: the waiter gives up first, then its request is given up. */
    @Test
    void aClaimWhoseWithdrawalCameBeforeItsConnectionBrokeIsTakenBack() {
        Claim claim = ann.claim("orders");
        proxy.freezeReplies();
        CompletableFuture<?> sent = ann.store().claim(claim).toCompletableFuture();
        eventually(patience(), () -> assertThat(item("orders")).isNotEmpty());
        List<String> item = item("orders");
        ann.store().withdraw(claim, true);
        eventually(patience(), () -> assertThat(sent).isCompletedExceptionally());
        proxy.thaw();
        withdraw(claim);
        arriveLate(item);
        eventually(patience(), () -> assertThat(item("orders")).isEmpty());
    }

    /** The first found the lock held, the second that it is not any more, the third takes it. */
    @Test
    void aWithdrawalBetweenTwoRequestsOfAnAttemptIsObeyed() {
        try (Contender bob = contender();
                Contender slow = behindTheProxy("20s")) {
            Grant grant = bob.hold("orders");
            Claim claim = slow.claim("orders");
            long gets = requireNonNull(memcached.stats().get("cmd_get"));
            proxy.delayReplies(Duration.ofSeconds(1));
            CompletableFuture<ClaimOutcome> sent = slow.store().claim(claim).toCompletableFuture();
            await("cmd_set", 2); // Bob's addition and the slow one's.
            bob.release(grant);
            await("cmd_get", gets + 3); // Bob's for the lock and who is next, and the slow one's.
            CompletableFuture<Void> withdrawn =
                    slow.store().withdraw(claim, true).toCompletableFuture();
            assertThat(sent).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Withdrawn.class);
            assertThat(withdrawn).succeedsWithin(patience());
            assertThat(item("orders")).isEmpty();
        }
    }

    /** The claim is taken back by its own attempt, and the request for that never arrives. */
    @Test
    void aWithdrawalIsObeyedWhenTheItemCannotBeTakenBackAtOnce() {
        try (Contender bob = contender();
                Contender slow = behindTheProxy("20s")) {
            Grant grant = bob.hold("orders");
            Claim claim = slow.claim("orders");
            long gets = requireNonNull(memcached.stats().get("cmd_get"));
            proxy.delayReplies(Duration.ofSeconds(1));
            CompletableFuture<Void> cut = proxy.cutBeforeNextRequest("cas lockkeeper:orders");
            CompletableFuture<ClaimOutcome> sent = slow.store().claim(claim).toCompletableFuture();
            await("cmd_set", 2);
            bob.release(grant);
            await("cmd_get", gets + 3);
            slow.store().withdraw(claim, true);
            assertThat(cut).succeedsWithin(patience());
            assertThat(sent).failsWithin(patience());
            eventually(patience(), () -> assertThat(item("orders")).isEmpty());
        }
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    private void await(String number, long value) {
        eventually(patience(), () -> assertThat(memcached.stats().get(number)).isGreaterThanOrEqualTo(value));
    }

    private Claim unanswered(Duration lease) {
        Claim claim = ann.claim("orders", lease, 1);
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        return claim;
    }

    private void withdraw(Claim claim) {
        eventually(
                patience(), () -> assertThat(ann.store().withdraw(claim, true)).succeedsWithin(patience()));
    }

    private void arriveLate(List<String> item) {
        assertThat(memcached.exec(addition(item))).containsExactly("STORED");
    }

    /** As {@link #item} showed it, its first line about its length and the last of the reply left out. */
    private static String addition(List<String> item) {
        String value = String.join("\n", item.subList(1, item.size()));
        return "add lockkeeper:orders 0 60 " + value.getBytes(UTF_8).length + "\r\n" + value;
    }

    @AfterEach
    void stopClient() {
        ann.close();
        proxy.close();
    }
}
