package io.lockkeeper.idempotency.web;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A number as RFC 8785 writes it: as ECMAScript's Number::toString does. */
final class CanonicalNumber {

    private static final Pattern JSON = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d{1,4})?");

    /** Longer ones have more digits than a double. */
    private static final int LONGEST = 64;

    /** Any double is found again among the decimals of so many digits. */
    private static final int DIGITS = 17;

    /** The nearest may be too small where the doubles below are closer together than those above. */
    private static final List<RoundingMode> MODES = List.of(RoundingMode.HALF_EVEN, RoundingMode.CEILING);

    private CanonicalNumber() {}

    /** Returns the canonical form; null if this is no number, or one that would be changed by it. */
    static @Nullable String of(String json) {
        if (json.length() > LONGEST || !JSON.matcher(json).matches()) {
            return null;
        }
        BigDecimal exact = new BigDecimal(json);
        double value = exact.doubleValue();
        if (Double.isInfinite(value)) {
            return null;
        }
        if (value == 0) {
            return exact.signum() == 0 ? "0" : null;
        }
        BigDecimal decimal = exact.abs().stripTrailingZeros();
        return isShortest(decimal, Math.abs(value)) ? (value < 0 ? "-" : "") + write(decimal) : null;
    }

    /**
     * Whether this is the shortest decimal that is nearer to the value than to any other double. Double.toString before Java 19 is not always it. If
     * there is none with one digit fewer, there is none that is shorter still.
     */
    private static boolean isShortest(BigDecimal decimal, double value) {
        int digits = decimal.precision();
        if (digits > DIGITS) {
            return false;
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal nearest = nearest(exact, value, digits);
        return nearest != null
                && nearest.compareTo(decimal) == 0
                && (digits == 1 || nearest(exact, value, digits - 1) == null);
    }

    /** Returns a decimal of so many digits that is read as the value; null if there is none. */
    private static @Nullable BigDecimal nearest(BigDecimal exact, double value, int digits) {
        for (RoundingMode mode : MODES) {
            BigDecimal rounded = exact.round(new MathContext(digits, mode));
            if (rounded.doubleValue() == value) {
                return rounded;
            }
        }
        return null;
    }

    /** ECMA-262, Number::toString: {@code digits} times ten to the power of {@code point - digits.length()}. */
    private static String write(BigDecimal shortest) {
        String digits = shortest.unscaledValue().toString();
        int length = digits.length();
        int point = length - shortest.scale();
        if (length <= point && point <= 21) {
            return digits + "0".repeat(point - length);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, point) + "." + digits.substring(point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        int exponent = point - 1;
        String fraction = length == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
