package io.florin.runtime.audit;

import io.florin.runtime.audit.AuditBook.AnnouncedIncident;
import io.florin.runtime.audit.AuditBook.AuditedSupply;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The auditor's part of a console's first page. It claims nothing newer than what came.
///
/// | what came | the page says |
/// |---|---|
/// | nothing | nothing, and since when |
/// | a supply, signed more than a minute ago, and this node is at a later block | how old the last one is |
/// | a supply | the figure, its block and time, and what this node thinks of it |
/// | incidents | each of the newest ones |
///
/// @param silence empty once a supply came
/// @param incidentCount all of them; the list has the newest
public record AuditNews(String silence, List<Line> supplies, List<AnnouncedIncident> incidents, long incidentCount) {
    private static final int SHOWN = 10;
    private static final Duration LATE = Duration.ofMinutes(1);

    /// Whether all is well, nothing is known, or somebody has to look.
    public enum Tone {
        GOOD,
        PLAIN,
        BAD
    }

    /// A node's own thought about a supply.
    public record Opinion(Tone tone, String text) {}

    /// One currency.
    ///
    /// @param outstanding with its currency, as the auditor signed it
    /// @param own the figure of this node at the same block, or [#UNKNOWN]
    /// @param age how old the auditor's figure is, in words
    public record Line(
            AuditedSupply supply, String outstanding, String own, Opinion opinion, String age, boolean late) {

        public static final String UNKNOWN = "not known here";

        /// @param followed the last block that this node has
        public static Line of(
                AuditedSupply supply, String outstanding, String own, Opinion opinion, long followed, Instant now) {
            Duration age = Duration.between(supply.signedAt(), now);
            boolean late = followed > supply.block() && age.compareTo(LATE) > 0;
            String text = "The auditor signed last at block " + supply.block() + ", " + words(age)
                    + " ago; this node is at block " + followed + ".";
            return new Line(supply, outstanding, own, opinion, text, late);
        }
    }

    public static AuditNews of(AuditBook book, List<Line> supplies) {
        String silence = supplies.isEmpty()
                ? "No supply has come from the auditor since "
                        + book.readingSince().truncatedTo(ChronoUnit.SECONDS) + "."
                : "";
        return new AuditNews(silence, supplies, book.incidents(SHOWN), book.incidentCount());
    }

    /// One unit, rounded down; of a clock that is ahead no time has passed.
    static String words(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7_200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
    }
}
