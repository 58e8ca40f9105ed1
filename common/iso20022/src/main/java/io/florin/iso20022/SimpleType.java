package io.florin.iso20022;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A type of text values and its facets. Texts keep their blanks, as in the schemas; numbers, dates and indicators
/// are read without the blanks around them.
sealed interface SimpleType {
    Optional<Flaw> flawOf(String value);

    /// Flaw of a value.
    record Flaw(Rule rule, String message) {
        static Optional<Flaw> of(Rule rule, String message) {
            return Optional.of(new Flaw(rule, message));
        }
    }

    /// A text of one to `max` characters.
    record Text(int max) implements SimpleType {
        @Override
        public Optional<Flaw> flawOf(String value) {
            if (value.isEmpty()) {
                return Flaw.of(Rule.VALUE_LENGTH, "a value is missing");
            }
            int length = value.codePointCount(0, value.length());
            return length > max
                    ? Flaw.of(Rule.VALUE_LENGTH, length + " characters where at most " + max + " are allowed")
                    : Optional.empty();
        }
    }

    /// A text in the form of an identifier or code.
    record Matching(String name, Pattern pattern) implements SimpleType {
        @Override
        public Optional<Flaw> flawOf(String value) {
            return pattern.matcher(value).matches()
                    ? Optional.empty()
                    : Flaw.of(Rule.VALUE_PATTERN, Quoted.of(value) + " is not in the form of a " + name);
        }
    }

    /// One of a closed list of codes.
    record Codes(Set<String> codes) implements SimpleType {
        @Override
        public Optional<Flaw> flawOf(String value) {
            return codes.contains(value)
                    ? Optional.empty()
                    : Flaw.of(Rule.VALUE_CODE, Quoted.of(value) + " is not one of " + String.join(", ", codes));
        }
    }

    /// A decimal number with bounded digits and perhaps a minimum.
    record Digits(int total, int fraction, Optional<java.math.BigDecimal> minimum) implements SimpleType {
        @Override
        public Optional<Flaw> flawOf(String value) {
            Optional<DecimalText> number = DecimalText.parse(value);
            if (number.isEmpty()) {
                return Flaw.of(Rule.VALUE_NUMBER, Quoted.of(value) + " is not a decimal number");
            }
            DecimalText digits = number.get();
            if (digits.totalDigits() > total || digits.fractionDigits() > fraction) {
                return Flaw.of(
                        Rule.VALUE_NUMBER,
                        Quoted.of(value) + " has more than " + total + " digits or more than " + fraction
                                + " after the point");
            }
            return minimum.filter(least -> digits.value().compareTo(least) < 0).isPresent()
                    ? Flaw.of(Rule.VALUE_NUMBER, Quoted.of(value) + " is below the least allowed value")
                    : Optional.empty();
        }
    }

    /// `true`, `false`, `1` or `0`.
    record Indicator() implements SimpleType {
        private static final Set<String> WORDS = Set.of("true", "false", "1", "0");

        @Override
        public Optional<Flaw> flawOf(String value) {
            return WORDS.contains(value.strip())
                    ? Optional.empty()
                    : Flaw.of(Rule.VALUE_CODE, Quoted.of(value) + " is neither true nor false");
        }
    }

    /// Base64 of one to `max` bytes.
    record Binary(int max) implements SimpleType {
        @Override
        public Optional<Flaw> flawOf(String value) {
            try {
                int length = Base64.getMimeDecoder().decode(value.strip()).length;
                return length < 1 || length > max
                        ? Flaw.of(Rule.VALUE_LENGTH, "between 1 and " + max + " bytes are allowed")
                        : Optional.empty();
            } catch (IllegalArgumentException notBase64) {
                return Flaw.of(Rule.VALUE_PATTERN, "not Base64");
            }
        }
    }

    /// A calendar value in one of XML Schema's forms, on a day and at a time that exist.
    record Calendar(Form form) implements SimpleType {
        /// The forms that occur.
        enum Form {
            DATE("(?<d>[0-9]{4}-[0-9]{2}-[0-9]{2})"),
            DATE_TIME("(?<d>[0-9]{4}-[0-9]{2}-[0-9]{2})T(?<t>[0-9]{2}:[0-9]{2}:[0-9]{2})(\\.[0-9]+)?"),
            TIME("(?<t>[0-9]{2}:[0-9]{2}:[0-9]{2})(\\.[0-9]+)?"),
            YEAR("(?<y>[0-9]{4})"),
            YEAR_MONTH("(?<m>[0-9]{4}-[0-9]{2})");

            private final Pattern pattern;

            Form(String pattern) {
                this.pattern = Pattern.compile(pattern + "(?<zone>Z|[+-][0-9]{2}:[0-9]{2})?");
            }
        }

        @Override
        public Optional<Flaw> flawOf(String value) {
            Matcher matcher = form.pattern.matcher(value.strip());
            boolean exists = matcher.matches()
                    && zoneExists(matcher.group("zone"))
                    && switch (form) {
                        case DATE -> dayExists(matcher.group("d"));
                        case DATE_TIME -> dayExists(matcher.group("d")) && timeExists(matcher.group("t"));
                        case TIME -> timeExists(matcher.group("t"));
                        case YEAR -> !"0000".equals(matcher.group("y"));
                        case YEAR_MONTH -> dayExists(matcher.group("m") + "-01");
                    };
            return exists
                    ? Optional.empty()
                    : Flaw.of(
                            Rule.VALUE_DATE,
                            Quoted.of(value) + " is not a "
                                    + form.name()
                                            .toLowerCase(java.util.Locale.ROOT)
                                            .replace('_', ' '));
        }

        private static boolean dayExists(String day) {
            try {
                LocalDate.parse(day);
                return !day.startsWith("0000");
            } catch (DateTimeException none) {
                return false;
            }
        }

        private static boolean timeExists(String time) {
            int hour = Integer.parseInt(time, 0, 2, 10);
            int minute = Integer.parseInt(time, 3, 5, 10);
            int second = Integer.parseInt(time, 6, 8, 10);
            return hour < 24 && minute < 60 && second < 60;
        }

        private static boolean zoneExists(@org.jspecify.annotations.Nullable String zone) {
            if (zone == null || zone.equals("Z")) {
                return true;
            }
            int hours = Integer.parseInt(zone, 1, 3, 10);
            int minutes = Integer.parseInt(zone, 4, 6, 10);
            return hours < 14 && minutes < 60 || hours == 14 && minutes == 0;
        }
    }
}
