package io.florin.iso20022;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A decimal number as written. Digits are counted on the text, so a number of a million digits costs no arithmetic;
/// amounts become `long` minor units here and nowhere else.
record DecimalText(boolean negative, String whole, String fraction) {
    private static final Pattern FORM = Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?");
    /// The schemas allow 18 significant digits; more than this is no number we compute with.
    private static final int DIGITS_MAX = 80;

    static Optional<DecimalText> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String whole = matcher.group(2);
        String fraction = matcher.group(3) == null ? "" : matcher.group(3);
        if (whole.isEmpty() && fraction.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new DecimalText("-".equals(matcher.group(1)), withoutLeadingZeros(whole), fraction));
    }

    /// Digits after the point as written, zeros at the end included.
    int fractionDigitsWritten() {
        return fraction.length();
    }

    int fractionDigits() {
        return withoutTrailingZeros(fraction).length();
    }

    int totalDigits() {
        return whole.isEmpty()
                ? withoutLeadingZeros(withoutTrailingZeros(fraction)).length()
                : whole.length() + fractionDigits();
    }

    /// The number, for comparing sums. Only for numbers whose digits were found to be few.
    BigDecimal value() {
        String digits = (whole.isEmpty() ? "0" : whole) + "." + withoutTrailingZeros(fraction) + "0";
        if (digits.length() > DIGITS_MAX) {
            throw new IllegalStateException("digits are to be counted before they are computed with");
        }
        return new BigDecimal(negative ? "-" + digits : digits);
    }

    /// The amount in minor units, exactly; empty when it is not a whole number of them or not a `long`.
    OptionalLong minorUnits(int minorDigits) {
        if (fraction.length() > minorDigits || whole.length() + minorDigits > 18) {
            return OptionalLong.empty();
        }
        String digits = whole + fraction + "0".repeat(minorDigits - fraction.length());
        long units = digits.isEmpty() ? 0 : Long.parseLong(digits);
        return OptionalLong.of(negative ? -units : units);
    }

    private static String withoutLeadingZeros(String digits) {
        int start = 0;
        while (start < digits.length() && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }
}
