package io.florin.endorser.endorse;

import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.endorser.protocol.Arrival;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.endorser.protocol.Verdict;
import io.florin.ledger.TransactionId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.rules.RefusalReason;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.rules.TokenRules;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Decides on submissions and on shares. Pure and without state of its own: the same submission and context give the
/// same verdict on every endorser, and any thread may ask.
public final class Endorser {

    private final RulesRegistry registry;
    private final UnaryOperator<EndorserGroup> inUse;

    public Endorser(RulesRegistry registry) {
        this(registry, UnaryOperator.identity());
    }

    /// @param inUse the group with the verification keys of the shares in use, which a refresh changed
    public Endorser(RulesRegistry registry, UnaryOperator<EndorserGroup> inUse) {
        this.registry = registry;
        this.inUse = inUse;
    }

    /// @param registrationCurrent false stops endorsing whatever is asked (protocol decision 16)
    public Verdict check(
            Submission submission, EndorsingContext context, boolean registrationCurrent, long receivedMillis) {
        return check(List.of(new Arrival(submission, receivedMillis)), context, registrationCurrent)
                .getFirst();
    }

    /// Verdicts in order. What falls under the same rules is checked by them at once, so that proofs share a batch.
    ///
    /// @param registrationCurrent false stops endorsing whatever is asked (protocol decision 16)
    public List<Verdict> check(List<Arrival> arrivals, EndorsingContext context, boolean registrationCurrent) {
        Map<Integer, Verdict> verdicts = new HashMap<>();
        Map<TokenRules, List<Integer>> places = new IdentityHashMap<>();
        for (int place = 0; place < arrivals.size(); place++) {
            Submission submission = arrivals.get(place).submission();
            Routing routing = registrationCurrent
                    ? route(submission, context)
                    : refused(submission, RefusalReason.REGISTRATION_NOT_CURRENT);
            switch (routing) {
                case Routing.Decided(Verdict verdict) -> verdicts.put(place, verdict);
                case Routing.By(TokenRules rules) ->
                    places.computeIfAbsent(rules, _ -> new ArrayList<>()).add(place);
            }
        }
        places.forEach((rules, ofRules) -> decide(rules, ofRules, arrivals, context, verdicts));
        return IntStream.range(0, arrivals.size())
                .mapToObj(place -> Objects.requireNonNull(verdicts.get(place)))
                .toList();
    }

    /// Rules that judge a submission.
    private sealed interface Routing {

        record Decided(Verdict verdict) implements Routing {}

        record By(TokenRules rules) implements Routing {}
    }

    private Routing route(Submission submission, EndorsingContext context) {
        TransactionHeader header = submission.transaction().header();
        if (header.configurationVersion() == context.configuration().version() + 1) {
            return new Routing.Decided(
                    new Verdict.Ahead(submission.transaction().id()));
        }
        Optional<Namespace> namespace = context.configuration().namespace(header.namespace());
        if (namespace.isEmpty()) {
            return refused(submission, RefusalReason.UNKNOWN_NAMESPACE);
        }
        // no rule of the ledger, which has older transactions: an expiry of one's own names the software that chose it
        boolean inForce =
                header.configurationVersion() == context.configuration().version();
        if (inForce && !context.configuration().limits().isOnGrid(header.expiryHeight())) {
            return refused(submission, RefusalReason.EXPIRY_OUT_OF_RANGE);
        }
        return registry.rules(header.namespace(), namespace.get().rulesVersion())
                .<Routing>map(Routing.By::new)
                .orElseGet(() -> refused(submission, RefusalReason.WRONG_RULES_VERSION));
    }

    private static Routing refused(Submission submission, RefusalReason reason) {
        return new Routing.Decided(new Verdict.Refused(submission.transaction().id(), reason));
    }

    private static void decide(
            TokenRules rules,
            List<Integer> places,
            List<Arrival> arrivals,
            EndorsingContext context,
            Map<Integer, Verdict> verdicts) {
        List<Submission> submissions =
                places.stream().map(place -> arrivals.get(place).submission()).toList();
        List<RulesVerdict> decisions = rules.check(submissions, context);
        for (int i = 0; i < places.size(); i++) {
            Arrival arrival = arrivals.get(places.get(i));
            verdicts.put(
                    places.get(i),
                    switch (decisions.get(i)) {
                        case RulesVerdict.Accepted(SettlementTransaction settlement) ->
                            new Verdict.Accepted(
                                    AcceptedTransaction.of(arrival.submission(), settlement, arrival.receivedMillis()));
                        case RulesVerdict.Refused(RefusalReason reason) ->
                            new Verdict.Refused(
                                    arrival.submission().transaction().id(), reason);
                    });
        }
    }

    /// Whether an order may be signed: it is for a policy in force, with the shares that this endorser has one of, and
    /// for exactly these transactions. While a key is
    /// replaced two are in force, since whoever gathers may not have a share of the newer one yet.
    ///
    /// @param rebuilt what this endorser itself makes of the transactions it accepted, in the order's order
    public Consent consent(ShareOrder order, List<AcceptedTransaction> rebuilt, EndorsingContext context) {
        Optional<EndorserGroup> group = context.configuration()
                .namespace(order.namespace())
                .filter(namespace -> namespace.rulesVersion() == order.rulesVersion())
                .flatMap(_ -> context.configuration().endorserGroup(order.namespace(), order.keyEpoch()))
                .map(inUse);
        if (group.isEmpty()) {
            return new Consent.Withheld("the policy is not in force");
        }
        if (!order.sharing().equals(ShareOrder.sharingOf(group.get()))) {
            return new Consent.OtherShares();
        }
        for (AcceptedTransaction transaction : rebuilt) {
            if (!transaction.namespace().equals(order.namespace())) {
                return new Consent.Withheld("a transaction is of another namespace");
            }
            if (transaction.settlement().configurationVersion()
                    != context.configuration().version()) {
                return new Consent.Withheld("a transaction was accepted under another configuration");
            }
        }
        List<TransactionId> ids = rebuilt.stream().map(AcceptedTransaction::id).toList();
        Bytes32 root =
                Bundle.rootOf(rebuilt.stream().map(AcceptedTransaction::encoded).toList());
        if (!ids.equals(order.ids()) || !root.equals(order.root())) {
            return new Consent.Withheld("the root is not that of these transactions");
        }
        return new Consent.Given(group.get(), order.message(context.network()));
    }

    /// Answer to an order.
    public sealed interface Consent {

        /// @param group whose share signs
        /// @param message what is signed
        record Given(EndorserGroup group, byte[] message) implements Consent {
            public Given {
                message = message.clone();
            }

            @Override
            public byte[] message() {
                return message.clone();
            }
        }

        /// @param reason in fixed words, for the one who asked
        record Withheld(String reason) implements Consent {}

        /// The key is in force, and a refresh lies between the shares that are asked for and this endorser's.
        record OtherShares() implements Consent {}
    }
}
