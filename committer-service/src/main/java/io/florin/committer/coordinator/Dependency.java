package io.florin.committer.coordinator;

import io.florin.ledger.StateKey;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Dependency of a later transaction on an earlier one (protocol decision 19).
enum Dependency {
    /// rw: the later reads the version that the earlier would write, so it lives only if the earlier does.
    CHAIN,
    /// rw: the later reads another version than the earlier would write: if the earlier is valid, the later is not.
    FATAL,
    /// wr: the later writes a key that the earlier reads; order of application only.
    WRITE_AFTER_READ,
    /// ww: both write a key; order of application only.
    WRITE_AFTER_WRITE;

    /// The kind of an rw edge.
    ///
    /// @param versionWritten what the earlier transaction would leave under the key
    static Dependency ofRead(long versionRead, long versionWritten) {
        return versionRead == versionWritten ? CHAIN : FATAL;
    }

    /// All edges from a later transaction to an earlier one, by the definition: each key against each key.
    static Set<Dependency> between(SettlementTransaction later, SettlementTransaction earlier) {
        EnumSet<Dependency> edges = EnumSet.noneOf(Dependency.class);
        for (Write written : earlier.writes()) {
            StateKey key = earlier.keyOf(written);
            for (Read read : later.reads()) {
                if (read.key().equals(key)) {
                    edges.add(ofRead(read.version(), earlier.versionAfter(written)));
                }
            }
            if (writtenKeys(later).contains(key)) {
                edges.add(WRITE_AFTER_WRITE);
            }
        }
        for (Read read : earlier.reads()) {
            if (writtenKeys(later).contains(read.key())) {
                edges.add(WRITE_AFTER_READ);
            }
        }
        return edges;
    }

    private static List<StateKey> writtenKeys(SettlementTransaction transaction) {
        return transaction.writes().stream().map(transaction::keyOf).toList();
    }
}
