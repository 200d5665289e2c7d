package io.lockkeeper.idempotency.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

    private static String canonical(String json) {
        byte[] form = CanonicalJson.of(json.getBytes(UTF_8));
        return form == null ? "none" : new String(form, UTF_8);
    }

    @Test
    void theExampleOfRfc8785() {
        assertThat(canonical("""
                {
                  "numbers": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }"""))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void namesAreSortedByTheirUtf16Units() {
        assertThat(
                        canonical(
                                "{\"\\ufb33\":1,\"\\ud83d\\ude00\":2,\"\\u20ac\":3,\"\\r\":4,\"1\":5,\"\u0080\":6,\"\u00f6\":7}"))
                .isEqualTo(
                        "{\"\\r\":4,\"1\":5,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":3,\"\ud83d\ude00\":2,\"\ufb33\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5e-324",
                "-5e-324",
                "1.7976931348623157e+308",
                "9007199254740992",
                "-9007199254740992",
                "295147905179352830000",
                "9.999999999999997e+22",
                "1e+23",
                "1.0000000000000001e+23",
                "999999999999999700000",
                "999999999999999900000",
                "1e+21",
                "9.999999999999997e-7",
                "0.000001",
                "333333333.3333332",
                "333333333.33333325",
                "333333333.3333333",
                "333333333.3333334",
                "333333333.33333343",
                "-0.0000033333333333333333",
                "1424953923781206.2",
                "5.684341886080802e-14",
                "2e-323",
                "0"
            })
    void theNumbersOfRfc8785(String number) {
        assertThat(canonical(number)).isEqualTo(number);
    }

    @Test
    void spellingsOfANumberAreOne() {
        assertThat(canonical("[-0, 0.0, 0e5, 1.10, 11E-1, 100, 1e2]")).isEqualTo("[0,0,0,1.1,1.1,100,100]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "0.1000000000000000055511151231257827",
                "12345678901234567890",
                "1e400",
                "1e-400",
                "1e99999999999",
                "{\"a\":1,\"a\":2}",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\""
            })
    void whatProgramsReadInDifferentWaysHasNoForm(String json) {
        assertThat(canonical(json)).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{]",
                "[1,]",
                "[,1]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "01",
                "1.",
                ".5",
                "+1",
                "--1",
                "1e",
                "NaN",
                "tru",
                "nul",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u00+1\"",
                "\"a\nb\"",
                "1 2",
                "[1 2]",
                "{} x",
                "\u00a01"
            })
    void whatIsNoJsonHasNoForm(String text) {
        assertThat(canonical(text)).isEqualTo("none");
    }

    @Test
    void bytesThatAreNoUtf8HaveNoForm() {
        assertThat(CanonicalJson.of(new byte[] {'"', (byte) 0xff, '"'})).isNull();
    }

    @Test
    void depthIsBounded() {
        assertThat(canonical("[".repeat(200) + "]".repeat(200))).startsWith("[[");
        assertThat(canonical("[".repeat(100_000))).isEqualTo("none");
    }

    @Test
    void aBodyOfTheSlowestNumbersIsNoBurden() {
        String number = "2.2250738585072014e-308";
        String body = "[" + (number + ",").repeat(40_000) + number + "]";
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        assertThat(canonical(body)).isEqualTo(body);
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - before)).isLessThan(Duration.ofSeconds(10));
    }
}
