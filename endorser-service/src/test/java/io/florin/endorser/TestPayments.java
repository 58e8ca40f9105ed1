package io.florin.endorser;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.endorser.protocol.AcceptedTransaction;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Payments of one payer to one payee in any network: signed, and translated as the rules would.
public final class TestPayments {

    public static final long EXPIRY = 500;
    public static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final int TIER = 2;

    private final Genesis genesis;
    private final NamespaceId namespace;
    private final Random random;
    private final Ed25519KeyPair payer;
    private final Ed25519KeyPair payee;

    public TestPayments(Genesis genesis, long seed) {
        this(genesis, seed, CURRENCY);
    }

    /// Payments in another clear currency.
    public TestPayments(Genesis genesis, long seed, NamespaceId namespace) {
        this.genesis = genesis;
        this.namespace = namespace;
        this.random = new Random(seed);
        this.payer = Ed25519.fromSeed(bytes(32));
        this.payee = Ed25519.fromSeed(bytes(32));
    }

    public OwnerKey payer() {
        return new OwnerKey(payer.publicKey());
    }

    public OwnerKey payee() {
        return new OwnerKey(payee.publicKey());
    }

    public NetworkId network() {
        return genesis.networkId();
    }

    public TransactionHeader header(long expiryHeight) {
        return new TransactionHeader(
                network(), namespace, 1, 1, expiryHeight, Bytes.of(bytes(TransactionHeader.NONCE_SIZE)));
    }

    /// A transfer of one token that may or may not be on the ledger: endorsers do not look.
    public Transfer transfer(long minorUnits) {
        return transfer(header(EXPIRY), minorUnits, payee());
    }

    public Transfer transferTo(OwnerKey payee, long minorUnits) {
        return transfer(header(EXPIRY), minorUnits, payee);
    }

    public Transfer transfer(TransactionHeader header, long minorUnits, OwnerKey payee) {
        var input = new TokenReference(TransactionId.of(bytes(32)), 0, token(payer(), minorUnits));
        return spend(header, input, payee);
    }

    /// A transfer that spends a token as it is.
    public Transfer spend(TransactionHeader header, TokenReference input, OwnerKey payee) {
        Token output = new Token(payee, namespace.value(), input.token().value());
        var unsigned = new Transfer(header, List.of(input), List.of(output), List.of(note()), List.of());
        return unsigned.withSignatures(List.of(payer.sign(ClientTransaction.ownerMessage(header, unsigned.id()))));
    }

    public Token token(OwnerKey owner, long minorUnits) {
        return new Token(owner, namespace.value(), Amount.of(minorUnits));
    }

    /// Something that looks encrypted.
    public Bytes note() {
        return Bytes.of(bytes(40));
    }

    public AcceptedTransaction accepted(ClientTransaction transaction) {
        return AcceptedTransaction.of(
                Submission.of(transaction), SettlementTranslator.translate(transaction, false), 0);
    }

    /// As the rules would accept it with the approval of the auditor with this key.
    public AcceptedTransaction accepted(ClientTransaction transaction, Ed25519KeyPair auditor) {
        boolean required = ClearTokenRules.auditRequired(transaction, genesis.configuration());
        var approval =
                new AuditorApproval(0, auditor.sign(AuditorApproval.message(transaction.header(), transaction.id())));
        return AcceptedTransaction.of(
                new Submission(transaction, Optional.of(approval)),
                SettlementTranslator.translate(transaction, required),
                0);
    }

    public List<AcceptedTransaction> accepted(int count) {
        List<AcceptedTransaction> accepted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            accepted.add(accepted(transfer(100 + i)));
        }
        return accepted;
    }

    public RegistrationEvent bank(Standing standing) {
        return new ParticipantChanged(1, "First Bank", "FIRSXXXX", standing);
    }

    public RegistrationEvent enrollment(OwnerKey owner, Standing standing) {
        return enrollment(owner, standing, TIER);
    }

    public RegistrationEvent enrollment(OwnerKey owner, Standing standing, int tier) {
        return new EnrollmentChanged(Bytes32.of(bytes(32)), owner, Bytes32.of(bytes(32)), 1, tier, true, standing);
    }

    /// Registration's records that let the payer pay the payee.
    public List<RegistrationEvent> enrollments() {
        return List.of(
                bank(Standing.ACTIVE), enrollment(payer(), Standing.ACTIVE), enrollment(payee(), Standing.ACTIVE));
    }

    public byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }
}
