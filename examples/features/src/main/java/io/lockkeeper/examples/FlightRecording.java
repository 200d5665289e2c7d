package io.lockkeeper.examples;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Lock events in the JDK's flight recorder: needs no code, and shows them beside the JVM's other events. */
public final class FlightRecording {
    private FlightRecording() {}

    /** Runs the example. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path file = Files.createTempFile("locks", ".jfr");
        try (Recording recording = new Recording()) { // Or start Java with -XX:StartFlightRecording.
            recording.enable("io.lockkeeper.Lock");
            recording.start();
            work();
            recording.stop();
            recording.dump(file);
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) { // Or open it in JDK Mission Control.
                System.out.println(event.getString("lock") + " " + event.getString("what") + ", "
                        + event.getDuration("nanos").toMillis() + " ms");
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void work() throws InterruptedException {
        try (LockClient locks = LockClient.connect("memory:flight-recording")) {
            DistributedLock oven = locks.lock("bakery:oven");
            try (Lease lease = oven.acquire()) {
                Thread.sleep(20); // Bread is baked.
                lease.ensureHeld();
            }
        }
    }
}
