package io.florin.auditor.openings.adapter;

import io.florin.runtime.api.AuditMemberInternalApi;
import java.util.SortedMap;
import java.util.TreeMap;

/// The members of the audit authority by index.
record Members(SortedMap<Integer, AuditMemberInternalApi> all) {
    Members {
        all = new TreeMap<>(all);
    }
}
