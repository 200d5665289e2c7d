package io.lockkeeper.idempotency.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** A script that the server runs as one atomic step, with {@code record.lua} before it. */
enum Script {
    CLAIM(ScriptOutputType.MULTI),
    RENEW(ScriptOutputType.MULTI),
    FINISH(ScriptOutputType.INTEGER),
    NOTE(ScriptOutputType.INTEGER),
    RELEASE(ScriptOutputType.INTEGER),
    WITHDRAW(ScriptOutputType.INTEGER),
    FIND(ScriptOutputType.MULTI),
    FREE(ScriptOutputType.INTEGER),
    COMPLETE(ScriptOutputType.INTEGER),
    ERASE(ScriptOutputType.INTEGER);

    private final ScriptOutputType type;
    private final String text;
    private final String digest;

    Script(ScriptOutputType type) {
        this.type = type;
        this.text = read("record.lua") + read(name().toLowerCase(Locale.ROOT) + ".lua");
        try {
            byte[] sha1 = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            this.digest = HexFormat.of().formatHex(sha1);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-1", e);
        }
    }

    /** What reads one of its replies. */
    @SuppressWarnings("unchecked") // as the replies are
    <T> CommandOutput<byte[], byte[], T> output() {
        CommandOutput<byte[], byte[], ?> output = type == ScriptOutputType.INTEGER
                ? new IntegerOutput<byte[], byte[]>(ByteArrayCodec.INSTANCE)
                : new NestedMultiOutput<byte[], byte[]>(ByteArrayCodec.INSTANCE);
        return (CommandOutput<byte[], byte[], T>) output;
    }

    String text() {
        return text;
    }

    /** By which the server knows it. */
    String digest() {
        return digest;
    }

    private static String read(String resource) {
        try (InputStream input = Script.class.getResourceAsStream(resource)) {
            if (input == null) {
                throw new IllegalStateException(
                        "lockkeeper-idempotency-redis was repackaged without its resource " + resource);
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
