package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.Optional;

/// A submission that the rules accepted, with the settlement transaction they made of it.
///
/// @param encoded the settlement transaction's canonical bytes: the leaf of a bundle
/// @param receivedMillis when the submission came in, milliseconds since 1970
public record AcceptedTransaction(
        Submission submission, SettlementTransaction settlement, Bytes encoded, long receivedMillis) {

    private static final int LENGTH_SIZE = 4;
    private static final int AUDIT_SIZE = 67;

    public static AcceptedTransaction of(Submission submission, SettlementTransaction settlement, long receivedMillis) {
        return new AcceptedTransaction(submission, settlement, Bytes.of(settlement.encode()), receivedMillis);
    }

    public TransactionId id() {
        return settlement.id();
    }

    public NamespaceId namespace() {
        return settlement.namespace();
    }

    /// The approval that goes into the bundle: only where the policy asks for one, so that a bundle is the same bytes
    /// whoever gathers it.
    public Optional<AuditorApproval> requiredAudit() {
        return settlement.auditRequired() ? submission.audit() : Optional.empty();
    }

    /// Bytes that the submission takes in a proposal, counted where a proof makes it large.
    public int proposalSize() {
        return submission.transaction() instanceof HiddenPayment ? submission.encode().length + LENGTH_SIZE : 0;
    }

    /// Bytes that the transaction takes inside a bundle.
    public int bundleSize() {
        return LENGTH_SIZE + encoded.size() + (requiredAudit().isPresent() ? AUDIT_SIZE : 0);
    }
}
