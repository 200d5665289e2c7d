package io.lockkeeper.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A supervisor without a front, whose other end is this JVM. COMMAND has this JVM's standard input, output and error. */
final class TestSupervisor {
    private static final Path SCRIPTS =
            Path.of("src/main/resources/io/lockkeeper/cli/perl").toAbsolutePath();

    private static final String SUPERVISE = """
            use Socket;
            my ($dir, $port) = splice @ARGV, 0, 2;
            do "$dir/front.pl" or die $@;
            load(map { "$dir/$_.pl" } qw(supervisor command processes terminal));
            socket my $jvm, PF_INET, SOCK_STREAM, 0 or die $!;
            connect $jvm, pack_sockaddr_in($port, INADDR_LOOPBACK) or die $!;
            supervise({ jvm => getppid, outer => getpgrp, hears => $jvm, says => $jvm, front => undef, command => [@ARGV], closed => [] });
            """;

    private TestSupervisor() {}

    static Path scripts() {
        return SCRIPTS;
    }

    /** Starts one; COMMAND does not run yet. */
    static Supervisor start(List<String> command) throws IOException {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process =
                    new ProcessBuilder(line(door, "", command)).inheritIO().start();
            return met(door, process);
        }
    }

    /** The command line that starts one, which will come to a door. */
    static List<String> line(ServerSocket door, String before, List<String> command) {
        List<String> line = new ArrayList<>(List.of("perl", "-e", before + SUPERVISE));
        line.addAll(List.of(SCRIPTS.toString(), Integer.toString(door.getLocalPort())));
        line.addAll(command);
        return line;
    }

    /** Waits until the process comes. */
    static Supervisor met(ServerSocket door, Process process) throws IOException {
        CompletableFuture<?> unused = process.onExit().thenRun(() -> close(door));
        Socket socket = door.accept();
        return Supervisor.greeted(new Wire(socket.getInputStream(), socket.getOutputStream()), new Signals(code -> {}));
    }

    private static void close(ServerSocket door) {
        try {
            door.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
