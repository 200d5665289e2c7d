package io.lockkeeper.cli;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Durations as people write and read them: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 2h}, {@code 1d}. */
final class Durations {
    private static final Duration LONGEST = Duration.ofDays(365);
    /** Longer than the longest duration in every unit, and short enough to be multiplied. */
    private static final BigInteger MOST = BigInteger.TEN.pow(12);

    private Durations() {}

    /** An option's duration, or null if it isn't given. */
    static @Nullable Duration of(Arguments arguments, Option option, Duration least) {
        String text = arguments.value(option);
        if (text == null) {
            return null;
        }
        Duration duration = parse(text);
        if (duration == null) {
            throw new UsageException(option.name()
                    + " must be a duration such as 500ms, 10s, 5m, 2h, 1d or PT1M30S, not '" + text + "'.");
        }
        if (duration.compareTo(least) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new UsageException(
                    option.name() + " must be between " + brief(least) + " and 365d, not '" + text + "'.");
        }
        return duration;
    }

    /** Null if it is none. */
    static @Nullable Duration parse(String text) {
        if (text.startsWith("P") || text.startsWith("p")) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException | ArithmeticException notOne) {
                return null;
            }
        }
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0) {
            return null;
        }
        long number = new BigInteger(text.substring(0, digits)).min(MOST).longValue();
        return switch (text.substring(digits).toLowerCase(Locale.ROOT)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofSeconds(number * 60);
            case "h" -> Duration.ofSeconds(number * 3600);
            case "d" -> Duration.ofSeconds(number * 86400);
            default -> null;
        };
    }

    /** In its two largest units: {@code 350ms}, {@code 12s}, {@code 3m 5s}, {@code 2h 10m}, {@code 4d 1h}. */
    static String brief(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 1) {
            return seconds < 0 ? "0ms" : duration.toMillis() + "ms";
        } else if (seconds < 60) {
            return seconds + "s";
        } else if (seconds < 3600) {
            return two(seconds / 60, "m", seconds % 60, "s");
        } else if (seconds < 86400) {
            return two(seconds / 3600, "h", seconds / 60 % 60, "m");
        }
        return two(seconds / 86400, "d", seconds / 3600 % 24, "h");
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return small == 0 ? large + unit : large + unit + " " + small + smallUnit;
    }
}
