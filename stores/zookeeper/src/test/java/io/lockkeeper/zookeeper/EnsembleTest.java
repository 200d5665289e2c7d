package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperEnsemble;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Three servers, of which one at a time is lost. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnsembleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start();

    @AfterAll
    void stop() {
        ensemble.close();
    }

    /**
     * Six clients hand a lock to each other as fast as they can, while the leader is killed, and the next one. Nobody enters while another
     * is in, and the tokens come in order: what is read is plain fields.
     */
    @Test
    void hand_overs_go_on_without_the_leader_that_began_them() throws Exception {
        Book book = new Book();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Integer>> workers = new ArrayList<>();
        try {
            for (int client = 0; client < 6; client++) {
                workers.add(threads.submit(() -> work(book)));
            }
            for (int kill = 0; kill < 2; kill++) {
                int before = book.entries;
                eventually(PATIENCE, () -> assertThat(book.entries).isGreaterThan(before + 100));
                ZooKeeperServer leader = ensemble.leader();
                leader.kill();
                int then = book.entries;
                eventually(PATIENCE, () -> assertThat(book.entries).isGreaterThan(then + 100));
                leader.restart();
                ensemble.awaitAll();
            }
            book.closed = true;
            int written = 0;
            for (Future<Integer> worker : workers) {
                written += worker.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(book.entries).as("entries, each by who had the lock").isEqualTo(written);
            assertThat(book.disorder).isEmpty();
        } finally {
            book.closed = true;
            threads.shutdownNow();
        }
    }

    private int work(Book book) throws Exception {
        int written = 0;
        try (LockClient client = Engine.load()
                .start(
                        ZooKeeperStore.connect(StoreAddress.parse(ensemble.url() + "?session=20s&timeout=30s")),
                        ClientOptions.defaults())) {
            while (!book.closed) {
                try (Lease lease = client.lock("book").acquire()) {
                    book.write(lease.token());
                    written++;
                }
            }
        }
        return written;
    }

    /** What is written under the lock, and without any other protection. */
    private static final class Book {
        volatile int entries;
        volatile boolean closed;
        private long last;
        final List<String> disorder = new ArrayList<>();

        void write(long token) {
            int read = entries;
            if (token <= last) {
                disorder.add(token + " came after " + last);
            }
            last = token;
            entries = read + 1;
        }
    }

    /** It does not lose its lock for it: the session goes on with another server, well before its end. */
    @Test
    void a_client_whose_server_falls_silent_goes_on_with_another() {
        try (TcpProxy one = ensemble.servers().get(0).proxy();
                TcpProxy two = ensemble.servers().get(1).proxy();
                TcpProxy three = ensemble.servers().get(2).proxy()) {
            List<TcpProxy> networks = List.of(one, two, three);
            String url = ZooKeeperEnsemble.urlOf(one, two, three) + "?session=12s";
            try (Contender ann = new Contenders(url).contender();
                    Contender bob = new Contenders(ensemble.url()).contender()) {
                ann.listen();
                Grant grant = ann.hold("silence");
                Claim claim = bob.queue("silence");
                TcpProxy silent = networks.stream()
                        .filter(network -> network.connections() > 0)
                        .findFirst()
                        .orElseThrow();
                silent.freeze();
                eventually(
                        PATIENCE,
                        () -> assertThat(networks).anyMatch(network -> network != silent && network.connections() > 0));
                eventually(
                        PATIENCE,
                        () -> assertThat(ann.renew(Duration.ofMinutes(1), grant).renewed())
                                .containsOnlyKeys(grant.claim()));
                assertThat(ann.signals().heard()).noneMatch(Signal.Lost.class::isInstance);
                ann.release(grant);
                bob.awaitGrant(claim);
            }
        }
    }

    /** The next server may not have heard of it yet: it has to catch up before it is asked. */
    @Test
    void a_claim_whose_answer_was_lost_is_found_on_another_server() {
        try (TcpProxy one = ensemble.servers().get(0).proxy();
                TcpProxy two = ensemble.servers().get(1).proxy();
                TcpProxy three = ensemble.servers().get(2).proxy()) {
            List<TcpProxy> networks = List.of(one, two, three);
            try (Contender ann =
                    new Contenders(ZooKeeperEnsemble.urlOf(one, two, three) + "?session=20s").contender()) {
                for (int time = 0; time < 10; time++) {
                    String name = "lost " + time;
                    ann.release(ann.hold(name));
                    TcpProxy used = networks.stream()
                            .filter(network -> network.connections() > 0)
                            .findFirst()
                            .orElseThrow();
                    Claim claim = ann.claim(name);
                    var sprung = used.cutAfterNextRequest(claim.id().toString());
                    var answer = ann.store().claim(claim).toCompletableFuture();
                    eventually(PATIENCE, () -> assertThat(sprung).isCompleted());
                    used.cut();
                    eventually(PATIENCE, () -> assertThat(answer).isCompletedExceptionally());
                    AtomicReference<Grant> grant = new AtomicReference<>();
                    eventually(PATIENCE, () -> grant.set(ann.hold(claim)));
                    used.heal();
                    ann.release(Objects.requireNonNull(grant.get()));
                    ann.release(ann.hold(name));
                }
            }
        }
    }
}
