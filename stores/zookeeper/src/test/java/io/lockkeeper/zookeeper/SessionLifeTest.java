package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Until when a session certainly lives, by its requests and answers; the leader's view of it beside that. */
class SessionLifeTest {

    private static final long TIMEOUT = SECONDS.toNanos(20);
    private static final long LASTING = TIMEOUT - TIMEOUT / 50;
    private static final int RUNS = 20_000;

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECONDS.toNanos(40)); // It may overflow.
    private final SessionLife life = new SessionLife(clock::get, TIMEOUT);

    @Test
    void three_answers_in_a_row_prove_the_first() {
        life.begun(clock.get());
        long first = pass(4);
        life.answered(first);
        long second = pass(6);
        pass(1);
        life.answered(second);
        life.committed(pass(1));
        assertThat(life.remaining()).isEqualTo(first + LASTING - clock.get());
    }

    @Test
    void an_answer_of_the_leader_s_alone_proves_nothing() {
        life.begun(clock.get());
        for (int beat = 0; beat < 3; beat++) {
            life.answered(pass(6));
        }
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(18));
    }

    @Test
    void a_write_proves_nothing_if_it_was_sent_before_the_answer_behind_the_ping() {
        life.begun(clock.get());
        life.answered(pass(4));
        long second = pass(6);
        long write = pass(1);
        pass(1);
        life.answered(second);
        life.committed(write);
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(12));
    }

    @Test
    void two_answers_without_a_ping_between_them_prove_nothing() {
        life.begun(clock.get());
        life.answered(pass(4));
        life.answered(pass(4));
        life.committed(pass(1));
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(9));
    }

    @Test
    void a_session_that_a_server_took_up_is_known_to_the_leader() {
        life.begun(clock.get());
        long last = pass(8);
        pass(3);
        life.taken(last, TIMEOUT);
        life.committed(clock.get());
        assertThat(life.remaining()).isEqualTo(SessionLife.usable(TIMEOUT));
        pass(10);
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(13));
    }

    @Test
    void what_was_answered_on_an_earlier_connection_does_not_count() {
        life.begun(clock.get());
        life.answered(pass(4));
        life.taken(null, TIMEOUT);
        life.answered(pass(6));
        life.committed(pass(1));
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(11));
        assertThat(life.isKnown()).isFalse();
    }

    @Test
    void a_shorter_timeout_counts_from_when_it_was_agreed_to() {
        life.begun(clock.get());
        life.taken(pass(1), TIMEOUT / 4);
        assertThat(life.timeout()).isEqualTo(TIMEOUT / 4);
        assertThat(life.remaining()).isEqualTo(SessionLife.usable(TIMEOUT / 4));
        pass(4);
        assertThat(life.remaining()).isEqualTo(LASTING / 4 - SECONDS.toNanos(4));
    }

    /** A leader that is elected knows the timeout with which the session began. */
    @Test
    void a_longer_timeout_does_not_count() {
        life.begun(clock.get());
        life.taken(pass(1), TIMEOUT * 2);
        assertThat(life.timeout()).isEqualTo(TIMEOUT);
    }

    @Test
    void of_a_session_that_was_there_before_nothing_is_known() {
        assertThat(life.isKnown()).isFalse();
        assertThat(life.remaining()).isZero();
        life.answered(pass(1));
        life.answered(pass(6));
        assertThat(life.isKnown()).isTrue();
        life.committed(pass(1));
        assertThat(life.remaining()).isEqualTo(LASTING - SECONDS.toNanos(7));
    }

    @Test
    void it_outlasts_the_clock_s_overflow() {
        life.begun(clock.get());
        for (int beat = 0; beat < 20; beat++) {
            life.answered(pass(6));
            life.committed(pass(1));
            assertThat(life.remaining()).isGreaterThan(TIMEOUT / 2);
        }
    }

    @Test
    void it_ends_before_the_leader_s_view_of_it_whatever_is_cut() {
        assertThat(violations(Known::new)).isEmpty();
    }

    /** Else the test above shows nothing. */
    @Test
    void whoever_believes_any_answer_or_that_of_the_leader_alone_is_found_out() {
        assertThat(violations(AnyAnswer::new)).hasSizeGreaterThan(RUNS / 100);
        assertThat(violations(AnyAnswerOfTheLeader::new)).isNotEmpty();
    }

    private static long[] violations(Function<LongSupplier, SessionWorld.Belief> belief) {
        return LongStream.range(0, RUNS)
                .filter(seed -> new SessionWorld(seed, TIMEOUT, belief).excess() > 0)
                .toArray();
    }

    private long pass(int seconds) {
        return clock.addAndGet(SECONDS.toNanos(seconds));
    }

    private record Known(SessionLife life) implements SessionWorld.Belief {

        Known(LongSupplier now) {
            this(new SessionLife(now, TIMEOUT));
            life.begun(now.getAsLong());
        }

        @Override
        public long end() {
            return life.end();
        }

        @Override
        public void read(long sent) {}

        @Override
        public void synced(long sent) {
            life.answered(sent);
        }

        @Override
        public void written(long sent) {
            life.committed(sent);
        }

        @Override
        public void taken(long lastFinished) {
            life.taken(lastFinished, TIMEOUT);
        }
    }

    /** As it was: from the sending of any answered request, less three tenths, unless the answer comes after the end. */
    private static class AnyAnswer implements SessionWorld.Belief {
        private final LongSupplier now;
        private long end = TIMEOUT / 10 * 7;

        AnyAnswer(LongSupplier now) {
            this.now = now;
        }

        @Override
        public long end() {
            return end;
        }

        @Override
        public void read(long sent) {
            synced(sent);
        }

        @Override
        public void synced(long sent) {
            if (now.getAsLong() < end) {
                end = Math.max(end, sent + TIMEOUT / 10 * 7);
            }
        }

        @Override
        public void written(long sent) {
            synced(sent);
        }

        @Override
        public void taken(long lastFinished) {}
    }

    private static final class AnyAnswerOfTheLeader extends AnyAnswer {

        AnyAnswerOfTheLeader(LongSupplier now) {
            super(now);
        }

        @Override
        public void read(long sent) {}
    }
}
