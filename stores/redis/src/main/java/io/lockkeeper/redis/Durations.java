package io.lockkeeper.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as addresses write them, {@code 500ms}, {@code 2s}, {@code 10m}, and as scripts count them. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private Durations() {}

    static Duration parse(String name, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is a number and a unit, such as 500ms, 2s, 10m or 1h; this one: '" + text + "'");
        }
        long amount = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** The form in which scripts take durations. */
    static String micros(Duration duration) {
        return Long.toString(TimeUnit.NANOSECONDS.toMicros(duration.toNanos()));
    }
}
