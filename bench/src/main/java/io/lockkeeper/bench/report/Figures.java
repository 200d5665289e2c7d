package io.lockkeeper.bench.report;

import java.util.Locale;

/** Numbers with three significant digits, which is more than a run on a busy machine deserves. */
final class Figures {
    private Figures() {}

    static String format(double value) {
        double size = Math.abs(value);
        if (size >= 99.95 || value == 0) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 9.995) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return size >= 0.0995 ? String.format(Locale.ROOT, "%.2f", value) : String.format(Locale.ROOT, "%.2g", value);
    }
}
