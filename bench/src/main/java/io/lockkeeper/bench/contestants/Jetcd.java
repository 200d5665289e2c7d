package io.lockkeeper.bench.contestants;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** What contestants that use jetcd have in common. */
final class Jetcd {
    private Jetcd() {}

    static Client connect(String url) {
        return Client.builder().endpoints(url.replace("etcd://", "http://")).build();
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    static <T> T answer(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
