package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PaymentContext;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An issue, transfer or redemption of a currency that hides owners or values (paper 001, 5.2 and appendix B). The
/// proof authorises it: it is a signature of knowledge over the statement, whose context covers header, request and
/// notes. So the id, which leaves the proof out, names what happens, and another proof of it is the same payment.
///
/// Encoding after the header: flag of a request and the request, certifier epoch u32, statement, notes; then, not part
/// of the id, the proof (length u32) and the officers' approvals.
///
/// @param request of an issue or redemption, which officers approve
/// @param certifierEpoch the key under which inputs are certified, u32; zero in models without certifiers
/// @param notes one for each output, each at most 512 bytes
/// @param proof at most [#PROOF_SIZE_MAX] bytes
public record HiddenPayment(
        TransactionHeader header,
        Optional<SupplyRequest> request,
        long certifierEpoch,
        PaymentStatement statement,
        List<Bytes> notes,
        Bytes proof,
        List<OfficerApproval> approvals)
        implements ClientTransaction {

    /// Sixteen inputs and outputs under passive audit, points uncompressed, take 57,440.
    public static final int PROOF_SIZE_MAX = 60 * 1024;

    /// @throws IllegalArgumentException if the statement's context is not the one of header, request and notes
    public HiddenPayment {
        notes = List.copyOf(notes);
        approvals = List.copyOf(approvals);
        ClientTransaction.checkNotes(notes, statement.outputs().size());
        if (certifierEpoch < 0 || certifierEpoch > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("an epoch has 32 bits");
        }
        if (proof.size() > PROOF_SIZE_MAX || approvals.size() > TOKENS_MAX) {
            throw new IllegalArgumentException("a proof too long, or too many approvals");
        }
        if (!statement.context().equals(context(header, request, certifierEpoch, notes))) {
            throw new IllegalArgumentException("the statement is of another payment");
        }
    }

    /// Context that the proof binds besides tokens: everything here that is not the statement's own. To be made before
    /// the proof, once the notes are encrypted.
    public static PaymentContext context(
            TransactionHeader header, Optional<SupplyRequest> request, long certifierEpoch, List<Bytes> notes) {
        CanonicalWriter writer = new CanonicalWriter(512);
        header.writeTo(writer);
        writeRequest(writer, request);
        writer.u32(certifierEpoch).u8(notes.size());
        ClientTransaction.writeNotes(writer, notes);
        Bytes32 content = Domain.HIDDEN_CONTENT.hash(writer.toByteArray());
        return new PaymentContext(
                request.map(HiddenPayment::kindOf).orElse(TransactionKind.TRANSFER),
                request.map(SupplyRequest::amount).orElse(Amount.ZERO),
                request.map(SupplyRequest::id),
                header.expiryHeight(),
                content);
    }

    private static TransactionKind kindOf(SupplyRequest request) {
        return switch (request.direction()) {
            case WITHDRAWAL -> TransactionKind.ISSUE;
            case REDEMPTION -> TransactionKind.REDEEM;
        };
    }

    /// SHA-256 over the tokens in order.
    public static Bytes32 outputsDigest(List<HiddenToken> outputs) {
        CanonicalWriter writer = new CanonicalWriter(512).u8(outputs.size());
        outputs.forEach(output -> output.writeTo(writer));
        return Domain.HIDDEN_OUTPUTS.hash(writer.toByteArray());
    }

    /// The tokens of an issue on a withdrawal, a function of the openings alone: officers sign them before it is
    /// proven, and every attempt has the same.
    public static List<HiddenToken> issued(
            NamespaceId namespace, PrivacyModel model, SupplyRequest withdrawal, List<HiddenOpening> openings) {
        OutputBases bases =
                OutputBases.of(model, List.of(StateKeys.withdrawal(namespace, withdrawal.id())), openings.size());
        List<HiddenToken> tokens = new ArrayList<>();
        for (int i = 0; i < openings.size(); i++) {
            tokens.add(openings.get(i).commit(bases, i));
        }
        return List.copyOf(tokens);
    }

    /// Bytes that officers sign of an issue or redemption.
    ///
    /// @throws java.util.NoSuchElementException of a transfer
    public byte[] officerMessage() {
        SupplyRequest asked = request.orElseThrow();
        return kind() == TransactionKind.ISSUE
                ? asked.officerMessage(
                        header.network(), header.namespace(), header.rulesVersion(), outputsDigest(statement.outputs()))
                : asked.officerMessage(header.network(), header.namespace(), header.rulesVersion());
    }

    @Override
    public TransactionKind kind() {
        return statement.context().kind();
    }

    /// The model of the namespace, by the version of its rules.
    public PrivacyModel model() {
        return PrivacyModel.ofRulesVersion(header.rulesVersion());
    }

    public HiddenPayment withApprovals(List<OfficerApproval> newApprovals) {
        return new HiddenPayment(header, request, certifierEpoch, statement, notes, proof, newApprovals);
    }

    @Override
    public void writeBody(CanonicalWriter writer) {
        writeRequest(writer, request);
        writer.u32(certifierEpoch);
        statement.writeTo(writer);
        ClientTransaction.writeNotes(writer, notes);
    }

    @Override
    public void writeSignatures(CanonicalWriter writer) {
        writer.bytes(proof);
        OfficerApproval.writeAll(writer, approvals);
    }

    private static void writeRequest(CanonicalWriter writer, Optional<SupplyRequest> request) {
        writer.flag(request.isPresent());
        request.ifPresent(each -> each.writeTo(writer));
    }

    static HiddenPayment readFrom(TransactionKind kind, TransactionHeader header, CanonicalReader reader) {
        PrivacyModel model = PrivacyModel.ofRulesVersion(header.rulesVersion());
        Optional<SupplyRequest> request =
                reader.flag() ? Optional.of(SupplyRequest.readFrom(reader)) : Optional.empty();
        long certifierEpoch = reader.u32();
        PaymentStatement.Tokens tokens = PaymentStatement.Tokens.readFrom(model, reader);
        List<Bytes> notes = ClientTransaction.readNotes(reader, tokens.outputs().size());
        PaymentStatement statement = tokens.statement(context(header, request, certifierEpoch, notes));
        if (statement.context().kind() != kind) {
            throw new DecodeException("the kind is not the request's");
        }
        return new HiddenPayment(
                header,
                request,
                certifierEpoch,
                statement,
                notes,
                reader.bytes(PROOF_SIZE_MAX),
                OfficerApproval.readAll(reader));
    }
}
