package io.florin.simulation.rail;

import io.florin.crypto.Bytes32;
import io.florin.instant.account.ShardAnswer;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One payment from its client's side: gathers votes, then effects, asking again whoever has not answered. What it has
/// gathered survives its client's restarts, as in a wallet.
final class RailPayment {
    private final RailSurroundings around;
    private final RailScope scope;
    private final SignedOrder order;
    private final Map<Integer, AuthoritySignature> votes = new TreeMap<>();
    private final Map<Integer, AuthoritySignature> effects = new TreeMap<>();
    private Optional<TransferCertificate> certificate = Optional.empty();
    private Optional<FinalPayment> payment = Optional.empty();

    RailPayment(RailSurroundings around, SignedOrder order) {
        this.around = around;
        this.scope = around.rail().scope();
        this.order = order;
    }

    SignedOrder order() {
        return order;
    }

    Bytes32 id() {
        return order.id();
    }

    Optional<TransferCertificate> certificate() {
        return certificate;
    }

    Optional<FinalPayment> payment() {
        return payment;
    }

    void ask(Node client, Life life, RailAuthority authority, CarriedPayments carried) {
        byte[] request = new OrderRequest(order, carried).encode();
        around.network()
                .<ShardAnswer>call(client, life, authority, answer -> authority.ask(request, answer), this::take);
    }

    void confirm(Node client, Life life, RailAuthority authority, CarriedPayments carried) {
        byte[] request = new ConfirmationOrder(certificate.orElseThrow(), carried).encode();
        around.network()
                .<ShardAnswer>call(client, life, authority, answer -> authority.confirm(request, answer), this::take);
    }

    boolean hasVoteOf(RailAuthority authority) {
        return votes.containsKey(authority.number());
    }

    boolean hasEffectsOf(RailAuthority authority) {
        return effects.containsKey(authority.number());
    }

    private void take(ShardAnswer answer) {
        switch (answer) {
            case ShardAnswer.Voted(var vote) -> {
                if (vote.orderId().equals(id())) {
                    votes.put(vote.authority(), vote.signature());
                }
            }
            case ShardAnswer.Executed(var executed, var signed) -> {
                if (signed.orderId().equals(id())) {
                    effects.put(signed.authority(), signed.signature());
                    if (certificate.isEmpty()
                            && executed.refusal(scope, around.verifier()).isEmpty()
                            && executed.orderId().equals(id())) {
                        certificate = Optional.of(executed);
                    }
                }
            }
            default -> {
                // asked again
            }
        }
        putTogether();
    }

    private void putTogether() {
        if (certificate.isEmpty()) {
            certificate = around.verifier()
                    .combine(RailStatements.vote(scope, id()), votes)
                    .signature()
                    .map(signature -> new TransferCertificate(order, signature));
            certificate.ifPresent(around.judge()::certified);
        }
        if (certificate.isPresent() && payment.isEmpty()) {
            payment = around.verifier()
                    .combine(RailStatements.effects(scope, id()), effects)
                    .signature()
                    .map(signature -> new FinalPayment(certificate.get(), signature));
            payment.ifPresent(around.judge()::finished);
        }
    }
}
