package io.florin.committer.reconciliation;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.Redeem;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Repeats what endorsers did with a client transaction: the rules, and the translation into reads and writes. So t
/// colluding endorsers cannot create money unnoticed (protocol decision 30). What needs registration's records of that
/// moment (who was enrolled, in which tier) is not repeated; everybody counts as enrolled, in the highest tier.
public final class TransactionReview {

    private static final String NO_CONFIGURATION = "configuration-never-in-force";
    private static final String OTHER_SETS = "other-reads-or-writes";

    private final NetworkId network;
    private final LedgerRules rules;

    /// @param random unpredictable to payers, a `SecureRandom`
    public TransactionReview(NetworkId network, RandomGenerator random) {
        this.network = network;
        this.rules = LedgerRules.of(network, random);
    }

    /// Flaw of the endorsement, in fixed words; empty when it is right.
    ///
    /// @param configuration of the version that the endorsed transaction names, if it was ever in force
    public Optional<String> flaw(
            EndorsedTransaction endorsed, ClientTransaction client, Optional<NetworkConfiguration> configuration) {
        if (configuration.isEmpty()) {
            return Optional.of(NO_CONFIGURATION);
        }
        SettlementTransaction settlement = endorsed.settlement();
        Submission submission = new Submission(client, endorsed.ordered().audit());
        return switch (rules.check(submission, new Context(network, configuration.get(), client))) {
            case RulesVerdict.Refused(var reason) ->
                Optional.of(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            case RulesVerdict.Accepted(var translated) ->
                translated.equals(settlement) ? Optional.empty() : Optional.of(OTHER_SETS);
        };
    }

    /// The moment before the transaction expires, with everybody enrolled as the transaction needs it.
    private record Context(NetworkId network, NetworkConfiguration configuration, ClientTransaction client)
            implements RulesContext {

        @Override
        public long height() {
            return Math.max(0, client.header().expiryHeight() - 1);
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            int participant = switch (client) {
                case Issue issue -> issue.request().participant();
                case Redeem redeem -> redeem.request().participant();
                case HiddenPayment payment ->
                    payment.request().map(SupplyRequest::participant).orElse(0);
                case Transfer _,
                        ConfigurationChange _,
                        RailDeposit _,
                        RailWithdrawal _,
                        RailRescue _,
                        RailRescueOutcome _ -> 0;
            };
            int tier = switch (client) {
                case Issue _,
                        Redeem _,
                        HiddenPayment _,
                        ConfigurationChange _,
                        RailWithdrawal _,
                        RailRescue _,
                        RailRescueOutcome _ -> Tier.TREASURY;
                case Transfer _, RailDeposit _ -> highestTier();
            };
            return Optional.of(new EnrollmentChanged(
                    Bytes32.ZERO, owner, Bytes32.ZERO, participant, tier, false, Standing.ACTIVE));
        }

        @Override
        public Set<Long> credentialEpochs() {
            return client instanceof HiddenPayment payment
                    ? Set.of(payment.statement().credentialEpoch())
                    : Set.of();
        }

        private int highestTier() {
            return configuration.tiers().stream()
                    .max(Comparator.comparing(Tier::paymentMax))
                    .map(Tier::id)
                    .orElse(Tier.TREASURY);
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(Standing.ACTIVE);
        }
    }
}
