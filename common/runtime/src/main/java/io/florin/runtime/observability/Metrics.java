package io.florin.runtime.observability;

import java.util.regex.Pattern;

/// Names of metrics: `florin.<service>.<feature>.<what>`, lower case, dots between words' groups and dashes never.
///
/// Prometheus shows `florin.committer.intake.blocks` as `florin_committer_intake_blocks_total`. Tags are few and
/// bounded: a party, a reason, a status; never a transaction, an account, an amount or a person.
public record Metrics(String service) {
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9]*");

    /// The tag with the number of a party, shard or node.
    public static final String PARTY = "party";

    /// The tag with the reason of a refusal or a failure.
    public static final String REASON = "reason";

    /// The tag with a final status.
    public static final String STATUS = "status";

    public Metrics {
        requireWord(service);
    }

    /// The name of one metric of one feature.
    public String name(String feature, String what) {
        requireWord(feature);
        for (String word : what.split("\\.", -1)) {
            requireWord(word);
        }
        return "florin." + service + "." + feature + "." + what;
    }

    private static void requireWord(String word) {
        if (!WORD.matcher(word).matches()) {
            throw new IllegalArgumentException("not a word of a metric's name: " + word);
        }
    }
}
