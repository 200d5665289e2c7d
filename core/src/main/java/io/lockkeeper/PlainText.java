package io.lockkeeper;

import java.util.regex.Pattern;

/**
 * Makes text from untrusted sources safe for a terminal or a log: characters that are invisible, or that a terminal would
 * interpret, are replaced by an escape such as <code>&#92;u202e</code>.
 *
 * <p>The following are escaped: control characters (C0 including line breaks and tabs, DEL, C1), all of Unicode's format
 * characters (those that change the direction of text, zero-width characters, byte order marks, tags), line and paragraph
 * separators, unpaired surrogates, and other characters that Unicode defines as invisible, except the variation selectors
 * of emoji. Everything else is unchanged, including the backslash, so that plain text stays the same.
 */
public final class PlainText {

    /** Ranges of invisible characters, most of which are letters and marks by their category. */
    private static final int[] INVISIBLE = {
        0x034f, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2060, 0x206f, 0x3164, 0x3164, 0xffa0, 0xffa0,
        0xfff0, 0xfffb, 0xe0000, 0xe0fff
    };

    private static final Pattern LINE_BREAK = Pattern.compile("[ \\t]*[\\r\\n][ \\t\\r\\n]*");

    private PlainText() {}

    /**
     * Returns whether a character is left unchanged.
     *
     * @param codePoint any code point, including an unpaired surrogate
     * @return false if {@link #of} escapes it
     */
    public static boolean isPlain(int codePoint) {
        if (codePoint < 0x7f) {
            return codePoint >= ' ';
        }
        for (int range = 0; range < INVISIBLE.length; range += 2) {
            if (codePoint >= INVISIBLE[range] && codePoint <= INVISIBLE[range + 1]) {
                return false;
            }
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }

    /**
     * Returns the text with escapes in place of characters that are not plain. Plain text is returned unchanged, so that
     * applying this method twice has no further effect.
     *
     * @param text any text of one or more lines, which become one line
     * @return the plain text
     */
    public static String of(String text) {
        if (text.codePoints().allMatch(PlainText::isPlain)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> {
            if (isPlain(codePoint)) {
                plain.appendCodePoint(codePoint);
            } else {
                plain.append(String.format(codePoint > 0xffff ? "\\u{%x}" : "\\u%04x", codePoint));
            }
        });
        return plain.toString();
    }

    /**
     * Returns a message as {@linkplain #of plain text} in one line: line breaks, with the white space around them, become a space.
     *
     * @param text any text, such as an error message of a server or a driver
     * @return the plain text
     */
    public static String line(String text) {
        return of(LINE_BREAK.matcher(text).replaceAll(" "));
    }
}
