package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The replies that arrive on one RESP2 connection; errors are returned, not thrown. */
final class RespReader {
    private final DataInputStream input;

    RespReader(InputStream input) {
        this.input = new DataInputStream(new BufferedInputStream(input));
    }

    @Nullable
    Object read() throws IOException {
        String line = readLine();
        if (line.isEmpty()) {
            throw new IOException("not RESP2: an empty line");
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RespException(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> readText(Integer.parseInt(rest));
            case '*' -> readList(Integer.parseInt(rest));
            default -> throw new IOException("not RESP2: " + line);
        };
    }

    private @Nullable String readText(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        input.readFully(bytes);
        readLine();
        return new String(bytes, UTF_8);
    }

    private @Nullable List<@Nullable Object> readList(int size) throws IOException {
        if (size < 0) {
            return null;
        }
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(read());
        }
        return list;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(UTF_8);
    }
}
