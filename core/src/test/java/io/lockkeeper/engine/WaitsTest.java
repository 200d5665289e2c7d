package io.lockkeeper.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Who closes something waits for a limited time, whatever interrupts it. */
class WaitsTest {

    @Test
    void interruptsDoNotProlongAWait() throws InterruptedException {
        BlockingQueue<Boolean> done = new LinkedBlockingQueue<>();
        BlockingQueue<Boolean> flags = new LinkedBlockingQueue<>();
        Thread waiting = new Thread(() -> {
            done.add(Waits.uninterruptibly(new CompletableFuture<>(), Duration.ofSeconds(1), System::nanoTime));
            flags.add(Thread.currentThread().isInterrupted());
        });
        waiting.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (done.isEmpty() && System.nanoTime() < end) {
            waiting.interrupt();
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(done.poll()).as("it is still waiting").isNotNull().isFalse();
        assertThat(flags.poll(20, TimeUnit.SECONDS)).as("the interrupt is kept").isTrue();
    }
}
