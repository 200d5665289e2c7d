package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Until when a session certainly lives, by its requests and answers; the server's view of it beside that. */
class SessionLifeTest {

    private static final long TIMEOUT = SECONDS.toNanos(10);
    private static final long USABLE = SECONDS.toNanos(7);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECONDS.toNanos(20)); // It may overflow.
    private final SessionLife life = new SessionLife(clock::get, clock.get(), TIMEOUT);

    @Test
    void an_answer_prolongs_it_from_when_its_request_was_sent() {
        long sent = pass(3);
        pass(2);
        assertThat(life.answered(sent)).isTrue();
        assertThat(life.remaining()).isEqualTo(USABLE - SECONDS.toNanos(2));
    }

    @Test
    void an_answer_that_comes_after_the_end_proves_nothing() {
        long sent = pass(6);
        pass(1);
        assertThat(life.remaining()).isZero();
        assertThat(life.answered(sent)).isFalse();
        assertThat(life.remaining()).isZero();
    }

    @Test
    void an_older_request_takes_nothing_away() {
        long older = pass(1);
        long newer = pass(1);
        life.answered(newer);
        assertThat(life.answered(older)).isTrue();
        assertThat(life.remaining()).isEqualTo(USABLE);
    }

    @Test
    void it_outlasts_the_clock_s_overflow() {
        for (int beat = 0; beat < 20; beat++) {
            assertThat(life.answered(pass(3))).isTrue();
        }
        assertThat(life.remaining()).isEqualTo(USABLE);
    }

    /**
     * A follower tells the leader of a request half a tick later, at the worst, and the tick may be half of the timeout. Whatever the times
     * of requests and answers: when the leader ends the session, the client has known it for a while.
     */
    @Test
    void it_ends_before_the_leader_s_view_of_it_at_any_pace() {
        long halfTick = TIMEOUT / 4;
        Random random = new Random(7);
        for (int run = 0; run < 2_000; run++) {
            AtomicLong now = new AtomicLong();
            SessionLife view = new SessionLife(now::get, 0, TIMEOUT);
            long leaderEnds = TIMEOUT;
            for (int request = 0; request < 50; request++) {
                long sent = now.addAndGet(random.nextLong(SECONDS.toNanos(6)));
                long arrives = now.addAndGet(random.nextLong(SECONDS.toNanos(2)));
                long told = arrives + halfTick;
                now.addAndGet(random.nextLong(SECONDS.toNanos(2)));
                boolean alive = told < leaderEnds;
                if (alive) {
                    leaderEnds = told + TIMEOUT;
                }
                if (!view.answered(sent)) {
                    break;
                }
                assertThat(alive).as("run %d, request %d", run, request).isTrue();
                assertThat(now.get() + view.remaining())
                        .as("the end in run %d after request %d", run, request)
                        .isLessThan(leaderEnds);
            }
        }
    }

    private long pass(int seconds) {
        return clock.addAndGet(SECONDS.toNanos(seconds));
    }
}
