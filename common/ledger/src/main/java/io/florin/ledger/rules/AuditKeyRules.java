package io.florin.ledger.rules;

import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.AuditParameters;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Rules of succession for a currency's audit keys. Endorsers and officers' service ask the same, so a change that
/// takes a currency's audit key away, or puts one there that nobody can use, is not signed and not endorsed. Pure.
///
/// | key | may |
/// |---|---|
/// | of the next epoch | come, one at a time, if its points are a sharing of it among at least two |
/// | that is there | get the points of new shares, which must be a sharing of the very same key |
/// | older than the newest | end |
/// | the newest | never end: a currency under passive audit always has a key; one without never gets one |
public final class AuditKeyRules {
    private static final int MEMBERS_MIN = 2;

    private AuditKeyRules() {}

    /// Reason for which these keys cannot follow, in words; empty if they can.
    public static Optional<String> flaw(HiddenCurrency inForce, HiddenCurrency next) {
        List<AuditKey> before = inForce.auditKeys();
        List<AuditKey> after = next.auditKeys();
        if (before.equals(after)) {
            return Optional.empty();
        }
        if (before.isEmpty()) {
            return Optional.of("a currency that was made without passive audit stays without");
        }
        AuditKey newest = before.getLast();
        if (after.stream().noneMatch(newest::isSameKey)) {
            return Optional.of("the newest audit key stays");
        }
        for (AuditKey key : after) {
            if (!before.contains(key)) {
                boolean known = before.stream().anyMatch(key::isSameKey);
                if (!known && key.epoch() != newest.epoch() + 1) {
                    return Optional.of("the next audit key has epoch " + (newest.epoch() + 1));
                }
                Optional<String> flaw = flaw(key);
                if (flaw.isPresent()) {
                    return flaw;
                }
            }
        }
        return Optional.empty();
    }

    /// Reason for which a currency cannot begin with its keys, in words; empty if it can.
    public static Optional<String> flaw(HiddenCurrency first) {
        return first.auditKeys().stream()
                .map(AuditKeyRules::flaw)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Checks the audit keys of a network's first configuration, which no endorser was asked about: whoever starts a
    /// node from a genesis holds it to the rules of all later changes.
    ///
    /// @throws IllegalArgumentException naming the namespace and the flaw
    public static void requireSound(NetworkConfiguration first) {
        for (Namespace namespace : first.namespaces()) {
            namespace.hidden().flatMap(AuditKeyRules::flaw).ifPresent(flaw -> {
                throw new IllegalArgumentException(
                        "audit key of namespace " + namespace.id().value() + ": " + flaw);
            });
        }
    }

    private static Optional<String> flaw(AuditKey key) {
        if (key.threshold() < MEMBERS_MIN) {
            return Optional.of("at least two members open a payment, or one alone could");
        }
        if (new HashSet<>(key.verificationPoints()).size()
                != key.verificationPoints().size()) {
            return Optional.of("each member of the audit authority has a share of its own");
        }
        try {
            AuditParameters.of(key);
            return Optional.empty();
        } catch (IllegalArgumentException unusable) {
            return Optional.of("an audit key whose points do not belong together");
        }
    }
}
