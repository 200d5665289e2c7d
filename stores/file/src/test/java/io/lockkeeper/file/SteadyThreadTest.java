package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.JavaProcess;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever interrupts all threads of a program frees none of its locks. */
class SteadyThreadTest {

    @TempDir
    Path folder;

    @Test
    void anInterruptClosesNoFile() throws Exception {
        try (FileChannel channel = FileChannel.open(
                folder.resolve("file"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            CompletableFuture<Boolean> locked = new CompletableFuture<>();
            Thread thread = new SteadyThread(
                    () -> {
                        Thread.currentThread().interrupt();
                        try {
                            channel.lock().release();
                            locked.complete(true);
                        } catch (Exception closed) {
                            locked.completeExceptionally(closed);
                        }
                    },
                    "steady");
            thread.start();
            assertThat(locked.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void theThreadOfTheStoreIsOne() throws Exception {
        try (LockClient locks = LockClient.connect("file:" + folder);
                JavaProcess other = Worker.start(folder);
                Lease canary = locks.lock("canary").acquire()) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("lockkeeper-file")) {
                    assertThat(thread).isInstanceOf(SteadyThread.class);
                    thread.interrupt();
                }
            }
            assertThat(canary.isHeld()).isTrue();
            assertThat(Worker.ask(other, "try canary")).startsWith("busy canary");
        }
    }
}
