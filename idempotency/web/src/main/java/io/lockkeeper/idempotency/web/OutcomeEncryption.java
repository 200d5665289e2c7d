package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts stored outcomes with AES-GCM. The idempotency key is authenticated along with each, so that an outcome that was moved to
 * another key cannot be read there. The current key encrypts; the others still decrypt. Immutable and thread-safe.
 *
 * <pre>
 * version: 1 byte  length of the key's id: 1 byte  id  nonce: 12 bytes
 * AES-GCM of (length of the type: 4 bytes  type  content), tag of 16 bytes
 * </pre>
 */
public final class OutcomeEncryption {

    private static final String TYPE = "lockkeeper-aes-gcm";
    private static final byte VERSION = 1;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final String current;
    private final Map<String, SecretKey> keys;
    private final SecureRandom random = new SecureRandom();

    private OutcomeEncryption(String current, Map<String, SecretKey> keys) {
        this.current = current;
        this.keys = keys;
    }

    /**
     * Returns an encryption with a single key.
     *
     * @param id its name, which is stored with each outcome: up to 64 letters, digits, hyphens and underscores
     * @param secret 16, 24 or 32 random bytes
     */
    public static OutcomeEncryption of(String id, byte[] secret) {
        return new OutcomeEncryption(id, Map.of()).accepting(id, secret);
    }

    /** Returns this encryption with another key, which decrypts only. */
    public OutcomeEncryption accepting(String id, byte[] secret) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "A key's id has 1 to 64 letters, digits, hyphens and underscores: " + id);
        }
        if (secret.length != 16 && secret.length != 24 && secret.length != 32) {
            throw new IllegalArgumentException("An AES key has 16, 24 or 32 bytes, not " + secret.length);
        }
        Map<String, SecretKey> more = new LinkedHashMap<>(keys);
        if (more.put(id, new SecretKeySpec(secret, "AES")) != null) {
            throw new IllegalArgumentException("Two keys have the id " + id);
        }
        return new OutcomeEncryption(current, more);
    }

    /** Returns a codec that encrypts what another encodes, for the outcome of one idempotency key. */
    public <T extends @Nullable Object> OutcomeCodec<T> codec(OutcomeCodec<T> plain, IdempotencyKey key) {
        return new OutcomeCodec<>() {
            @Override
            public EncodedValue encode(T value) {
                return encrypt(plain.encode(value), key);
            }

            @Override
            public T decode(EncodedValue encoded) {
                return plain.decode(decrypt(encoded, key));
            }
        };
    }

    private EncodedValue encrypt(EncodedValue plain, IdempotencyKey key) {
        byte[] type = plain.type().getBytes(US_ASCII);
        byte[] content = plain.content();
        byte[] text = ByteBuffer.allocate(Integer.BYTES + type.length + content.length)
                .putInt(type.length)
                .put(type)
                .put(content)
                .array();
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] id = current.getBytes(US_ASCII);
        byte[] secret = cipher(Cipher.ENCRYPT_MODE, current, nonce, text, key);
        return new EncodedValue(
                TYPE,
                ByteBuffer.allocate(2 + id.length + NONCE + secret.length)
                        .put(VERSION)
                        .put((byte) id.length)
                        .put(id)
                        .put(nonce)
                        .put(secret)
                        .array());
    }

    private EncodedValue decrypt(EncodedValue encoded, IdempotencyKey key) {
        ByteBuffer source = ByteBuffer.wrap(encoded.content());
        if (!encoded.type().equals(TYPE) || source.remaining() < 2 || source.get() != VERSION) {
            throw new UnreadableAnswerException("it is not encrypted in this format");
        }
        byte[] id = new byte[Byte.toUnsignedInt(source.get())];
        byte[] nonce = new byte[NONCE];
        if (source.remaining() < id.length + NONCE + TAG_BITS / Byte.SIZE) {
            throw new UnreadableAnswerException("it is cut off");
        }
        source.get(id).get(nonce);
        byte[] secret = new byte[source.remaining()];
        source.get(secret);
        ByteBuffer text = ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, new String(id, US_ASCII), nonce, secret, key));
        byte[] type = new byte[text.getInt()];
        text.get(type);
        byte[] content = new byte[text.remaining()];
        text.get(content);
        return new EncodedValue(new String(type, US_ASCII), content);
    }

    private byte[] cipher(int mode, String id, byte[] nonce, byte[] text, IdempotencyKey key) {
        SecretKey secret = keys.get(id);
        if (secret == null) {
            throw new UnreadableAnswerException("its encryption key is not there: " + id);
        }
        ByteArrayOutputStream bound = new ByteArrayOutputStream();
        LengthPrefixed.write(key.scope(), bound::writeBytes);
        LengthPrefixed.write(key.id(), bound::writeBytes);
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(bound.toByteArray());
            return cipher.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new UnreadableAnswerException(
                    "it was changed, or is another key's (" + e.getClass().getSimpleName() + ")");
        }
    }
}
