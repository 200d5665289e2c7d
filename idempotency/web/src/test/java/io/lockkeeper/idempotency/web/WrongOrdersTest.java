package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.memory.MemoryIdempotency;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The orders in which a server can use its tokens: two wrong ones, each shown to run twice, and the right ones. */
class WrongOrdersTest {

    private static final String TOKEN = "token";

    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    /** Tokens that were issued and not used. */
    private final Set<String> open = ConcurrentHashMap.newKeySet();

    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    private void twice(Callable<?> request) throws Exception {
        Future<?> first = threads.submit(request);
        Future<?> second = threads.submit(request);
        first.get();
        second.get();
    }

    @Test
    void aTokenThatIsDeletedAfterTheWorkLetsTwoRun() throws Exception {
        open.add(TOKEN);
        CyclicBarrier bothWork = new CyclicBarrier(2);
        twice(() -> {
            if (open.contains(TOKEN)) {
                bothWork.await();
                runs.incrementAndGet();
                open.remove(TOKEN);
            }
            return null;
        });
        assertThat(runs).hasValue(2);
    }

    @Test
    void aTokenThatIsReadAndThenDeletedLetsTwoRun() throws Exception {
        open.add(TOKEN);
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        twice(() -> {
            if (open.contains(TOKEN)) {
                bothHaveRead.await();
                open.remove(TOKEN);
                runs.incrementAndGet();
            }
            return null;
        });
        assertThat(runs).hasValue(2);
    }

    @Test
    void aTokenThatIsDeletedAtomicallyBeforeTheWorkLetsOneRun() throws Exception {
        open.add(TOKEN);
        CyclicBarrier bothStart = new CyclicBarrier(2);
        twice(() -> {
            bothStart.await();
            if (open.remove(TOKEN)) {
                runs.incrementAndGet();
            }
            return null;
        });
        assertThat(runs).hasValue(1);
    }

    @Test
    void aTokenThatIsCountedLetsOneRun() throws Exception {
        CountedTokens tokens = new CountedTokens(CountedTokens.inMemory(System::nanoTime), Duration.ofMinutes(1));
        String token = tokens.issue();
        CyclicBarrier bothStart = new CyclicBarrier(2);
        twice(() -> {
            bothStart.await();
            if (tokens.use(token) == CountedTokens.Use.FIRST) {
                runs.incrementAndGet();
            }
            return null;
        });
        assertThat(runs).hasValue(1);
        assertThat(tokens.use(token)).isEqualTo(CountedTokens.Use.REPEAT);
        assertThat(tokens.use("made-up")).isEqualTo(CountedTokens.Use.UNKNOWN);
    }

    @Test
    void aCountedTokenExpires() {
        long[] now = {0};
        CountedTokens tokens = new CountedTokens(CountedTokens.inMemory(() -> now[0]), Duration.ofMinutes(1));
        String used = tokens.issue();
        String unused = tokens.issue();
        now[0] = Duration.ofMinutes(1).toNanos() - 1;
        assertThat(tokens.use(used)).isEqualTo(CountedTokens.Use.FIRST);
        now[0]++;
        assertThat(tokens.use(used)).isEqualTo(CountedTokens.Use.UNKNOWN);
        assertThat(tokens.use(unused)).isEqualTo(CountedTokens.Use.UNKNOWN);
    }

    @Test
    void aTokenThatIsTheKeyOfARunLetsOneRunAndTheOtherGetsItsAnswer() throws Exception {
        CountDownLatch firstWorks = new CountDownLatch(1);
        try (LeasedIdempotency idempotency = MemoryIdempotency.create()) {
            IdempotencyKey key = IdempotencyKey.of("orders", TOKEN);
            twice(() -> {
                idempotency.run(key, Fingerprint.none(), attempt -> {
                    firstWorks.countDown();
                    return "run " + runs.incrementAndGet();
                });
                return null;
            });
            firstWorks.await();
            assertThat(runs).hasValue(1);
            assertThat(idempotency
                            .<String, RuntimeException>run(key, Fingerprint.none(), attempt -> "second")
                            .valueOrThrow())
                    .isEqualTo("run 1");
        }
    }

    @Test
    void aTextThatIsNoTokenNamesNoCounterOfTheStore() {
        Set<String> asked = new HashSet<>();
        CountedTokens tokens = new CountedTokens(
                new CountedTokens.Counters() {
                    @Override
                    public void open(String id, Duration validity) {}

                    @Override
                    public long increment(String id) {
                        asked.add(id);
                        return 2;
                    }
                },
                Duration.ofMinutes(1));
        String token = tokens.issue();
        for (String text : List.of("", "logins:bob", token + "\n", token + "a", token.substring(1) + ":")) {
            assertThat(tokens.use(text)).isEqualTo(CountedTokens.Use.UNKNOWN);
        }
        assertThat(asked).isEmpty();
        assertThat(tokens.use(token)).isEqualTo(CountedTokens.Use.FIRST);
    }
}
