package io.florin.identity;

import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.rules.UnseenAmounts;
import java.util.List;

/// Rules against a genesis that no network begins with, whoever makes it.
final class GenesisRules {

    private GenesisRules() {}

    /// Results and receipts count to g + 1, but banks, wallets and certifiers are given one committer: in a network
    /// that says one of its committers may lie they would stop. Endorsers believe a status that one committer signed:
    /// that one would decide there (ADR 0022).
    ///
    /// @param liars g
    static void requireNoLiars(int liars) {
        if (liars != 0) {
            throw new IllegalArgumentException(
                    "committers that may lie: " + liars + ", and must be 0, since banks, wallets"
                            + " and certifiers follow one committer, and endorsers act on the signature of one");
        }
    }

    /// Payments that nobody could sign off would wait for ever.
    static void requireAuditor(List<Namespace> namespaces, int auditors) {
        boolean asks = namespaces.stream().anyMatch(namespace -> namespace.auditPolicy() != AuditPolicy.NEVER);
        if (asks && auditors == 0) {
            throw new IllegalArgumentException("the audit policy asks for an auditor and there is none");
        }
    }

    static void require(NetworkConfiguration first) {
        requireNoLiars(first.committers().liars());
        requireAuditor(first.namespaces(), first.auditors().size());
        UnseenAmounts.refuse(first);
    }
}
