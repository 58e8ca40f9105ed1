package io.florin.ledger.rules;

import io.florin.ledger.Amount;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.rail.InstantRail;
import java.util.List;
import java.util.Optional;

/// Settings that nodes take from genesis and never look at again while they run. Officers could sign another value and
/// the ledger would carry it, and nothing would happen: a stolen committer's key would stay in force beside the page
/// that says otherwise. So endorsers refuse such a change, and the officers' service asks the same before anybody
/// signs. Pure.
///
/// | setting | who has the value of genesis |
/// |---|---|
/// | ordering parties and their quorum | parties sign blocks, committers and the auditor check them |
/// | committers' keys | banks, wallets, the auditor and certifiers check checkpoints |
/// | registration's key | endorsers, the auditor, banks and the central bank check records |
/// | how long registration may be silent | the same |
/// | which namespaces exist, their currencies, rules and hidden parameters | every node |
/// | an instant rail that exists, but for its float limit | its authorities |
///
/// A rail may be added. One that exists never goes, since the money on it could not come back.
///
/// Of a namespace change freely the audit policy of a currency, certifiers and audit keys (by [AuditKeyRules]).
public final class FixedSettings {

    private FixedSettings() {}

    /// The first such setting that differs, in words; empty when none does.
    public static Optional<String> changed(NetworkConfiguration inForce, NetworkConfiguration next) {
        if (!next.ordering().equals(inForce.ordering())) {
            return Optional.of("ordering parties");
        }
        if (!next.committers().equals(inForce.committers())) {
            return Optional.of("committers' keys");
        }
        if (!next.registrationKey().equals(inForce.registrationKey())) {
            return Optional.of("registration's key");
        }
        if (next.limits().heartbeatMillisMax() != inForce.limits().heartbeatMillisMax()) {
            return Optional.of("how long registration may be silent");
        }
        if (!identities(next).equals(identities(inForce))) {
            return Optional.of("which namespaces exist, their currencies and rules");
        }
        boolean railsStay = inForce.rails().stream()
                .allMatch(rail -> next.rail(rail.id())
                        .filter(after -> unlimited(after).equals(unlimited(rail)))
                        .isPresent());
        return railsStay ? Optional.empty() : Optional.of("an instant rail, but for its float limit");
    }

    private static InstantRail unlimited(InstantRail rail) {
        return new InstantRail(rail.currency(), rail.kind(), rail.committee().withFloatLimit(Amount.ZERO));
    }

    private static List<Identity> identities(NetworkConfiguration configuration) {
        return configuration.namespaces().stream().map(FixedSettings::identity).toList();
    }

    /// Settings of a namespace that stay. The configuration's own namespace has no currency, and its policy stays too.
    private record Identity(Namespace clear, int rulesVersion, Optional<HiddenCurrency> hidden) {}

    private static Identity identity(Namespace namespace) {
        boolean currency = !namespace.currency().isEmpty();
        return new Identity(
                new Namespace(
                        namespace.id(),
                        namespace.name(),
                        namespace.currency(),
                        namespace.minorDigits(),
                        1,
                        currency ? AuditPolicy.NEVER : namespace.auditPolicy(),
                        currency ? Amount.ZERO : namespace.auditThreshold()),
                namespace.rulesVersion(),
                namespace
                        .hidden()
                        .map(hidden -> hidden.withCertifiers(List.of()).withAuditKeys(List.of())));
    }
}
