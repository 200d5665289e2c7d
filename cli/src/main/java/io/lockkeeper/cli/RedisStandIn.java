package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A stand-in for a Redis, in which every lock is free. */
final class RedisStandIn extends StandIn {
    private static final String HELLO =
            "*6\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.0.0\r\n$5\r\nproto\r\n:2\r\n";
    private static final String MEMORY = "$27\r\nmaxmemory_policy:noeviction\r\n";
    /** First and last token, lease, since, and who waits: as the script of a claim answers. */
    private static final String GRANTED = "*6\r\n$7\r\ngranted\r\n:1000\r\n:1015\r\n:30000000\r\n:1000\r\n:0\r\n";

    RedisStandIn() throws IOException {}

    @Override
    void answer(InputStream asked, OutputStream answers) throws IOException {
        InputStream from = new BufferedInputStream(asked);
        while (true) {
            answers.write(answer(command(from)).getBytes(ISO_8859_1));
        }
    }

    private static String answer(List<String> command) {
        return switch (command.get(0).toUpperCase(Locale.ROOT)) {
            case "PING" -> "+PONG\r\n";
            case "HELLO" -> HELLO;
            case "INFO" -> MEMORY;
            // A claim says more than a release.
            case "EVALSHA", "EVAL" -> command.size() > 8 ? GRANTED : ":1\r\n";
            default -> "-ERR unknown command\r\n";
        };
    }

    private static List<String> command(InputStream from) throws IOException {
        List<String> words = new ArrayList<>();
        int count = Integer.parseInt(line(from).substring(1));
        for (int word = 0; word < count; word++) {
            int length = Integer.parseInt(line(from).substring(1));
            words.add(new String(from.readNBytes(length), ISO_8859_1));
            String unused = line(from);
        }
        return words;
    }

    private static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        if (line.length() < 2) {
            return line.append("00").toString();
        }
        return line.toString();
    }
}
