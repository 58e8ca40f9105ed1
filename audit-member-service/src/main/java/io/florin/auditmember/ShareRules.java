package io.florin.auditmember;

import io.florin.audit.CommittedPayment;
import io.florin.audit.PartNames;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.crypto.group.G1;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.runtime.api.AuditSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Rules of giving a share: the last question after the transaction was found to be committed and its payment to be the
/// one that was proven. Pure.
///
/// | case | covers | shares |
/// |---|---|---|
/// | of a transaction | that one | for all its parts |
/// | of an enrollment | payments of its blocks | for payers and payees; for values, and for whatever is asked with evidence, where that shows that the enrollment is among them |
///
/// Values of the anonymous model are in the clear, so an auditor asks for its identities once more with evidence before
/// anything is shown.
public final class ShareRules {

    private final NetworkId network;

    public ShareRules(NetworkId network) {
        this.network = network;
    }

    /// @param share gives this member's share of the decryption of a handle under a context
    public interface OwnShare {
        DecryptionShare of(G1 handle, Bytes32 context);
    }

    /// Parts of a payment that are asked for.
    ///
    /// @param evidence shares of other members, by part
    public record Request(List<String> parts, Map<String, List<DecryptionShare>> evidence) {
        public Request {
            parts = List.copyOf(parts);
        }
    }

    /// The member's answer to a request for shares.
    public sealed interface Ruling {
        /// @param parts in the order of the question
        record Give(List<Sealed> parts) implements Ruling {}

        record Refuse(Refusal why) implements Ruling {}
    }

    /// Whether a case covers a committed transaction at all.
    public static boolean covers(AuditCase audited, CommittedPayment committed) {
        return switch (audited.scope()) {
            case CaseScope.OfTransaction(var id) -> committed.id().equals(id);
            case CaseScope.OfEnrollment(var _, long first, long last) ->
                first <= committed.block() && committed.block() <= last;
        };
    }

    /// @param payment the one that committed, its proof verified
    public Ruling rule(AuditCase audited, HiddenPayment payment, AuditPublicKey key, OwnShare own, Request request) {
        if (audited.state() != AuditCase.State.OPEN) {
            return new Ruling.Refuse(Refusal.CASE_NOT_OPEN);
        }
        if (payment.statement().audit().isEmpty()) {
            return new Ruling.Refuse(Refusal.NOT_ENCRYPTED);
        }
        Map<String, Sealed> byName = new LinkedHashMap<>();
        AuditCiphertexts.sealed(payment.statement()).forEach(each -> byName.put(PartNames.of(each.part()), each));
        List<Sealed> parts = new ArrayList<>();
        boolean values = false;
        for (String name : request.parts()) {
            Sealed sealed = byName.get(name);
            if (sealed == null) {
                return new Ruling.Refuse(Refusal.NO_SUCH_PART);
            }
            values |= sealed.part() instanceof Part.Value;
            parts.add(sealed);
        }
        boolean shown = switch (audited.scope()) {
            case CaseScope.OfTransaction _ -> true;
            case CaseScope.OfEnrollment(var id, var _, var _) ->
                (!values && request.evidence().isEmpty())
                        || concerns(Generators.ENROLLMENT.multiply(id), audited, payment, byName, key, own, request);
        };
        return shown ? new Ruling.Give(parts) : new Ruling.Refuse(Refusal.NOT_CONCERNED);
    }

    /// Whether a payer or payee, opened with the evidence and the own share, is the one of the case.
    private boolean concerns(
            G1 person,
            AuditCase audited,
            HiddenPayment payment,
            Map<String, Sealed> byName,
            AuditPublicKey key,
            OwnShare own,
            Request request) {
        for (Map.Entry<String, List<DecryptionShare>> evidence :
                request.evidence().entrySet()) {
            Sealed sealed = byName.get(evidence.getKey());
            if (sealed == null || sealed.part() instanceof Part.Value) {
                continue;
            }
            var context = AuditSession.opening(network, payment.id(), evidence.getKey(), audited.reference());
            List<DecryptionShare> shares = new ArrayList<>();
            shares.add(own.of(sealed.handle(), context));
            shares.addAll(evidence.getValue());
            Outcome outcome = ThresholdDecryption.open(key, sealed.commitment(), sealed.handle(), context, shares);
            if (outcome instanceof Outcome.Opened(G1 message, var _) && message.equals(person)) {
                return true;
            }
        }
        return false;
    }
}
