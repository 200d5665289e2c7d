package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndOfJvmTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Starts a paused server, a JVM like itself if it may, and tells their processes; ends at the end of input. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] args) throws IOException {
            int generations = Integer.parseInt(args[0]);
            RedisServer redis = RedisServer.start();
            redis.pause();
            System.out.println(redis.process().pid() + " " + redis.process().directory());
            if (generations > 1) {
                JavaProcess child = JavaProcess.start(Owner.class, "" + (generations - 1));
                String line = child.awaitLine(each -> true, LONG);
                System.out.println(child.pid() + " " + redis.process().directory());
                System.out.println(line);
            }
            System.in.read();
            System.exit(0);
        }
    }

    @Test
    void servers_and_their_files_are_gone_soon_after_their_jvm_was_killed() throws IOException {
        try (JavaProcess owner = JavaProcess.start(Owner.class, "1")) {
            Left redis = Left.parse(owner.awaitLine(line -> true, LONG));
            assertThat(redis.isGone()).isFalse();
            owner.kill();
            Await.until("the end of the server", LONG, redis::isGone);
            Await.until("the removal of its files", LONG, () -> !Files.exists(redis.directory()));
        }
    }

    @Test
    void a_jvm_that_forgets_to_close_its_servers_leaves_none() {
        try (JavaProcess owner = JavaProcess.start(Owner.class, "1")) {
            Left redis = Left.parse(owner.awaitLine(line -> true, LONG));
            owner.writeLine("end");
            assertThat(owner.awaitExit(LONG)).isEqualTo(0);
            Await.until("the end of the server", LONG, redis::isGone);
        }
    }

    @Test
    void jvms_and_what_they_started_in_turn_are_gone_too() {
        try (JavaProcess owner = JavaProcess.start(Owner.class, "2")) {
            Left redis = Left.parse(owner.awaitLine(line -> true, LONG));
            Left child = Left.parse(owner.awaitLine(line -> true, LONG));
            Left grandchild = Left.parse(owner.awaitLine(line -> true, LONG));
            owner.kill();
            for (Left each : new Left[] {redis, child, grandchild}) {
                Await.until("the end of " + each, LONG, each::isGone);
            }
        }
    }

    /** A process and the directory of its owner. */
    private record Left(long pid, Path directory) {
        static Left parse(String line) {
            String[] words = line.split(" ", 2);
            return new Left(Long.parseLong(words[0]), Path.of(words[1]));
        }

        /** Whoever inherits a dead orphan may never ask for its exit code; it stays a zombie then, and is gone. */
        boolean isGone() throws IOException {
            Path stat = Path.of("/proc", Long.toString(pid), "stat");
            return ProcessHandle.of(pid).isEmpty()
                    || (Files.exists(stat) && Files.readString(stat).matches("(?s).*\\) Z .*"));
        }
    }
}
