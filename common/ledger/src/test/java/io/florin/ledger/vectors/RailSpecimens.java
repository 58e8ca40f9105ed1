package io.florin.ledger.vectors;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.SignedCancellation;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// One value of each format of the instant rail: Alice pays Bob, who pays part of it on and takes the rest off the
/// rail.
final class RailSpecimens {

    private final TestRail four = new TestRail(Specimens.SEED, 4);
    private final Ed25519KeyPair alice = four.newKey();
    private final Ed25519KeyPair bob = four.newKey();
    private final List<Specimen> all = new ArrayList<>();

    private RailSpecimens() {}

    static List<Specimen> all() {
        return new RailSpecimens().tell();
    }

    private List<Specimen> tell() {
        SignedOrder order = four.order(alice, bob, 700, 0);
        FinalPayment payment = four.finish(order);
        SignedOrder off = four.order(bob, new RailRecipient.OnLedger(new OwnerKey(bob.publicKey())), 300, 1);
        add("rail.committee", four.committee(), RailCommittee::encode, RailCommittee::decode, _ -> Map.of());
        order("rail.order", order);
        order("rail.order-off", off);
        statements(order);
        add(
                "rail.certificate",
                payment.certificate(),
                TransferCertificate::encode,
                TransferCertificate::decode,
                _ -> Map.of());
        add("rail.final-payment", payment, FinalPayment::encode, FinalPayment::decode, _ -> Map.of());
        CarriedPayments carried = new CarriedPayments(List.of(payment));
        add(
                "rail.order-request",
                new OrderRequest(off, carried),
                OrderRequest::encode,
                OrderRequest::decode,
                _ -> Map.of());
        add(
                "rail.confirmation-order",
                new ConfirmationOrder(four.certify(off), carried),
                ConfirmationOrder::encode,
                ConfirmationOrder::decode,
                _ -> Map.of());
        window(List.of(ExecutedOrder.of(order.order()), ExecutedOrder.of(off.order())));
        rescue(order, four.order(alice, bob, 701, 0));
        return List.copyOf(all);
    }

    /// Two orders of one sequence, of which one authority holds a certificate.
    private void rescue(SignedOrder order, SignedOrder other) {
        evidence("rail.rescue-two-orders", RescueGround.TwoOrders.of(order, other));
        evidence("rail.rescue-expired", new RescueGround.Expired(order));
        evidence("rail.rescue-cancelled", new RescueGround.Cancelled(SignedCancellation.sign(four.scope(), 0, alice)));
        TransferCertificate certificate = four.certify(order);
        RailSequence rescue = RailSequence.of(order.order());
        statement("rail.rescue-statement", four.statement(3, rescue, Optional.of(certificate)));
        statement("rail.rescue-statement-none", four.statement(1, rescue, Optional.empty()));
        outcome("rail.rescue-outcome", four.oneHolds(certificate));
        outcome("rail.rescue-outcome-void", four.nobodyHolds(rescue));
    }

    private void evidence(String name, RescueGround ground) {
        add(name, four.evidence(ground), RescueEvidence::encode, RescueEvidence::decode, _ -> Map.of());
    }

    private void statement(String name, RescueStatement statement) {
        add(
                name,
                statement,
                RescueStatement::encode,
                RescueStatement::decode,
                read -> Map.of("statement", Bytes.of(read.statement()).toHex()));
    }

    private void outcome(String name, RescueOutcome outcome) {
        add(name, outcome, RescueOutcome::encode, RescueOutcome::decode, _ -> Map.of());
    }

    private void order(String name, SignedOrder order) {
        add(
                name,
                order,
                SignedOrder::encode,
                SignedOrder::decode,
                read -> Map.of(
                        "id", read.id().toHex(),
                        "sender", read.order().sender().value().toHex(),
                        "message", Bytes.of(read.order().ownerMessage()).toHex()));
    }

    private void statements(SignedOrder order) {
        byte[] vote = RailStatements.vote(four.scope(), order.id());
        byte[] effects = RailStatements.effects(four.scope(), order.id());
        byte[] open = RailStatements.openSequence(four.scope(), order.order().sender(), 0);
        add(
                "rail.vote",
                new Vote(2, order.id(), four.sign(2, vote)),
                writing(Vote::writeTo),
                reading(Vote::readFrom),
                read -> Map.of(
                        "statement",
                        Bytes.of(RailStatements.vote(four.scope(), read.orderId()))
                                .toHex()));
        add(
                "rail.effects",
                new SignedEffects(2, order.id(), four.sign(2, effects)),
                writing(SignedEffects::writeTo),
                reading(SignedEffects::readFrom),
                read -> Map.of(
                        "statement",
                        Bytes.of(RailStatements.effects(four.scope(), read.orderId()))
                                .toHex()));
        add(
                "rail.open-sequence",
                new OpenSequence(2, order.order().sender(), 0, four.sign(2, open)),
                writing(OpenSequence::writeTo),
                reading(OpenSequence::readFrom),
                read -> Map.of(
                        "statement",
                        Bytes.of(RailStatements.openSequence(four.scope(), read.account(), read.sequence()))
                                .toHex()));
    }

    private void window(List<ExecutedOrder> executed) {
        byte[] statement = ExecutedWindow.statement(four.scope(), 3, 1, 7, executed);
        add(
                "rail.window",
                new ExecutedWindow(four.scope(), 3, 1, 7, executed, four.sign(3, statement)),
                ExecutedWindow::encode,
                ExecutedWindow::decode,
                read -> Map.of("statement", Bytes.of(statementOf(read)).toHex()));
    }

    private static byte[] statementOf(ExecutedWindow window) {
        return ExecutedWindow.statement(
                window.scope(), window.authority(), window.shard(), window.number(), window.executed());
    }

    private <T> void add(
            String name,
            T value,
            Function<T, byte[]> encoder,
            Function<byte[], T> decoder,
            Function<T, Map<String, String>> derived) {
        all.add(Specimen.of(name, value, encoder, decoder, derived));
    }

    private static <T> Function<T, byte[]> writing(BiConsumer<T, CanonicalWriter> writeTo) {
        return value -> {
            CanonicalWriter writer = new CanonicalWriter();
            writeTo.accept(value, writer);
            return writer.toByteArray();
        };
    }

    private static <T> Function<byte[], T> reading(Function<CanonicalReader, T> readFrom) {
        return bytes -> CanonicalReader.decode(bytes, readFrom);
    }
}
