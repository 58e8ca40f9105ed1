package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.audit.IncidentKind;

/// A finding.
///
/// @param key the same for the same finding, so that it is recorded once
/// @param block 0 where no block is concerned
/// @param index place in the block, [#NO_INDEX] where no transaction is concerned
/// @param subject transaction id, topic or node; empty where there is none
/// @param evidence signed bytes that show it, empty where there are none
public record Incident(
        IncidentKind kind, String key, long block, long index, String subject, String detail, Bytes evidence) {

    public static final long NO_INDEX = -1;
    public static final int KEY_MAX = 200;
    public static final int SUBJECT_MAX = 200;
    public static final int DETAIL_MAX = 500;

    /// Texts may hold what a liar said: they are cut to what can be stored, so that a finding is always recorded.
    public Incident {
        key = storable(key, KEY_MAX);
        subject = storable(subject, SUBJECT_MAX);
        detail = storable(detail, DETAIL_MAX);
    }

    /// A database takes no zero and no half of a pair; people should see no other control character either.
    private static String storable(String text, int lengthMax) {
        StringBuilder kept = new StringBuilder();
        text.codePoints()
                .limit(lengthMax)
                .map(point -> Character.isISOControl(point) || isHalf(point) ? '?' : point)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    public static Incident of(IncidentKind kind, String key, long block, String subject, String detail) {
        return new Incident(kind, key, block, NO_INDEX, subject, detail, Bytes.EMPTY);
    }
}
