package io.lockkeeper;

import java.util.regex.Pattern;

/**
 * Text from elsewhere, made fit for a terminal or a log: what a reader could not see, or a terminal would obey, is written
 * as an escape such as <code>&#92;u202e</code>.
 *
 * <p>Escaped are control characters (C0 with line breaks and tabs, DEL, C1), all of Unicode's format characters (those that
 * turn the direction of text, of no width, byte order marks, tags), line and paragraph separators, halves of surrogate
 * pairs, and other characters that Unicode says to show nothing for, but for the variation selectors of emoji. Everything
 * else is left as it is, the backslash too, so plain text stays plain.
 */
public final class PlainText {

    /** Ranges that are shown as nothing, though most of them are letters and marks by their category. */
    private static final int[] INVISIBLE = {
        0x034f, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2060, 0x206f, 0x3164, 0x3164, 0xffa0, 0xffa0,
        0xfff0, 0xfffb, 0xe0000, 0xe0fff
    };

    private static final Pattern LINE_BREAK = Pattern.compile("[ \\t]*[\\r\\n][ \\t\\r\\n]*");

    private PlainText() {}

    /**
     * Whether a character is shown as it is.
     *
     * @param codePoint any, also half of a surrogate pair
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
     * The text with escapes for what is not plain. Plain text, and thus what this returns, is returned as it is.
     *
     * @param text any text, in one line or several, which become one
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
     * A message as {@link #of plain} text in one line: line breaks, with the white space around them, become a space.
     *
     * @param text any text, such as what a server or a driver says of a failure
     * @return the plain text
     */
    public static String line(String text) {
        return of(LINE_BREAK.matcher(text).replaceAll(" "));
    }
}
