package io.lockkeeper.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A password that a store's address names a file for, so that the address is no secret. Messages show the path only. */
final class PasswordFile {
    /** The parameter of addresses with a login before their hosts. */
    static final String PARAMETER = "password-file";

    private static final int LONGEST = 4096;

    private PasswordFile() {}

    /** The address with the password in it, if it names a file. */
    static StoreAddress applied(StoreAddress address) {
        String file = address.parameters().get(PARAMETER);
        String start = address.scheme() + "://";
        if (file == null || !address.url().regionMatches(true, 0, start, 0, start.length())) {
            return address;
        }
        int question = address.url().indexOf('?');
        String place = address.url().substring(start.length(), question);
        int slash = place.indexOf('/');
        String authority = slash < 0 ? place : place.substring(0, slash);
        int at = authority.lastIndexOf('@');
        String user = at < 0 ? "" : authority.substring(0, at);
        if (user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The address " + address + " has a password and a '" + PARAMETER + "'.");
        }
        List<String> others = new ArrayList<>();
        for (String pair : address.url().substring(question + 1).split("&", -1)) {
            if (!StoreAddress.decode(pair.split("=", 2)[0]).equals(PARAMETER)) {
                others.add(pair);
            }
        }
        return StoreAddress.parse(start + user + ":" + encoded(read(file)) + "@" + place.substring(at + 1)
                + (others.isEmpty() ? "" : "?" + String.join("&", others)));
    }

    /**
     * The only line of a file.
     *
     * @throws IllegalArgumentException if there is none
     */
    static String read(String file) {
        byte[] bytes;
        try {
            Path path = Path.of(file);
            if (!path.isAbsolute()) {
                throw new InvalidPathException(file, "it must be an absolute path");
            }
            try (InputStream in = Files.newInputStream(path)) {
                bytes = in.readNBytes(LONGEST + 1);
            }
            if (bytes.length > LONGEST) {
                throw new IOException("it has more than " + LONGEST + " bytes");
            }
        } catch (InvalidPathException invalid) {
            throw refused(file, invalid.getReason());
        } catch (NoSuchFileException missing) {
            throw refused(file, "there is no such file");
        } catch (AccessDeniedException denied) {
            throw refused(file, "permission denied");
        } catch (IOException unreadable) {
            throw refused(file, String.valueOf(unreadable.getMessage()));
        }
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException noText) {
            throw refused(file, "it is not UTF-8");
        }
        String line = text.replaceFirst("\r?\n\\z", "");
        if (line.isEmpty()) {
            throw refused(file, "it is empty");
        }
        if (line.chars().anyMatch(Character::isISOControl)) {
            throw refused(file, "it must have one line, without control characters");
        }
        return line;
    }

    private static IllegalArgumentException refused(String file, String reason) {
        return new IllegalArgumentException("The password file '" + file + "' cannot be used: " + reason + ".");
    }

    private static String encoded(String password) {
        StringBuilder text = new StringBuilder();
        for (byte octet : password.getBytes(UTF_8)) {
            text.append(String.format("%%%02X", octet & 0xff));
        }
        return text.toString();
    }
}
