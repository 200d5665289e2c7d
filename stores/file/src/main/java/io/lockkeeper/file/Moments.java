package io.lockkeeper.file;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Moments as records write them, such as {@code 2026-01-02T03:04:05.678901Z}: what {@link Instant} itself reads and writes.
 * Its own way loads Java's formatters, which takes longer than all else of a grant when a program starts.
 */
final class Moments {

    private static final long DAY = 86_400;

    private Moments() {}

    /** As {@link Instant#toString}. */
    static String write(Instant moment) {
        long day = Math.floorDiv(moment.getEpochSecond(), DAY);
        if (day < LocalDate.of(0, 1, 1).toEpochDay()
                || day > LocalDate.of(9999, 12, 31).toEpochDay()) {
            return moment.toString();
        }
        int second = (int) Math.floorMod(moment.getEpochSecond(), DAY);
        int nanos = moment.getNano();
        StringBuilder text = new StringBuilder(30);
        text.append(LocalDate.ofEpochDay(day)).append('T');
        digits(text, second / 3600, 2).append(':');
        digits(text, second / 60 % 60, 2).append(':');
        digits(text, second % 60, 2);
        if (nanos != 0) {
            int places = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
            digits(text.append('.'), places == 3 ? nanos / 1_000_000 : places == 6 ? nanos / 1_000 : nanos, places);
        }
        return text.append('Z').toString();
    }

    /** As {@link Instant#parse}. */
    static Instant read(String text) {
        int end = text.length() - 1;
        boolean usual = end >= 19
                && end <= 29
                && end != 20
                && text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':'
                && (end == 19 || text.charAt(19) == '.')
                && text.charAt(end) == 'Z'
                && areDigits(text, 0, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, Math.min(20, end), end);
        if (!usual || number(text, 11, 13) > 23 || number(text, 17, 19) > 59) {
            return Instant.parse(text);
        }
        LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
        int nanos = end == 19 ? 0 : number(text, 20, end);
        for (int places = end - 20; places < 9 && end != 19; places++) {
            nanos *= 10;
        }
        return Instant.ofEpochSecond(day.toEpochDay() * DAY + time.toSecondOfDay(), nanos);
    }

    private static StringBuilder digits(StringBuilder text, int number, int places) {
        String digits = Integer.toString(number);
        for (int missing = places - digits.length(); missing > 0; missing--) {
            text.append('0');
        }
        return text.append(digits);
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static boolean areDigits(String text, int... ranges) {
        for (int range = 0; range < ranges.length; range += 2) {
            for (int at = ranges[range]; at < ranges[range + 1]; at++) {
                if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                    return false;
                }
            }
        }
        return true;
    }
}
