package io.lockkeeper.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Durations as people write and read them: {@code 10}, {@code 0.5}, {@code 500ms}, {@code 1.5s}, {@code 5m}, {@code 2h}. */
final class Durations {
    private static final Duration LONGEST = Duration.ofDays(365);

    /** So many digits, with a unit, are a whole number that a long can hold. */
    private static final int FEW_DIGITS = 10;

    private Durations() {}

    /** An option's duration, or null if it isn't given. */
    static @Nullable Duration of(Arguments arguments, Option option, Duration least) {
        String text = arguments.value(option);
        if (text == null) {
            return null;
        }
        Duration duration = parse(text);
        if (duration == null) {
            throw new UsageException(arguments.label(option)
                    + " must be a duration such as 10 (seconds), 0.5, 500ms, 10s, 5m, 2h, 1d or PT1M30S, not '" + text
                    + "'.");
        }
        if (duration.compareTo(least) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new UsageException(
                    arguments.label(option) + " must be between " + brief(least) + " and 365d, not '" + text + "'.");
        }
        return duration;
    }

    /** Null if it is none. A fraction of a millisecond counts as a whole one: less than a bit is more than nothing. */
    static @Nullable Duration parse(String text) {
        if (text.startsWith("P") || text.startsWith("p")) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException | ArithmeticException notOne) {
                return null;
            }
        }
        int end = 0;
        while (end < text.length() && (isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        long unit = unit(text.substring(end));
        if (unit == 0 || !isNumber(text.substring(0, end))) {
            return null;
        }
        String number = text.substring(0, end);
        // Most are whole: Java's decimals take some milliseconds to be loaded.
        return number.length() <= FEW_DIGITS && number.indexOf('.') < 0
                ? Duration.ofMillis(Long.parseLong(number) * unit)
                : decimal(number, unit);
    }

    private static Duration decimal(String number, long unit) {
        BigDecimal millis = new BigDecimal(number).multiply(BigDecimal.valueOf(unit));
        // Longer than the longest duration, and short enough for every sum.
        BigDecimal most = BigDecimal.TEN.pow(15);
        return Duration.ofMillis(
                millis.min(most).setScale(0, RoundingMode.CEILING).longValue());
    }

    /** A part of what an option's duration can be. Java's own division takes decimals, which are slow to load. */
    static Duration part(Duration whole, int parts) {
        return Duration.ofNanos(whole.toNanos() / parts);
    }

    /** In milliseconds; 0 if there is no such unit. */
    private static long unit(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "ms" -> 1;
            case "", "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 0;
        };
    }

    /** Digits, among which one point may stand, or before them. */
    private static boolean isNumber(String text) {
        int point = text.indexOf('.');
        boolean onePoint = point < 0 || text.indexOf('.', point + 1) < 0;
        return onePoint && !text.isEmpty() && isDigit(text.charAt(text.length() - 1));
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
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
