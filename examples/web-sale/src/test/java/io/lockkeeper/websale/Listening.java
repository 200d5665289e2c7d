package io.lockkeeper.websale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** On which addresses a process listens, as Linux tells. */
final class Listening {

    private static final String LISTENS = "0A";

    private Listening() {}

    /** The addresses, without their ports, as the kernel writes them. */
    static List<String> addresses(long pid) throws IOException {
        Path process = Path.of("/proc", "" + pid);
        Set<String> sockets = sockets(process);
        List<String> found = new ArrayList<>();
        for (String protocol : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(process.resolve("net").resolve(protocol))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTENS) && sockets.contains("socket:[" + fields[9] + "]")) {
                    found.add(fields[1].substring(0, fields[1].indexOf(':')));
                }
            }
        }
        return found;
    }

    /** 127.0.0.1, also as a socket for both versions of IP has it. */
    static boolean isLoopback(String address) {
        return address.equals("0100007F") || address.equals("0000000000000000FFFF00000100007F");
    }

    private static Set<String> sockets(Path process) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    sockets.add(Files.readSymbolicLink(descriptor).toString());
                } catch (NoSuchFileException closed) {
                    // It was closed since the folder was read.
                }
            }
        }
        return sockets;
    }
}
