package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Locks in a folder: work between the processes of a machine, need no server, and are released at once when a process dies. */
public final class LockFolder {
    private LockFolder() {}

    /** Runs the example. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder =
                Files.createTempDirectory("locks"); // In production: a permanent folder, such as /var/lib/shop/locks.
        // The kernel keeps these locks as long as their process lives, so they are suitable for CORRECTNESS, too.
        LockOptions correct = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);
        try (LockClient shop = LockClient.connect("file:" + folder); // Two clients, as in two processes.
                LockClient warehouse = LockClient.connect("file:" + folder)) {
            try (Lease lease = shop.lock("shelf:12", correct).acquire()) {
                System.out.println("The shop holds " + lease.name() + "; it has no end: " + lease.remaining());
                System.out.println(
                        "The warehouse: " + warehouse.lock("shelf:12").tryAcquire());
            }
            try (Lease lease = warehouse.lock("shelf:12", correct).acquire()) {
                System.out.println("Now the warehouse holds it: " + lease.isHeld());
            }
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
