package io.lockkeeper.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A script that the server runs as one atomic step, put together from resource files when first used. */
final class Script {

    static final Script CLAIM = new Script("stored", "head", "claim-alone", "lock", "attempt", "claim");
    static final Script EXCHANGE = new Script("stored", "head", "lock", "attempt", "exchange");
    static final Script RELEASE = new Script("stored", "head", "release-alone", "lock", "release");
    static final Script WITHDRAW = new Script("stored", "head", "lock", "mark", "withdraw");
    static final Script ADJUST = new Script("stored", "head", "lock", "adjust");
    static final Script REVOKE = new Script("stored", "head", "lock", "mark", "revoke");
    static final Script RECALL = new Script("stored", "head", "lock", "recall");
    static final Script RECALLED = new Script("stored", "recalled");
    static final Script RENEW = new Script("stored", "renew");
    static final Script INSPECT = new Script("stored", "inspect");

    private final String[] parts;
    private volatile @Nullable Body body;

    private Script(String... parts) {
        this.parts = parts;
    }

    /** The script and the digest by which the server knows it. */
    record Body(String text, String digest) {}

    Body body() {
        Body loaded = body;
        if (loaded == null) {
            loaded = load();
            body = loaded;
        }
        return loaded;
    }

    private Body load() {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(read(part + ".lua"));
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return new Body(text.toString(), HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-1.", impossible);
        }
    }

    private static String read(String resource) {
        try (InputStream input = Script.class.getResourceAsStream(resource)) {
            if (input == null) {
                throw new IllegalStateException(
                        "lockkeeper-redis was repackaged without its resource " + resource + ".");
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
