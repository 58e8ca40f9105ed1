package io.florin.ledger.rules;

import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.token.Token;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Rules about money in and out of an instant rail, and about rescues. What a rail's committee signed is checked
/// against the committee that is in force: of another epoch nothing is taken by signatures alone, since keys of a
/// closed epoch may be anybody's.
///
/// A withdrawal is exempt from limits, and its payees' standing is not asked: the payment is final, and refused here
/// the money would be lost for ever. Whose owner is suspended cannot spend what comes out of it.
///
/// Any thread.
final class RailRules {

    /// Verifiers that are kept, each some hundred kilobytes at most of roots that were verified.
    private static final int VERIFIERS_MAX = 32;

    /// Signatures are verified one by one here, which draws no weights.
    private static final RandomGenerator NO_BATCHES = () -> {
        throw new Invariant.Broken("rules verify no batches of a rail's signatures");
    };

    private record Key(NetworkId network, InstantRail rail) {}

    private final Map<Key, CommitteeVerifier> verifiers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CommitteeVerifier> eldest) {
            return size() > VERIFIERS_MAX;
        }
    };

    /// Whether the keys of a rail are keys.
    static boolean hasKeys(NetworkId network, InstantRail rail) {
        try {
            var _ = rail.committee().verifier(network, NO_BATCHES);
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private CommitteeVerifier verifier(NetworkId network, InstantRail rail) {
        synchronized (verifiers) {
            return verifiers.computeIfAbsent(
                    new Key(network, rail), key -> key.rail().committee().verifier(key.network(), NO_BATCHES));
        }
    }

    private static Optional<InstantRail> rail(TransactionHeader header, RailId id, RulesContext context) {
        return context.configuration().rail(id).filter(rail -> rail.currency().equals(header.namespace()));
    }

    /// The rail's part of the rules on a deposit; tokens and owners are looked at elsewhere.
    static Optional<RefusalReason> depositRefusal(RailDeposit deposit, RulesContext context) {
        Optional<Amount> limit = rail(deposit.header(), deposit.rail(), context)
                .map(rail -> rail.committee().floatLimit());
        if (limit.isEmpty()) {
            return Optional.of(RefusalReason.UNKNOWN_RAIL);
        }
        if (!deposit.floatLimit().equals(limit.get())) {
            return Optional.of(RefusalReason.STALE_CONFIGURATION);
        }
        if (deposit.amount().exceeds(limit.get())) {
            return Optional.of(RefusalReason.ABOVE_FLOAT_LIMIT);
        }
        List<OwnerKey> payers = deposit.signers();
        boolean back = deposit.change().stream().map(Token::owner).allMatch(payers::contains);
        return back ? Optional.empty() : Optional.of(RefusalReason.CHANGE_TO_ANOTHER);
    }

    Optional<RefusalReason> withdrawalRefusal(RailWithdrawal withdrawal, RulesContext context) {
        FinalProof proof = withdrawal.proof();
        return withRail(withdrawal.header(), proof.scope(), proof.kind(), context, rail -> {
            if (proof.payouts().isEmpty()) {
                return Optional.of(RefusalReason.STAYS_ON_RAIL);
            }
            return proof.refusal(
                            rail.committee().scope(context.network()),
                            verifier(context.network(), rail),
                            rail.committee().finality())
                    .map(RailRules::reason);
        });
    }

    Optional<RefusalReason> rescueRefusal(RailRescue rescue, RulesContext context) {
        RailScope scope = rescue.evidence().sequence().scope();
        return withRail(
                rescue.header(),
                scope,
                RailKind.ACCOUNTS,
                context,
                rail -> rescue.evidence()
                        .refusal(
                                rail.committee().scope(context.network()),
                                verifier(context.network(), rail),
                                context.height())
                        .map(RailRules::reason));
    }

    Optional<RefusalReason> outcomeRefusal(RailRescueOutcome outcome, RulesContext context) {
        RailScope scope = outcome.outcome().rescue().scope();
        return withRail(outcome.header(), scope, RailKind.ACCOUNTS, context, rail -> {
            RescueVerdict verdict = outcome.outcome()
                    .verdict(rail.committee().scope(context.network()), verifier(context.network(), rail));
            return verdict instanceof RescueVerdict.Undecided(RailRefusal undecided)
                    ? Optional.of(reason(undecided))
                    : Optional.empty();
        });
    }

    @FunctionalInterface
    private interface Check {
        Optional<RefusalReason> refusal(InstantRail rail);
    }

    private static Optional<RefusalReason> withRail(
            TransactionHeader header, RailScope scope, RailKind kind, RulesContext context, Check check) {
        if (!scope.network().equals(context.network())) {
            return Optional.of(RefusalReason.WRONG_NETWORK);
        }
        Optional<InstantRail> rail = rail(header, scope.rail(), context).filter(each -> each.kind() == kind);
        return rail.isEmpty() ? Optional.of(RefusalReason.UNKNOWN_RAIL) : check.refusal(rail.get());
    }

    /// An endorser's reason for what an authority refuses by the same check.
    private static RefusalReason reason(RailRefusal refusal) {
        return switch (refusal) {
            case WRONG_NETWORK -> RefusalReason.WRONG_NETWORK;
            case WRONG_RAIL -> RefusalReason.UNKNOWN_RAIL;
            case WRONG_EPOCH -> RefusalReason.RAIL_EPOCH_PASSED;
            case BAD_OWNER_SIGNATURE -> RefusalReason.BAD_OWNER_SIGNATURE;
            case BAD_CERTIFICATE -> RefusalReason.BAD_RAIL_CERTIFICATE;
            case BAD_EFFECTS -> RefusalReason.BAD_RAIL_EFFECTS;
            case NOT_EXPIRED -> RefusalReason.NOT_EXPIRED;
            case NOT_PROVEN_OPEN -> RefusalReason.NOT_PROVEN_OPEN;
            case TOO_FEW_STATEMENTS -> RefusalReason.TOO_FEW_STATEMENTS;
            default -> throw new Invariant.Broken("no check of the ledger's refuses by " + refusal);
        };
    }
}
