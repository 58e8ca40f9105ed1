package io.florin.auditmember.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.audit.PartNames;
import io.florin.audit.PaymentArchive;
import io.florin.audit.ProofReview;
import io.florin.audit.ProofReview.Case;
import io.florin.audit.ShareEntries;
import io.florin.auditmember.AuditCase;
import io.florin.auditmember.Refusal;
import io.florin.auditmember.ShareRules;
import io.florin.auditmember.ShareRules.OwnShare;
import io.florin.auditmember.ShareRules.Request;
import io.florin.auditmember.ShareRules.Ruling;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.elgamal.AuditKeyShare;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.group.G1;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionStore;
import io.florin.identity.AuditShare;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.KeyCheck;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.api.AuditSession;
import io.florin.runtime.api.ChainedEntry;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;

/// Gives shares: for what an open case covers, of what is committed, with a proof that holds, and never before the log
/// says so.
///
/// An unproven or uncommitted ciphertext is anybody's: a share for one would decrypt whatever somebody puts together,
/// such as parts of other people's payments (crypto pitfalls, chosen ciphertexts). So a request names a transaction and
/// its parts, and brings no ciphertext.
public final class ShareService {
    private static final Logger log = LoggerFactory.getLogger(ShareService.class);
    private static final int PARTS_MAX = AuditMemberInternalApi.PARTS_MAX;
    private static final int VERIFIED_MAX = 32;

    private final Self self;
    private final CaseService cases;
    private final CommitVerifier sight;
    private final PaymentArchive archive;
    private final ProofReview review;
    private final ShareRules rules;
    private final Office office;
    private final Map<TransactionId, Verified> verified = new ConcurrentHashMap<>();

    private record Verified(CommittedPayment committed, HiddenPayment payment) {}

    /// Identity of this member.
    ///
    /// @param index of its shares
    /// @param shares of all keys of a namespace, the newest first; each knows the key and the points that it is of
    public record Self(NetworkId network, int index, Function<NamespaceId, List<AuditKeyShare>> shares) {

        public static Self of(NodeIdentity node) {
            return new Self(
                    node.networkId(),
                    node.id(),
                    namespace -> node.auditShares(namespace).stream()
                            .map(AuditShare::share)
                            .toList());
        }
    }

    /// @param random a `SecureRandom`
    public record Office(DecisionStore decisions, TransactionTemplate transactions, RandomGenerator random) {}

    public ShareService(
            Self self,
            CaseService cases,
            CommitVerifier sight,
            PaymentArchive archive,
            ProofReview review,
            Office office) {
        this.self = self;
        this.cases = cases;
        this.sight = sight;
        this.archive = archive;
        this.review = review;
        this.rules = new ShareRules(self.network());
        this.office = office;
    }

    /// A case is open because the log says so; a log that somebody changed says nothing.
    ///
    /// @throws ProblemException 403 with the code of a [Refusal]; 503 while the log is not as it was written
    public ShareAnswer shares(Peer caller, ShareRequest request) {
        TransactionId id = transaction(request);
        AuditCase audited =
                cases.find(request.caseReference()).orElseThrow(() -> refusal(request, Refusal.NO_SUCH_CASE));
        if (audited.state() != AuditCase.State.OPEN) {
            throw refusal(request, Refusal.CASE_NOT_OPEN);
        }
        Optional<Verified> before = Optional.ofNullable(verified.get(id));
        CommittedPayment committed = before.map(Verified::committed)
                .orElseGet(() -> sight.committed(id).orElseThrow(() -> refusal(request, Refusal.NOT_COMMITTED)));
        if (!ShareRules.covers(audited, committed)) {
            throw refusal(request, Refusal.NOT_COVERED);
        }
        HiddenPayment payment = before.map(Verified::payment).orElseGet(() -> payment(request, committed));
        keep(id, new Verified(committed, payment));
        AuditKeyShare own = own(request, committed.settlement().namespace(), key(request, committed));
        OwnShare share = (handle, context) -> own.decrypt(handle, context, office.random());
        Request asked = new Request(request.parts(), evidence(request));
        return switch (rules.rule(audited, payment, own.key(), share, asked)) {
            case Ruling.Refuse(Refusal why) -> throw refusal(request, why);
            case Ruling.Give(List<Sealed> parts) -> {
                List<ChainedEntry> entries = write(caller, request, id, audited);
                yield give(id, audited, own, parts, entries);
            }
        };
    }

    /// Keeps a verified transaction, which stays verified. The auditor asks twice for most payments.
    private void keep(TransactionId id, Verified found) {
        if (verified.size() >= VERIFIED_MAX) {
            verified.clear();
        }
        verified.put(id, found);
    }

