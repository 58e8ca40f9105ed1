package io.florin.audit;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.rules.HiddenTokenRules;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.rules.TokenRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Repeats what endorsers did with payments that hide something: the rules with the proof, and the translation into
/// reads and writes. Many proofs are settled together.
///
/// What needs registration's records of that moment is not repeated: who was the treasury of a bank, and which epoch of
/// credentials was current. It changes who may pay, never how much money there is. Safe for threads if the source of
/// randomness is.
public final class ProofReview {
    /// Number of proofs settled by one batch.
    public static final int BATCH_MAX = 32;

    private static final String OTHER_SETS = "other-reads-or-writes";
    private static final String NOT_HIDDEN = "no-hidden-payment";

    private final NetworkId network;
    private final Map<Integer, TokenRules> rules = new TreeMap<>();

    /// @param random unpredictable to payers, a `SecureRandom`
    public ProofReview(NetworkId network, RandomGenerator random) {
        this.network = network;
        HiddenTokenRules.all(new HiddenCurrencies(network), random).forEach(each -> rules.put(each.version(), each));
    }

    /// A committed payment and the client transaction that an endorser gave for its id.
    public record Case(CommittedPayment payment, ClientTransaction client) {}

    /// Flaw of each, in fixed words; empty where it is right.
    public List<Optional<String>> flaws(List<Case> cases) {
        List<Optional<String>> flaws = new ArrayList<>();
        cases.forEach(_ -> flaws.add(Optional.empty()));
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            if (cases.get(i).client() instanceof HiddenPayment) {
                open.add(i);
            } else {
                flaws.set(i, Optional.of(NOT_HIDDEN));
            }
        }
        open.sort(Comparator.comparingLong(i -> cases.get(i).client().header().expiryHeight()));
        while (!open.isEmpty()) {
            Batch batch = new Batch(network, cases.get(open.getFirst()));
            List<Integer> taken = open.stream()
                    .filter(i -> batch.takes(cases.get(i)))
                    .limit(BATCH_MAX)
                    .toList();
            judge(cases, taken, batch, flaws);
            open.removeAll(taken);
        }
        return flaws;
    }

    private void judge(List<Case> cases, List<Integer> taken, Batch batch, List<Optional<String>> flaws) {
        List<Submission> submissions = taken.stream()
                .map(cases::get)
                .map(each ->
                        new Submission(each.client(), each.payment().ordered().audit()))
                .toList();
        TokenRules version = rules.get(batch.rulesVersion());
        if (version == null) {
            taken.forEach(i -> flaws.set(i, Optional.of("wrong-rules-version")));
            return;
        }
        List<RulesVerdict> decisions = version.check(submissions, batch);
        for (int i = 0; i < taken.size(); i++) {
            Case each = cases.get(taken.get(i));
            flaws.set(taken.get(i), flaw(decisions.get(i), each));
        }
    }

    private static Optional<String> flaw(RulesVerdict decision, Case each) {
        return switch (decision) {
            case RulesVerdict.Refused refused ->
                Optional.of(refused.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            case RulesVerdict.Accepted accepted ->
                accepted.transaction().equals(each.payment().settlement()) ? Optional.empty() : Optional.of(OTHER_SETS);
        };
    }

    /// Payments that one context fits: of one configuration and model, and with expiry heights near each other. The
    /// context is the moment before the first of them expires, with each treasury enrolled at the bank that it says.
    private static final class Batch implements RulesContext {
        private final NetworkId network;
        private final NetworkConfiguration configuration;
        private final int rulesVersion;
        private final long height;
        private final Map<OwnerKey, Integer> treasuries = new HashMap<>();
        private final Set<Long> epochs = new HashSet<>();

        Batch(NetworkId network, Case first) {
            this.network = network;
            this.configuration = first.payment().configuration();
            this.rulesVersion = first.client().header().rulesVersion();
            this.height = Math.max(0, first.client().header().expiryHeight() - 1);
        }

        int rulesVersion() {
            return rulesVersion;
        }

        boolean takes(Case each) {
            HiddenPayment payment = (HiddenPayment) each.client();
            boolean fits = payment.header().rulesVersion() == rulesVersion
                    && payment.header().expiryHeight() - height
                            <= configuration.limits().expiryBlocksMax()
                    && each.payment().configuration().version() == configuration.version();
            Optional<SupplyRequest> request = payment.request();
            boolean treasuryFits = request.isEmpty()
                    || treasuries.getOrDefault(
                                    request.get().owner(), request.get().participant())
                            == request.get().participant();
            if (fits && treasuryFits) {
                request.ifPresent(asked -> treasuries.put(asked.owner(), asked.participant()));
                epochs.add(payment.statement().credentialEpoch());
            }
            return fits && treasuryFits;
        }

        @Override
        public NetworkId network() {
            return network;
        }

        @Override
        public NetworkConfiguration configuration() {
            return configuration;
        }

        @Override
        public long height() {
            return height;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.of(new EnrollmentChanged(
                    Bytes32.ZERO,
                    owner,
                    Bytes32.ZERO,
                    treasuries.getOrDefault(owner, 0),
                    Tier.TREASURY,
                    false,
                    Standing.ACTIVE));
        }

        @Override
        public Set<Long> credentialEpochs() {
            return Set.copyOf(epochs);
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.of(Standing.ACTIVE);
        }
    }
}
