package io.florin.auditor.openings.adapter;

import io.florin.audit.PartNames;
import io.florin.audit.ShareEntries;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.Decision;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.privacy.AuditCiphertexts;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.api.ChainedEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// A member of the audit authority, as the auditor's client sees it: gives genuine shares, with genuine entries of a
/// log, to whoever names a case that is open, whatever that covers; what a member refuses is the service's to test.
final class FakeMember implements AuditMemberInternalApi {
    private final NetworkId network;
    private final int index;
    private final Map<TransactionId, ClientTransaction> payments;
    private final Random random;
    private final Set<String> cases = new HashSet<>();
    private final List<ChainedEntry> log = new ArrayList<>();
    final List<ShareRequest> asked = new ArrayList<>();
    /// The newest first.
    List<TestAuditors> keys;
    UnaryOperator<ShareAnswer> lie = UnaryOperator.identity();
    boolean silent;
    boolean empty;
    boolean keyless;

    FakeMember(NetworkId network, int index, TestAuditors key, Map<TransactionId, ClientTransaction> payments) {
        this.network = network;
        this.index = index;
        this.keys = List.of(key);
        this.payments = payments;
        this.random = new Random(index);
    }

    void open(String reference) {
        cases.add(reference);
    }

    @Override
    public ShareAnswer shares(ShareRequest request) {
        answers();
        if (empty) {
            return nothing();
        }
        asked.add(request);
        if (!cases.contains(request.caseReference())) {
            throw refusal(HttpStatus.FORBIDDEN, "no-such-case");
        }
        AuditKeyShare own = own(request.key(), HttpStatus.FORBIDDEN, "key-not-in-force");
        TransactionId id = TransactionId.fromHex(request.transactionId());
        Map<String, Sealed> parts = parts((HiddenPayment) Objects.requireNonNull(payments.get(id)));
        List<PartShare> shares = new ArrayList<>();
        for (String name : request.parts()) {
            Bytes32 context = AuditSession.opening(network, id, name, request.caseReference());
            Sealed part = Objects.requireNonNull(parts.get(name));
            shares.add(PartShare.of(name, own.decrypt(part.handle(), context, random)));
        }
        return lie.apply(new ShareAnswer(index, shares, write(own, id, request)));
    }

    private static Map<String, Sealed> parts(HiddenPayment payment) {
        Map<String, Sealed> parts = new LinkedHashMap<>();
        AuditCiphertexts.sealed(payment.statement()).forEach(each -> parts.put(PartNames.of(each.part()), each));
        return parts;
    }

    private List<ShareEntry> write(AuditKeyShare own, TransactionId id, ShareRequest request) {
        List<ShareEntry> written = new ArrayList<>();
        for (String detail : ShareEntries.of(request.caseReference(), request.parts(), Decision.REASON_MAX)) {
            ChainedEntry entry = ShareEntries.LOG.chained(
                    new ChainedEntry(
                            log.size() + 1L,
                            1_700,
                            ShareEntries.actor("auditor-1", request.person()),
                            ShareEntries.ACTION,
                            ShareEntries.subject(id),
                            detail,
                            log.isEmpty()
                                    ? Sha256.hash(new byte[] {(byte) index})
                                    : log.getLast().hash(),
                            Bytes32.ZERO),
                    network);
            log.add(entry);
            Bytes32 context = AuditSession.logEntry(network, entry.sequence(), entry.hash());
            written.add(ShareEntry.of(entry, own.decrypt(own.key().point(), context, random)));
        }
        return written;
    }

    private AuditKeyShare own(String name, HttpStatus otherwise, String code) {
        return keys.stream()
                .map(each -> new AuditKeyShare(index, each.secret(index), each.key()))
                .filter(each ->
                        name.isEmpty() || AuditKeys.name(each.key()).toHex().equals(name))
                .findFirst()
                .orElseThrow(() -> refusal(otherwise, code));
    }

    @Override
    public PartShare keyCheck(KeyCheck request) {
        answers();
        if (keyless) {
            throw refusal(HttpStatus.NOT_FOUND, "not-found");
        }
        if (empty) {
            return nothing();
        }
        AuditKeyShare own = own(request.key(), HttpStatus.NOT_FOUND, "not-found");
        NamespaceId namespace = new NamespaceId(request.namespace());
        Bytes32 seed = Bytes32.of(Bytes.fromHex(request.seed()).toArray());
        var handle = own.key().handle(AuditSession.keyCheckBlinding(network, namespace, seed));
        return PartShare.of("", own.decrypt(handle, AuditSession.keyCheck(network, namespace, seed), random));
    }

    @Override
    public CaseView caseOf(String reference) {
        throw new UnsupportedOperationException("caseOf");
    }

    private void answers() {
        if (silent) {
            throw new RestClientException("no answer");
        }
    }

    /// Exception that a client makes of an answer without a body.
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }

    private static HttpClientErrorException refusal(HttpStatus status, String code) {
        return HttpClientErrorException.create(
                status,
                status.getReasonPhrase(),
                new HttpHeaders(),
                ("{\"code\":\"" + code + "\"}").getBytes(StandardCharsets.UTF_8),
                StandardCharsets.UTF_8);
    }

    /// Entries of the log about a payment, oldest first.
    List<String> entries(TransactionId id) {
        return log.stream()
                .filter(entry -> entry.subject().equals(ShareEntries.subject(id)))
                .map(entry -> entry.action() + " by " + entry.actor() + ": " + entry.reason())
                .toList();
    }
}