    private static TransactionId transaction(ShareRequest request) {
        boolean sound = AuditCase.isReference(request.caseReference())
                && !request.person().isBlank()
                && request.person().length() <= ShareEntries.PERSON_MAX
                && !request.parts().isEmpty()
                && request.parts().size() <= PARTS_MAX
                && new HashSet<>(request.parts()).size() == request.parts().size()
                && request.evidence().size() <= PARTS_MAX * PARTS_MAX;
        if (!sound) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST, "A case, a person and 1 to " + PARTS_MAX + " parts, each once.");
        }
        try {
            return TransactionId.fromHex(request.transactionId());
        } catch (IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "A transaction id has 32 bytes, in hex.");
        }
    }

    private HiddenPayment payment(ShareRequest request, CommittedPayment committed) {
        PaymentArchive.Found found = archive.search(List.of(committed.id()), 0, given -> flaws(committed, given));
        ClientTransaction client = found.payments().get(committed.id());
        if (client instanceof HiddenPayment payment) {
            return payment;
        }
        throw refusal(request, Refusal.NO_VALID_PAYMENT);
    }

    private Map<TransactionId, String> flaws(CommittedPayment committed, Map<TransactionId, ClientTransaction> given) {
        Map<TransactionId, String> flaws = new HashMap<>();
        given.forEach((id, client) ->
                review.flaws(List.of(new Case(committed, client))).getFirst().ifPresent(flaw -> flaws.put(id, flaw)));
        return flaws;
    }

    /// The key to which the payment is encrypted: that of its own block, whatever has followed.
    private AuditKey key(ShareRequest request, CommittedPayment committed) {
        return committed
                .configuration()
                .hidden(committed.settlement().namespace())
                .flatMap(HiddenCurrency::auditKey)
                .orElseThrow(() -> refusal(request, Refusal.NOT_ENCRYPTED));
    }

    /// Every share of that key opens the payment, also one of a later refresh; the auditor says which points he checks
    /// with, since shares of before and after do not combine.
    private AuditKeyShare own(ShareRequest request, NamespaceId namespace, AuditKey paidTo) {
        return self.shares().apply(namespace).stream()
                .filter(own -> paidTo.point().equals(Bytes.of(own.key().point().encode())))
                .filter(own -> isAskedFor(own, request.key()))
                .findFirst()
                .orElseThrow(() -> refusal(request, Refusal.KEY_NOT_IN_FORCE));
    }

    private static boolean isAskedFor(AuditKeyShare own, String name) {
        return name.isEmpty() || AuditKeys.name(own.key()).toHex().equals(name);
    }

    private static Map<String, List<DecryptionShare>> evidence(ShareRequest request) {
        Map<String, List<DecryptionShare>> evidence = new HashMap<>();
        try {
            for (Evidence each : request.evidence()) {
                evidence.computeIfAbsent(each.share().part(), _ -> new ArrayList<>())
                        .add(each.share().share(each.member()));
            }
        } catch (IllegalArgumentException unreadable) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "A share cannot be read.");
        }
        return evidence;
    }

    /// Writes caller, request and case into the log before any share leaves. Nobody ends a case between this look at it
    /// and the entry: both hold the log's lock.
    private List<ChainedEntry> write(Peer caller, ShareRequest request, TransactionId id, AuditCase audited) {
        String actor = ShareEntries.actor(caller.directoryName(), request.person());
        return Objects.requireNonNull(office.transactions().execute(_ -> {
            office.decisions().lock();
            boolean open = cases.find(audited.reference()).map(audited::equals).orElse(false);
            if (!open) {
                throw refusal(request, Refusal.CASE_NOT_OPEN);
            }
            List<ChainedEntry> written = new ArrayList<>();
            for (String detail : ShareEntries.of(audited.reference(), request.parts(), Decision.REASON_MAX)) {
                office.decisions().append(new Decision(actor, ShareEntries.ACTION, ShareEntries.subject(id), detail));
                written.add(office.decisions().signedEnd().entry());
            }
            return written;
        }));
    }

    private ShareAnswer give(
            TransactionId id, AuditCase audited, AuditKeyShare own, List<Sealed> parts, List<ChainedEntry> entries) {
        List<PartShare> shares = new ArrayList<>();
        for (Sealed sealed : parts) {
            String part = PartNames.of(sealed.part());
            Bytes32 context = AuditSession.opening(self.network(), id, part, audited.reference());
            shares.add(PartShare.of(part, own.decrypt(sealed.handle(), context, office.random())));
        }
        return new ShareAnswer(
                self.index(),
                shares,
                entries.stream().map(entry -> signed(entry, own)).toList());
    }

    private ShareEntry signed(ChainedEntry entry, AuditKeyShare own) {
        Bytes32 context = AuditSession.logEntry(self.network(), entry.sequence(), entry.hash());
        return ShareEntry.of(entry, own.decrypt(own.key().point(), context, office.random()));
    }

    /// A share for a ciphertext that both sides know.
    public PartShare keyCheck(KeyCheck request) {
        Bytes32 seed;
        NamespaceId namespace;
        try {
            seed = Bytes32.of(Bytes.fromHex(request.seed()).toArray());
            namespace = new NamespaceId(request.namespace());
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.MALFORMED_REQUEST, "A seed has 32 bytes, in hex.");
        }
        AuditKeyShare own = self.shares().apply(namespace).stream()
                .filter(each -> isAskedFor(each, request.key()))
                .findFirst()
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "No share of this key."));
        G1 handle = own.key().handle(AuditSession.keyCheckBlinding(self.network(), namespace, seed));
        Bytes32 context = AuditSession.keyCheck(self.network(), namespace, seed);
        return PartShare.of("", own.decrypt(handle, context, office.random()));
    }

    private static ProblemException refusal(ShareRequest request, Refusal why) {
        log.warn("no share given: reason={} transaction={}", why.code(), request.transactionId());
        return new ProblemException(HttpStatus.FORBIDDEN, why.code(), "The member gives no share", why.explanation());
    }
}
