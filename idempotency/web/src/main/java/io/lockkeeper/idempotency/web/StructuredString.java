package io.lockkeeper.idempotency.web;

import java.util.Base64;

/** The parser of an Item structured field whose value is a String: RFC 9651, section 4.2, which RFC 8941 has alike. */
final class StructuredString {

    private static final int END = -1;

    private final String text;
    private int at;

    private StructuredString(String text) {
        this.text = text;
    }

    /** Returns the String; its parameters are checked and ignored, as RFC 9651 asks for unknown ones. */
    static String parse(String field) throws MalformedFieldException {
        StructuredString parser = new StructuredString(field);
        parser.skipSpaces();
        if (parser.peek() != '"') {
            throw new MalformedFieldException("it is not a string in double quotes");
        }
        String value = parser.string();
        parser.parameters();
        parser.skipSpaces();
        if (parser.peek() != END) {
            throw new MalformedFieldException("characters follow the string");
        }
        return value;
    }

    private int peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private void skipSpaces() {
        while (peek() == ' ') {
            at++;
        }
    }

    private String string() throws MalformedFieldException {
        StringBuilder value = new StringBuilder();
        at++;
        while (true) {
            int next = peek();
            at++;
            if (next == '"') {
                return value.toString();
            } else if (next == '\\') {
                next = peek();
                at++;
                if (next != '"' && next != '\\') {
                    throw new MalformedFieldException("a backslash precedes neither a quote nor a backslash");
                }
            } else if (next < 0x20 || next > 0x7e) {
                throw new MalformedFieldException(
                        next == END ? "the closing quote is missing" : "a character is not printable ASCII");
            }
            value.append((char) next);
        }
    }

    private void parameters() throws MalformedFieldException {
        while (peek() == ';') {
            at++;
            skipSpaces();
            if (!(isLower(peek()) || peek() == '*')) {
                throw new MalformedFieldException("a parameter has no name");
            }
            while (isLower(peek()) || isDigit(peek()) || in("_-.*", peek())) {
                at++;
            }
            if (peek() == '=') {
                at++;
                bareItem();
            }
        }
    }

    private void bareItem() throws MalformedFieldException {
        int first = peek();
        if (first == '"') {
            String unused = string();
        } else if (first == '-' || isDigit(first)) {
            number(true);
        } else if (isLetter(first) || first == '*') {
            while (isToken(peek())) {
                at++;
            }
        } else if (first == ':') {
            binary();
        } else if (first == '?') {
            at++;
            expect(peek() == '0' || peek() == '1');
            at++;
        } else if (first == '@') {
            at++;
            number(false);
        } else if (first == '%') {
            at++;
            expect(peek() == '"');
            displayString();
        } else {
            expect(false);
        }
    }

    private void number(boolean fraction) throws MalformedFieldException {
        if (peek() == '-') {
            at++;
        }
        int digits = digits();
        if (fraction && peek() == '.') {
            at++;
            int decimals = digits();
            expect(digits >= 1 && digits <= 12 && decimals >= 1 && decimals <= 3);
        } else {
            expect(digits >= 1 && digits <= 15);
        }
    }

    private int digits() {
        int from = at;
        while (isDigit(peek())) {
            at++;
        }
        return at - from;
    }

    private void binary() throws MalformedFieldException {
        int end = text.indexOf(':', at + 1);
        expect(end > 0);
        try {
            byte[] unused = Base64.getDecoder().decode(text.substring(at + 1, end));
        } catch (IllegalArgumentException e) {
            expect(false);
        }
        at = end + 1;
    }

    private void displayString() throws MalformedFieldException {
        at++;
        while (peek() != '"') {
            expect(peek() >= 0x20 && peek() <= 0x7e);
            if (peek() == '%') {
                expect(isLowerHex(at + 1) && isLowerHex(at + 2));
                at += 2;
            }
            at++;
        }
        at++;
    }

    private boolean isLowerHex(int index) {
        return index < text.length() && in("0123456789abcdef", text.charAt(index));
    }

    private static void expect(boolean condition) throws MalformedFieldException {
        if (!condition) {
            throw new MalformedFieldException("a parameter is malformed");
        }
    }

    private static boolean isToken(int character) {
        return isLetter(character) || isDigit(character) || in("!#$%&'*+-.^_`|~:/", character);
    }

    private static boolean isLetter(int character) {
        return isLower(character) || (character >= 'A' && character <= 'Z');
    }

    private static boolean isLower(int character) {
        return character >= 'a' && character <= 'z';
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    private static boolean in(String characters, int character) {
        return character != END && characters.indexOf(character) >= 0;
    }

    /** Says what is wrong with a field's value. */
    static final class MalformedFieldException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedFieldException(String reason) {
            super(reason);
        }
    }
}
