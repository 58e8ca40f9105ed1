package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.OpeningEvidence;
import io.florin.crypto.Bytes;
import io.florin.runtime.console.NamePart;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The entries about openings in the auditor's log of decisions.
final class OpeningLog {
    static final String ASKED = "opening-asked";
    static final String OPENED = "payment-opened";
    static final String IDENTITY_ASKED = "identity-asked";
    static final String IDENTITY_READ = "identity-read";
    private static final int PAGE_MAX = 500;

    private final JdbcClient jdbc;

    OpeningLog(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// An entry as it was kept.
    ///
    /// @param hash of this entry and all before it
    record Entry(long sequence, Instant at, String actor, String action, String subject, String reason, String hash) {}

    /// Whether a payment was opened here under a case.
    boolean hasOpened(String reference, String transactionId) {
        return jdbc.sql("select count(*) from decision where action = ? and subject = ? and starts_with(reason, ?)")
                        .params(OPENED, transactionId, "case " + reference + ", members ")
                        .query(Long.class)
                        .single()
                > 0;
    }

    /// Newest first, of entries before the number given.
    List<Entry> before(long before, int limit) {
        return before(before, limit, new NamePart(""));
    }

    /// Newest first, of entries before the number given.
    ///
    /// @param about a part of who acted, of the transaction's id or of the detail, which names the case
    List<Entry> before(long before, int limit, NamePart about) {
        return jdbc.sql("select sequence, at_millis, actor, action, subject, reason, hash from decision"
                        + " where action in (:actions) and sequence < :before"
                        + (about.isEmpty() ? "" : " and " + about.in("actor", "subject", "reason"))
                        + " order by sequence desc limit :limit")
                .param("actions", List.of(ASKED, OPENED, OpeningEvidence.ACTION, IDENTITY_ASKED, IDENTITY_READ))
                .param("before", before)
                .param("limit", Math.clamp(limit, 1, PAGE_MAX))
                .params(about.parameters())
                .query((row, _) -> new Entry(
                        row.getLong("sequence"),
                        Instant.ofEpochMilli(row.getLong("at_millis")),
                        row.getString("actor"),
                        row.getString("action"),
                        row.getString("subject"),
                        row.getString("reason"),
                        Bytes.of(row.getBytes("hash")).toHex()))
                .list();
    }
}
