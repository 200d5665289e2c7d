package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The line between the JVM and the supervisor. Any thread may send; one at a time may read. */
final class Wire {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final InputStream from;
    private final OutputStream to;

    Wire(InputStream from, OutputStream to) {
        this.from = new BufferedInputStream(from);
        this.to = to;
    }

    /** Says a line. To one that is gone nothing can be said: reading tells of that. */
    void send(String line) {
        byte[] bytes = (line + "\n").getBytes(ISO_8859_1);
        synchronized (to) {
            try {
                to.write(bytes);
                to.flush();
            } catch (IOException gone) {
                // The reader sees it too, and does what is to be done.
            }
        }
    }

    /** The next line, or null at the end. */
    @Nullable
    String read() {
        StringBuilder line = new StringBuilder();
        try {
            for (int next = from.read(); next >= 0; next = from.read()) {
                if (next == '\n') {
                    return line.toString();
                }
                line.append((char) next);
            }
        } catch (IOException broken) {
            // Whoever was killed before all was read: an end like any other.
        }
        return null;
    }

    /** Text as one word of printable ASCII. */
    static String encode(String text) {
        StringBuilder word = new StringBuilder();
        for (byte value : text.getBytes(UTF_8)) {
            if (value > ' ' && value < 0x7f && value != '%') {
                word.append((char) value);
            } else {
                word.append('%').append(HEX.toHexDigits(value));
            }
        }
        return word.toString();
    }

    /**
     * The text of a word.
     *
     * @throws CharacterCodingException if its bytes are no UTF-8
     */
    static String decode(String word) throws CharacterCodingException {
        ByteBuffer bytes = ByteBuffer.allocate(word.length());
        for (int at = 0; at < word.length(); at++) {
            char next = word.charAt(at);
            if (next == '%') {
                bytes.put((byte) Integer.parseInt(word.substring(at + 1, at + 3), 16));
                at += 2;
            } else {
                bytes.put((byte) next);
            }
        }
        return UTF_8.newDecoder().decode(bytes.flip()).toString();
    }
}
