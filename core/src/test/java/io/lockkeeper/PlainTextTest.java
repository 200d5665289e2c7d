package io.lockkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What came from elsewhere neither commands a terminal nor hides from a reader. */
class PlainTextTest {

    /** What may reach a terminal at all, as the standard's own names for it have it. */
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    @Test
    void ofAllCharactersNoneThatIsUnfitIsLeftAndAllOthersAre() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT).forEach(codePoint -> {
            String text = "a" + Character.toString(codePoint) + "z";
            String plain = PlainText.of(text);
            if (!plain.equals(text)) {
                String number = Integer.toHexString(codePoint);
                assertThat(plain)
                        .isEqualTo("a\\u"
                                + (codePoint > 0xffff ? "{" + number + "}" : "0".repeat(4 - number.length()) + number)
                                + "z");
            } else if (UNFIT.matcher(text).find()) {
                fail("U+%x is left", codePoint);
            }
            if (!PlainText.of(plain).equals(plain)) {
                fail("U+%x is escaped twice", codePoint);
            }
        });
    }

    @Test
    void whatTurnsHidesOrBreaksTextIsEscaped() {
        IntStream.of(ranges(
                        0x00, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x180b, 0x180f,
                        0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xd800, 0xdfff, 0xfeff, 0xfeff,
                        0xffa0, 0xffa0, 0xfff9, 0xfffb, 0xe0000, 0xe0fff))
                .forEach(codePoint -> assertThat(PlainText.isPlain(codePoint))
                        .as("U+%x", codePoint)
                        .isFalse());
    }

    @Test
    void lettersSignsAndEmojiAreLeft() {
        for (String text : new String[] {
            "",
            " nightly report ",
            "C:\\jobs\\u0041",
            "Größe",
            "e\u0301",
            "锁",
            "قفل",
            "नाम",
            "🔒",
            "❤\ufe0f",
            "…",
            "\u00a0"
        }) {
            assertThat(PlainText.of(text)).isSameAs(text);
        }
    }

    @Test
    void escapesAreReadable() {
        assertThat(PlainText.of("a\u001b[31mb\n\tc")).isEqualTo("a\\u001b[31mb\\u000a\\u0009c");
        assertThat(PlainText.of("user\u202etxt.exe")).isEqualTo("user\\u202etxt.exe");
        assertThat(PlainText.of("a\ud83d")).isEqualTo("a\\ud83d");
        assertThat(PlainText.of("a\udb40\udc41")).isEqualTo("a\\u{e0041}");
    }

    @Test
    void aMessageIsOneLine() {
        assertThat(PlainText.line("FATAL: no\r\n\tDetail:  \u001b[31m\n")).isEqualTo("FATAL: no Detail:  \\u001b[31m ");
    }

    /** However a holder came to be: of this client's own options, or of what a store was told. */
    @Test
    void holdersArePlainAndShort() {
        String hostile = "\u009b2J\u202e" + "x".repeat(300);
        Holder holder = new Holder(hostile, hostile, 1, hostile, hostile, 0);
        for (String text : new String[] {holder.client(), holder.host(), holder.thread(), holder.description()}) {
            assertThat(text).startsWith("\\u009b2J\\u202exxx").hasSize(200).endsWith("…");
        }
        assertThat(new Holder(holder.client(), holder.host(), 1, holder.thread(), holder.description(), 0))
                .isEqualTo(holder);
        String emoji = "🔒".repeat(150);
        assertThat(new Holder("", "", 1, "", emoji, 0).description())
                .isEqualTo("🔒".repeat(99) + "…")
                .doesNotContain("\\u");
        assertThat(new Holder("", "", 1, "", "x".repeat(200), 0).description()).hasSize(200);
        assertThat(String.format(Locale.ROOT, "%s", holder).codePoints()).allMatch(PlainText::isPlain);
    }

    private static int[] ranges(int... bounds) {
        return IntStream.range(0, bounds.length / 2)
                .flatMap(range -> IntStream.rangeClosed(bounds[2 * range], bounds[2 * range + 1]))
                .toArray();
    }
}
