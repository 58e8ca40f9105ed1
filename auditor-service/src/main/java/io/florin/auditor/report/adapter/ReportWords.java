package io.florin.auditor.report.adapter;

import io.florin.auditor.protocol.Money;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The report's facts in words, money and dates, where the JSON has keys, minor units and milliseconds.
final class ReportWords {
    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("from", "Replayed from block"),
            Map.entry("to", "Replayed through block"),
            Map.entry("stored", "Blocks stored"),
            Map.entry("transactions", "Transactions in them"),
            Map.entry("committed", "Of these committed"),
            Map.entry("knownHead", "Newest block known"),
            Map.entry("behind", "Blocks behind"),
            Map.entry("lastAcceptedMillis", "Last block taken"),
            Map.entry("followedParty", "Ordering party followed"),
            Map.entry("fromTopicsSinceStart", "Blocks from topics since the start"),
            Map.entry("fromPartiesSinceStart", "Blocks from parties directly since the start"),
            Map.entry("sourceSwitchesSinceStart", "Changes of source since the start"),
            Map.entry("resumedFromBlock", "Resumed from the snapshot of block"),
            Map.entry("snapshotAtBlock", "Newest snapshot at block"),
            Map.entry("block", "At block"),
            Map.entry("holds", "Issued = outstanding + redeemed"),
            Map.entry("provenThrough", "Proven through block"),
            Map.entry("notProvenFrom", "Not proven from block"),
            Map.entry("byParticipant", "By bank"),
            Map.entry("agreedThrough", "Committers agree through block"),
            Map.entry("firstDifference", "First block signed differently"),
            Map.entry("differencesSinceStart", "Different results since the start"),
            Map.entry("untrustedSinceStart", "Answers without a valid signature since the start"),
            Map.entry("lastRecord", "Last registration record"),
            Map.entry("current", "Registration records are current"),
            Map.entry("intact", "Whole"),
            Map.entry("brokenAt", "Broken at entry"),
            Map.entry("what", "What is wrong"),
            Map.entry("foundAt", "Found"),
            Map.entry("id", "No."));
    private static final Set<String> AMOUNTS = Set.of("issued", "redeemed", "outstanding");
    /// Numbers that name something and are not counted.
    private static final Set<String> NAMES = Set.of("namespace", "id", "followedParty");
    /// Numbers of blocks and entries for which 0 says that there is none.
    private static final Set<String> ZERO_IS_NONE =
            Set.of("notProvenFrom", "firstDifference", "brokenAt", "resumedFromBlock", "snapshotAtBlock");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Money money;

    ReportWords(Money money) {
        this.money = money;
    }

    /// A fact's name as people read it: `configurationVersion` becomes `Configuration version`.
    String label(String key) {
        String known = LABELS.get(key);
        if (known != null) {
            return known;
        }
        String words = key.replaceAll("(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /// A fact's value as people read it; maps in one line each.
    String value(String key, Object value) {
        return switch (value) {
            case Boolean truth -> truth ? "yes" : "no";
            case Number number -> number(key, number.longValue());
            case Map<?, ?> parts ->
                parts.isEmpty()
                        ? "none"
                        : parts.entrySet().stream()
                                .map(part -> part(String.valueOf(part.getKey()), part.getValue()))
                                .collect(Collectors.joining("\n"));
            case List<?> lines -> Integer.toString(lines.size());
            default -> value.toString().isEmpty() ? "none" : value.toString();
        };
    }

    private String number(String key, long number) {
        if (AMOUNTS.contains(key)) {
            return money.text(number);
        }
        if (key.endsWith("Millis")) {
            return number == 0 ? "never" : TIME.format(Instant.ofEpochMilli(number));
        }
        if (NAMES.contains(key)) {
            return Long.toString(number);
        }
        return number == 0 && ZERO_IS_NONE.contains(key) ? "none" : String.format(Locale.ROOT, "%,d", number);
    }

    private String part(String name, Object value) {
        if (!(value instanceof Map<?, ?> facts)) {
            return name + ": " + value(name, value);
        }
        String inWords = facts.entrySet().stream()
                .map(fact -> fact(String.valueOf(fact.getKey()), fact.getValue()))
                .sorted()
                .collect(Collectors.joining(", "));
        return name + ": " + inWords;
    }

    private String fact(String key, Object value) {
        return label(key).toLowerCase(Locale.ROOT) + " " + value(key, value);
    }
}
