package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whose interrupts a thread has after calls, some of which were to be interrupted. */
class LossInterruptTest {

    @AfterEach
    void clear() {
        boolean unused = Thread.interrupted();
    }

    @Test
    void the_caller_knows_nothing_of_it() {
        LossInterrupt call = LossInterrupt.begin();
        send(call);
        assertThat(interrupted()).isTrue();
        call.end();
        assertThat(interrupted()).isFalse();
        send(call);
        assertThat(interrupted()).isFalse();
    }

    @Test
    void who_was_interrupted_before_still_is() {
        Thread.currentThread().interrupt();
        LossInterrupt call = LossInterrupt.begin();
        send(call);
        call.end();
        assertThat(interrupted()).isTrue();
    }

    @Test
    void who_was_interrupted_before_still_is_even_if_the_method_hid_it() {
        Thread.currentThread().interrupt();
        LossInterrupt call = LossInterrupt.begin();
        boolean hidden = Thread.interrupted(); // As ReentrantLock.lock() does while it waits.
        send(call);
        assertThat(hidden).isTrue();
        call.end();
        assertThat(interrupted()).isTrue();
    }

    @Test
    void an_interrupt_of_somebody_else_stays() {
        LossInterrupt call = LossInterrupt.begin();
        Thread.currentThread().interrupt();
        send(call);
        call.end();
        assertThat(interrupted()).isTrue();
    }

    @Test
    void the_call_around_is_interrupted_when_the_inner_one_has_ended() {
        LossInterrupt outer = LossInterrupt.begin();
        LossInterrupt inner = LossInterrupt.begin();
        send(inner);
        send(outer);
        inner.end();
        assertThat(interrupted()).isTrue();
        outer.end();
        assertThat(interrupted()).isFalse();
    }

    @Test
    void the_call_around_the_next_one_is_interrupted_when_the_inner_ones_have_ended() {
        LossInterrupt outermost = LossInterrupt.begin();
        LossInterrupt outer = LossInterrupt.begin();
        LossInterrupt inner = LossInterrupt.begin();
        send(inner);
        send(outermost);
        inner.end();
        assertThat(interrupted()).isTrue();
        outer.end();
        assertThat(interrupted()).isTrue();
        outermost.end();
        assertThat(interrupted()).isFalse();
    }

    @Test
    void the_call_around_is_not_interrupted_by_the_loss_of_the_inner_one() {
        LossInterrupt outer = LossInterrupt.begin();
        LossInterrupt inner = LossInterrupt.begin();
        send(inner);
        inner.end();
        assertThat(interrupted()).isFalse();
        outer.end();
    }

    @Test
    void an_interrupt_for_the_call_around_outlasts_the_inner_one() {
        LossInterrupt outer = LossInterrupt.begin();
        LossInterrupt inner = LossInterrupt.begin();
        send(outer);
        send(inner);
        inner.end();
        assertThat(interrupted()).isTrue();
        outer.end();
        assertThat(interrupted()).isFalse();
    }

    @Test
    void an_interrupt_that_the_inner_call_met_can_be_sent_again_to_the_call_around_that_it_was_for() {
        LossInterrupt outer = LossInterrupt.begin();
        LossInterrupt inner = LossInterrupt.begin();
        send(inner);
        send(outer);
        boolean met = Thread.interrupted();
        inner.end();
        assertThat(met).isTrue();
        LossInterrupt.sendAgain();
        assertThat(interrupted()).isTrue();
        outer.end();
        assertThat(interrupted()).isFalse();
        LossInterrupt.sendAgain();
        assertThat(interrupted()).isFalse();
    }

    @Test
    void a_detached_call_is_not_interrupted() {
        LossInterrupt call = LossInterrupt.begin();
        call.detach();
        send(call);
        assertThat(interrupted()).isFalse();
        call.end();
    }

    /** As the thread that learns of the loss. The wait for it hides no interrupt, for it does not wait interruptibly. */
    private static void send(LossInterrupt call) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        new Thread(() -> {
                    call.send();
                    sent.complete(null);
                })
                .start();
        while (!sent.isDone()) {
            Thread.onSpinWait();
        }
    }

    private static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }
}
