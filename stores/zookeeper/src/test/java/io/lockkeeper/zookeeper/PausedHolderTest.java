package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Holders in processes of their own, which are really stopped and killed. */
class PausedHolderTest extends WithZooKeeper {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public Duration patience() {
        return PATIENCE;
    }

    /** At its first look, before it can do harm. */
    @Test
    void a_holder_that_was_paused_past_its_session_finds_out_when_it_goes_on() {
        try (Contender bob = contender();
                JavaProcess ann = holder()) {
            long token = tokenOf(ann);
            Claim claim = bob.queue("orders");
            ann.pause();
            Grant grant = bob.awaitGrant(claim);
            assertThat(grant.firstToken()).isGreaterThan(token);
            ann.writeLine("?");
            ann.resume();
            assertThat(ann.awaitLine(PausedHolderTest::isAnswer, PATIENCE)).isEqualTo("lost");
            bob.release(grant);
        }
    }

    @Test
    void a_holder_that_is_paused_for_a_moment_keeps_its_lock() {
        try (Contender bob = contender();
                JavaProcess ann = holder()) {
            tokenOf(ann);
            ann.pause();
            bob.isRefused("orders");
            ann.resume();
            ann.writeLine("?");
            assertThat(ann.awaitLine(PausedHolderTest::isAnswer, PATIENCE)).isEqualTo("held");
            bob.isRefused("orders");
        }
    }

    @Test
    void a_holder_that_was_killed_is_succeeded_when_its_session_ends() {
        try (Contender bob = contender();
                JavaProcess ann = holder()) {
            long token = tokenOf(ann);
            Claim claim = bob.queue("orders");
            ann.kill();
            assertThat(bob.awaitGrant(claim).firstToken()).isGreaterThan(token);
        }
    }

    private JavaProcess holder() {
        return JavaProcess.start(PausedHolder.class, server.url() + "?session=4s", "orders");
    }

    private static long tokenOf(JavaProcess holder) {
        return Long.parseLong(
                holder.awaitLine(line -> line.startsWith("holds "), PATIENCE).substring(6));
    }

    private static boolean isAnswer(String line) {
        return line.equals("held") || line.equals("lost");
    }
}
