package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.store.Sha256;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A lock's name with its places on disk: which byte of which lock file stands for it, and which data file.
 *
 * <p>A data file is called like the lock where that is plain. All else is written as {@code %} and two
 * digits, capitals too, since some file systems do not tell them from small letters. No such name begins
 * or ends with a dot, nor is one that Windows keeps for devices. Where it would become too long, it is cut
 * and ends in {@code ~} and a hash.
 *
 * @param name as its user writes it
 * @param lockFile 0 to 63
 * @param offset of the byte in the lock file that stands for the name, below 2^61
 * @param dataFile the data file's name
 */
record LockName(String name, int lockFile, long offset, String dataFile) {

    /** How many lock files a folder has: kernels and JDKs search the locks of one file one by one. */
    static final int LOCK_FILES = 64;

    private static final long NEXT = 1L << 61;
    private static final long GROUP = 1L << 62;
    private static final int LONGEST = 200;
    private static final int READABLE = 100;
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])([.].*)?");
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    private static final Pattern ESCAPED = Pattern.compile("%[0-9a-f]{2}");
    private static final HexFormat HEX = HexFormat.of();

    /** Finds the places of a name. */
    static LockName of(String name) {
        byte[] bytes = utf8(name);
        byte[] hash = Sha256.of(bytes);
        long offset = ByteBuffer.wrap(hash).getLong() >>> 3;
        String encoded = encode(bytes);
        if (encoded.length() > LONGEST) {
            encoded = encoded.substring(0, READABLE) + "~" + HEX.formatHex(hash);
        }
        return new LockName(name, hash[8] & (LOCK_FILES - 1), offset, encoded);
    }

    /** The byte that stands for being next in line. */
    long offsetOfNext() {
        return offset | NEXT;
    }

    /** The byte that stands for a process group, if the name is one's. */
    long offsetOfGroup() {
        return offset | GROUP;
    }

    /** What a data file's name says of the lock's; empty if only the file itself can say. */
    static Optional<String> decode(String dataFile) {
        if (dataFile.indexOf('~') >= 0) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.allocate(dataFile.length());
        for (int at = 0; at < dataFile.length(); at++) {
            char next = dataFile.charAt(at);
            if (next == '%') {
                if (!ESCAPED.matcher(dataFile.substring(at)).lookingAt()) {
                    return Optional.empty();
                }
                next = (char) HexFormat.fromHexDigits(dataFile, at + 1, at + 3);
                at += 2;
            }
            bytes.put((byte) next);
        }
        return Optional.of(UTF_8.decode(bytes.flip()).toString());
    }

    private static String encode(byte[] name) {
        StringBuilder encoded = new StringBuilder(name.length + 16);
        for (int at = 0; at < name.length; at++) {
            boolean edge = at == 0 || at == name.length - 1;
            if (isPlain(name[at]) && !(edge && name[at] == '.')) {
                encoded.append((char) name[at]);
            } else {
                encoded.append('%').append(HEX.toHexDigits(name[at]));
            }
        }
        if (DEVICE.matcher(encoded).matches()) {
            encoded.replace(0, 1, "%" + HEX.toHexDigits(name[0]));
        }
        return encoded.toString();
    }

    private static boolean isPlain(byte letter) {
        return PLAIN.indexOf(letter) >= 0;
    }

    private static byte[] utf8(String name) {
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException halfPair) {
            throw new IllegalArgumentException("A lock's name is well-formed Unicode; this one is not.", halfPair);
        }
    }
}
