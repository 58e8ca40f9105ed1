package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;

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
    public static final int DETAIL_MAX = 500;

    public Incident {
        if (detail.length() > DETAIL_MAX) {
            detail = detail.substring(0, DETAIL_MAX);
        }
    }

    public static Incident of(IncidentKind kind, String key, long block, String subject, String detail) {
        return new Incident(kind, key, block, NO_INDEX, subject, detail, Bytes.EMPTY);
    }
}
