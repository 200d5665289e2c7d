package io.lockkeeper.spring.attributes;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Durations as they are written in annotations. */
public final class Durations {

    private static final Pattern BARE_NUMBER = Pattern.compile("[+-]?\\d+");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @param attribute where it is written, for errors
     * @param text what is written, without placeholders
     * @return the duration, or empty if none was written
     * @throws IllegalArgumentException if it is not a duration
     */
    public static Optional<Duration> parse(String attribute, String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return Optional.empty();
        }
        if (BARE_NUMBER.matcher(trimmed).matches() && !trimmed.equals("0")) {
            throw new IllegalArgumentException(
                    attribute + " = \"" + text + "\" has no unit; write \"" + trimmed + "s\" for seconds.");
        }
        try {
            return Optional.of(DurationFormatterUtils.detectAndParse(trimmed));
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    attribute + " = \"" + text
                            + "\" is not a duration; write it as 500ms, 10s, 5m, 1h30m or in ISO-8601 (PT10M).",
                    malformed);
        }
    }
}
