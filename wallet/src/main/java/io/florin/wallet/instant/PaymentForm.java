package io.florin.wallet.instant;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.FinalOutputs;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Optional;

/// A payment of one kind of rail, and what its steps are made of. Whoever holds the signed order can finish it: payer,
/// payee or a bank.
///
/// @param <C> its certificate
/// @param <F> its file, once it is final
public sealed interface PaymentForm<C, F> {

    Bytes32 id();

    RailRequest order();

    C certificate(QuorumSignature votes);

    RailRequest confirmation(C certificate);

    /// The file that needs no effects; empty where it does.
    Optional<F> finalWithVotes(C certificate);

    F file(C certificate, QuorumSignature effects);

    /// The certificate of this payment that an authority shows, if it shows one and it holds.
    Optional<C> shown(RailAnswer answer, RailScope scope, CommitteeVerifier committee);

    /// Whether a rescue with this outcome ends the payment: its sequence is void, or another order's.
    boolean isEndedBy(RescueOutcome outcome, RailScope scope, CommitteeVerifier committee);

    /// An order between accounts.
    ///
    /// @param carried payments to the payer that cover it
    record OfAccount(SignedOrder signed, CarriedPayments carried)
            implements PaymentForm<TransferCertificate, FinalPayment> {
        @Override
        public Bytes32 id() {
            return signed.id();
        }

        @Override
        public RailRequest order() {
            return new RailRequest.Order(new OrderRequest(signed, carried));
        }

        @Override
        public TransferCertificate certificate(QuorumSignature votes) {
            return new TransferCertificate(signed, votes);
        }

        @Override
        public RailRequest confirmation(TransferCertificate certificate) {
            return new RailRequest.Confirmation(new ConfirmationOrder(certificate, carried));
        }

        @Override
        public Optional<FinalPayment> finalWithVotes(TransferCertificate certificate) {
            return Optional.empty();
        }

        @Override
        public FinalPayment file(TransferCertificate certificate, QuorumSignature effects) {
            return new FinalPayment(certificate, effects);
        }

        @Override
        public Optional<TransferCertificate> shown(RailAnswer answer, RailScope scope, CommitteeVerifier committee) {
            return answer instanceof RailAnswer.Executed(var certificate, var _)
                            && certificate.orderId().equals(id())
                            && certificate.refusal(scope, committee).isEmpty()
                    ? Optional.of(certificate)
                    : Optional.empty();
        }

        @Override
        public boolean isEndedBy(RescueOutcome outcome, RailScope scope, CommitteeVerifier committee) {
            return outcome.rescue().equals(RailSequence.of(signed.order()))
                    && switch (outcome.verdict(scope, committee)) {
                        case RescueVerdict.Stands(var certificate) ->
                            !certificate.orderId().equals(id());
                        case RescueVerdict.Void() -> true;
                        case RescueVerdict.Undecided _ -> false;
                    };
        }
    }

    /// A transaction of outputs.
    record OfOutputs(OutputRequest request, RailFinality finality)
            implements PaymentForm<OutputCertificate, FinalOutputs> {
        @Override
        public Bytes32 id() {
            return request.signed().id();
        }

        @Override
        public RailRequest order() {
            return new RailRequest.Outputs(request);
        }

        @Override
        public OutputCertificate certificate(QuorumSignature votes) {
            return new OutputCertificate(request.signed(), votes);
        }

        @Override
        public RailRequest confirmation(OutputCertificate certificate) {
            return new RailRequest.OutputsConfirmation(certificate);
        }

        @Override
        public Optional<FinalOutputs> finalWithVotes(OutputCertificate certificate) {
            return finality == RailFinality.VOTES
                    ? Optional.of(new FinalOutputs(certificate, Optional.empty()))
                    : Optional.empty();
        }

        @Override
        public FinalOutputs file(OutputCertificate certificate, QuorumSignature effects) {
            return new FinalOutputs(certificate, Optional.of(effects));
        }

        @Override
        public Optional<OutputCertificate> shown(RailAnswer answer, RailScope scope, CommitteeVerifier committee) {
            return answer instanceof RailAnswer.OutputsExecuted(var certificate, var _)
                            && certificate.id().equals(id())
                            && certificate.refusal(scope, committee).isEmpty()
                    ? Optional.of(certificate)
                    : Optional.empty();
        }

        @Override
        public boolean isEndedBy(RescueOutcome outcome, RailScope scope, CommitteeVerifier committee) {
            return false; // outcomes are of sequences
        }
    }
}
