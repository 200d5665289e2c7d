package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * JSON in its canonical form of RFC 8785. That form exists only for I-JSON: names occur once in an object, numbers are
 * doubles, and text is well-formed. An object with a name twice, or a number that a double does not have exactly as written in
 * the shortest form (an amount with 20 digits, say), has none: programs read it in different ways.
 */
final class CanonicalJson {

    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private CanonicalJson(String text) {
        this.text = text;
    }

    /** Returns the canonical form; null if there is none. */
    static byte @Nullable [] of(byte[] json) {
        try {
            CanonicalJson parser = new CanonicalJson(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString());
            StringBuilder written = new StringBuilder(json.length);
            parser.value(written);
            parser.skipBlanks();
            return parser.at == parser.text.length() ? written.toString().getBytes(UTF_8) : null;
        } catch (CharacterCodingException | NoCanonicalForm e) {
            return null;
        }
    }

    private void value(StringBuilder written) throws NoCanonicalForm {
        skipBlanks();
        switch (peek()) {
            case '{' -> object(written);
            case '[' -> array(written);
            case '"' -> JsonText.write(string(), written);
            case 't' -> literal("true", written);
            case 'f' -> literal("false", written);
            case 'n' -> literal("null", written);
            default -> number(written);
        }
    }

    private void object(StringBuilder written) throws NoCanonicalForm {
        enter();
        // RFC 8785 sorts by UTF-16 code units, as String.compareTo does.
        Map<String, StringBuilder> members = new TreeMap<>();
        while (more('}', members.isEmpty())) {
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            StringBuilder value = new StringBuilder();
            value(value);
            if (members.put(name, value) != null) {
                throw new NoCanonicalForm();
            }
        }
        written.append('{');
        String comma = "";
        for (Map.Entry<String, StringBuilder> member : members.entrySet()) {
            written.append(comma);
            JsonText.write(member.getKey(), written);
            written.append(':').append(member.getValue());
            comma = ",";
        }
        written.append('}');
        depth--;
    }

    private void array(StringBuilder written) throws NoCanonicalForm {
        enter();
        written.append('[');
        boolean first = true;
        while (more(']', first)) {
            written.append(first ? "" : ",");
            value(written);
            first = false;
        }
        written.append(']');
        depth--;
    }

    private void enter() throws NoCanonicalForm {
        at++;
        if (++depth > DEEPEST) {
            throw new NoCanonicalForm();
        }
    }

    /** Whether another element follows; consumes the comma before it, or the end. */
    private boolean more(char end, boolean first) throws NoCanonicalForm {
        skipBlanks();
        if (peek() == end) {
            at++;
            return false;
        }
        if (!first) {
            expect(',');
        }
        return true;
    }

    private String string() throws NoCanonicalForm {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (peek() != '"') {
            char next = next();
            if (next < 0x20) {
                throw new NoCanonicalForm();
            }
            value.append(next == '\\' ? escaped() : next);
        }
        at++;
        if (!UTF_8.newEncoder().canEncode(value)) {
            throw new NoCanonicalForm();
        }
        return value.toString();
    }

    private char escaped() throws NoCanonicalForm {
        char kind = next();
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    char hex = next();
                    if (hex > 0x7f || Character.digit(hex, 16) < 0) {
                        throw new NoCanonicalForm();
                    }
                    code = code * 16 + Character.digit(hex, 16);
                }
                yield (char) code;
            }
            default -> throw new NoCanonicalForm();
        };
    }

    private void number(StringBuilder written) throws NoCanonicalForm {
        int from = at;
        while ("+-.0123456789eE".indexOf(peek()) >= 0 && peek() != 0) {
            at++;
        }
        String canonical = CanonicalNumber.of(text.substring(from, at));
        if (canonical == null) {
            throw new NoCanonicalForm();
        }
        written.append(canonical);
    }

    private void literal(String word, StringBuilder written) throws NoCanonicalForm {
        if (!text.startsWith(word, at)) {
            throw new NoCanonicalForm();
        }
        at += word.length();
        written.append(word);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char next() throws NoCanonicalForm {
        if (at == text.length()) {
            throw new NoCanonicalForm();
        }
        return text.charAt(at++);
    }

    private void expect(char character) throws NoCanonicalForm {
        if (next() != character) {
            throw new NoCanonicalForm();
        }
    }

    private void skipBlanks() {
        while (" \t\r\n".indexOf(peek()) >= 0 && at < text.length()) {
            at++;
        }
    }

    /** It is not JSON, or not I-JSON. */
    private static final class NoCanonicalForm extends Exception {
        private static final long serialVersionUID = 1;

        NoCanonicalForm() {
            super(null, null, false, false);
        }
    }
}
