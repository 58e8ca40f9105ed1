package io.florin.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;

/// Payments of one test network: signed, and translated as the rules would.
public final class TestPayments {

    public static final long EXPIRY = 500;

    private final TestNetwork network;
    private final Ed25519KeyPair payer;
    private final Ed25519KeyPair payee;

    public TestPayments(TestNetwork network) {
        this.network = network;
        this.payer = network.newKey();
        this.payee = network.newKey();
    }

    public Ed25519KeyPair payer() {
        return payer;
    }

    public Ed25519KeyPair payee() {
        return payee;
    }

    public OwnerKey payerKey() {
        return new OwnerKey(payer.publicKey());
    }

    public OwnerKey payeeKey() {
        return new OwnerKey(payee.publicKey());
    }

    /// A transfer of one token that may or may not be on the ledger: endorsers do not look.
    public Transfer transfer(long minorUnits) {
        return transfer(minorUnits, EXPIRY);
    }

    public Transfer transfer(long minorUnits, long expiryHeight) {
        var input = new TokenReference(
                new io.florin.ledger.TransactionId(network.newId()), 0, TestNetwork.token(payer, minorUnits));
        return network.transfer(
                network.header(expiryHeight),
                List.of(payer),
                List.of(input),
                List.of(TestNetwork.token(payee, minorUnits)));
    }

    public AcceptedTransaction accepted(ClientTransaction transaction) {
        boolean audited = ClearTokenRules.auditRequired(transaction, network.configuration());
        Submission submission = audited
                ? new Submission(transaction, java.util.Optional.of(network.audit(transaction)))
                : Submission.of(transaction);
        return AcceptedTransaction.of(submission, SettlementTranslator.translate(transaction, audited), 0);
    }

    public List<AcceptedTransaction> accepted(int count) {
        List<AcceptedTransaction> accepted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            accepted.add(accepted(transfer(100 + i)));
        }
        return accepted;
    }

    public static RegistrationEvent bank(Standing standing) {
        return new ParticipantChanged(1, "First Bank", "FIRSXXXX", standing);
    }

    public RegistrationEvent enrollment(OwnerKey owner, Standing standing) {
        return new EnrollmentChanged(
                network.newId(), owner, network.newId(), 1, TestNetwork.TIER_FULL, true, standing);
    }

    /// Registration's records that let the payer pay the payee.
    public List<RegistrationEvent> enrollments() {
        return List.of(
                bank(Standing.ACTIVE),
                enrollment(payerKey(), Standing.ACTIVE),
                enrollment(payeeKey(), Standing.ACTIVE));
    }

    public static Bytes note(int content) {
        return Bytes.of(new byte[] {(byte) content, 1, 2, 3});
    }
}
