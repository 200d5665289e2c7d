package io.lockkeeper.idempotency.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.web.KeyHeader.Malformed;
import io.lockkeeper.idempotency.web.KeyHeader.Missing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHeaderTest {

    private final KeyHeader header = KeyHeader.DRAFT_07;

    private KeyHeader.Reading read(String line) {
        return header.read(List.of(line));
    }

    @Test
    void aStringInQuotesIsTheKey() {
        assertThat(read("\"8e03978e-40d5-43e8-bc93-6894a57f9324\""))
                .isEqualTo(new KeyHeader.Key("8e03978e-40d5-43e8-bc93-6894a57f9324"));
        assertThat(read("  \"a b\"  ")).isEqualTo(new KeyHeader.Key("a b"));
    }

    @Test
    void escapesAreResolved() {
        assertThat(read("\"a\\\"b\\\\c\"")).isEqualTo(new KeyHeader.Key("a\"b\\c"));
    }

    @Test
    void noFieldIsMissing() {
        assertThat(header.read(List.of())).isEqualTo(new Missing());
    }

    @Test
    void aFieldThatComesTwiceIsMalformedEvenIfBothAreEqual() {
        assertThat(header.read(List.of("\"a\"", "\"a\""))).isInstanceOf(Malformed.class);
        assertThat(read("\"a\", \"a\"")).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\";v",
                "\"a\"; v=1",
                "\"a\";v=-1.5;w=?0",
                "\"a\";v=token/x;*w=:YWI=:",
                "\"a\";v=\"text;\\\"\"",
                "\"a\";v=@1659578233",
                "\"a\";v=%\"f%c3%bc\""
            })
    void parametersAreIgnored(String line) {
        assertThat(read(line)).isEqualTo(new KeyHeader.Key("a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"  \"",
                "abc",
                "12",
                ":YWI=:",
                "?1",
                "\"a",
                "a\"",
                "\"a\"b",
                "\"a\\n\"",
                "\"a\\",
                "\"a\u00e9\"",
                "\"a\tb\"",
                "\"a\u007f\"",
                "(\"a\")",
                "\"a\";",
                "\"a\";V=1",
                "\"a\";v=",
                "\"a\";v=1.2345",
                "\"a\";v=1234567890123456",
                "\"a\";v=?2",
                "\"a\";v=:a!:",
                "\"a\";v=:YWI=",
                "\"a\";v=@1.5",
                "\"a\";v=%\"%C3\"",
                "\"a\";v=%\"%c\"",
                "\"a\" ;v"
            })
    void whatIsNotAStringIsMalformed(String line) {
        assertThat(read(line)).isInstanceOf(Malformed.class);
    }

    @Test
    void bareKeysAreAcceptedByChoiceAndNameTheSameOperation() {
        KeyHeader both = header.acceptingBare();
        assertThat(both.read(List.of("8e03978e-40d5"))).isEqualTo(new KeyHeader.Key("8e03978e-40d5"));
        assertThat(both.read(List.of("\"8e03978e-40d5\""))).isEqualTo(new KeyHeader.Key("8e03978e-40d5"));
        for (String line : List.of("", "a b", "a,b", "a;b", "a\"b", "\"a", "a\\b", "\u00e9")) {
            assertThat(both.read(List.of(line))).as(line).isInstanceOf(Malformed.class);
        }
    }

    @Test
    void theLengthIsThatOfTheKeyWithoutQuotesAndEscapes() {
        assertThat(read("\"" + "x".repeat(255) + "\"")).isInstanceOf(KeyHeader.Key.class);
        assertThat(read("\"" + "\\\"".repeat(255) + "\"")).isInstanceOf(KeyHeader.Key.class);
        assertThat(read("\"" + "x".repeat(256) + "\"")).isInstanceOf(Malformed.class);
        assertThat(read("\"" + "x".repeat(100_000) + "\"")).isInstanceOf(Malformed.class);
        assertThat(header.withMaxLength(3).read(List.of("\"abcd\""))).isInstanceOf(Malformed.class);
    }

    @Test
    void theReasonDoesNotRepeatTheValue() {
        assertThat(read("secret")).hasToString("Malformed[reason=it is not a string in double quotes]");
    }
}
