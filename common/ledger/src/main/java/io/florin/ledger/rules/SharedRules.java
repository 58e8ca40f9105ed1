package io.florin.ledger.rules;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Rules that the token rules of all models have in common: headers, officers, treasuries, the auditor.
final class SharedRules {

    private SharedRules() {}

    static Optional<RefusalReason> header(ClientTransaction transaction, RulesContext context, int version) {
        TransactionHeader header = transaction.header();
        NetworkConfiguration configuration = context.configuration();
        if (!header.network().equals(context.network())) {
            return Optional.of(RefusalReason.WRONG_NETWORK);
        }
        Optional<Namespace> namespace = configuration.namespace(header.namespace());
        boolean changesConfiguration = transaction instanceof ConfigurationChange;
        if (namespace.isEmpty() || changesConfiguration != header.namespace().equals(NamespaceId.CONFIGURATION)) {
            return Optional.of(RefusalReason.UNKNOWN_NAMESPACE);
        }
        if (header.rulesVersion() != namespace.get().rulesVersion() || header.rulesVersion() != version) {
            return Optional.of(RefusalReason.WRONG_RULES_VERSION);
        }
        if (header.configurationVersion() != configuration.version()) {
            return Optional.of(RefusalReason.STALE_CONFIGURATION);
        }
        long ahead = header.expiryHeight() - context.height();
        if (ahead <= 0 || ahead > configuration.limits().expiryBlocksMax()) {
            return Optional.of(RefusalReason.EXPIRY_OUT_OF_RANGE);
        }
        return Optional.empty();
    }

    /// Supply changes only through a bank's treasury: enrolled at the bank that asks, in the treasury tier.
    static Optional<RefusalReason> treasury(SupplyRequest request, RulesContext context) {
        boolean treasury = context.enrollment(request.owner())
                .map(enrollment ->
                        enrollment.tier() == Tier.TREASURY && enrollment.participant() == request.participant())
                .orElse(false);
        return treasury ? standing(List.of(request.owner()), context) : Optional.of(RefusalReason.REQUEST_MISMATCH);
    }

    /// Enough officers approve the request.
    static Optional<RefusalReason> supplyApprovals(
            List<OfficerApproval> approvals,
            TransactionHeader header,
            SupplyRequest request,
            NetworkConfiguration configuration) {
        byte[] message = request.officerMessage(header.network(), header.namespace(), header.rulesVersion());
        return approvals(approvals, message, configuration);
    }

    static Optional<RefusalReason> approvals(
            List<OfficerApproval> approvals, byte[] message, NetworkConfiguration configuration) {
        List<Bytes32> officers = configuration.officers().keys();
        Set<Integer> seen = new HashSet<>();
        for (OfficerApproval approval : approvals) {
            boolean genuine = approval.officer() < officers.size()
                    && seen.add(approval.officer())
                    && Ed25519.verify(
                            officers.get(approval.officer()),
                            message,
                            approval.signature().toArray());
            if (!genuine) {
                return Optional.of(RefusalReason.BAD_OFFICER_APPROVAL);
            }
        }
        return seen.size() < configuration.officers().approvalsRequired()
                ? Optional.of(RefusalReason.TOO_FEW_APPROVALS)
                : Optional.empty();
    }

    static Optional<RefusalReason> standing(List<OwnerKey> owners, RulesContext context) {
        for (OwnerKey owner : owners) {
            Optional<Standing> standing = context.standing(owner);
            if (standing.isEmpty()) {
                return Optional.of(RefusalReason.OWNER_NOT_ENROLLED);
            }
            switch (standing.get()) {
                case SUSPENDED -> {
                    return Optional.of(RefusalReason.OWNER_SUSPENDED);
                }
                case REVOKED -> {
                    return Optional.of(RefusalReason.OWNER_REVOKED);
                }
                case ACTIVE -> {}
            }
        }
        return Optional.empty();
    }

    static Optional<RefusalReason> audit(Submission submission, boolean auditRequired, RulesContext context) {
        if (submission.audit().isEmpty()) {
            return auditRequired ? Optional.of(RefusalReason.AUDIT_REQUIRED) : Optional.empty();
        }
        AuditorApproval approval = submission.audit().get();
        ClientTransaction transaction = submission.transaction();
        List<Bytes32> auditors = context.configuration().auditors();
        byte[] message = AuditorApproval.message(transaction.header(), transaction.id());
        boolean genuine = approval.auditor() < auditors.size()
                && Ed25519.verify(
                        auditors.get(approval.auditor()),
                        message,
                        approval.signature().toArray());
        return genuine ? Optional.empty() : Optional.of(RefusalReason.BAD_AUDITOR_APPROVAL);
    }
}
