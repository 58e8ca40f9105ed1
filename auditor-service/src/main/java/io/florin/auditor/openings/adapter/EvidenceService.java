package io.florin.auditor.openings.adapter;

import io.florin.audit.CommittedPayment;
import io.florin.auditor.openings.EvidenceVerifier;
import io.florin.auditor.openings.EvidenceVerifier.Verdict;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.auditor.openings.OpeningEvidence.Inclusion;
import io.florin.auditor.openings.OpeningEvidence.LogEntry;
import io.florin.auditor.openings.OpeningEvidence.MemberEntry;
import io.florin.auditor.openings.OpeningEvidence.Share;
import io.florin.auditor.openings.adapter.DisclosureService.Opening;
import io.florin.decisions.Decision;
import io.florin.decisions.DecisionStore;
import io.florin.decisions.SignedEntry;
import io.florin.ledger.config.Genesis;
import io.florin.runtime.Failure;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.springframework.transaction.support.TransactionTemplate;

/// Opens a payment and makes evidence of it that others can check offline. Like the opening it is not kept: only its
/// hash is, in the log. What does not verify does not leave.
final class EvidenceService {
    private final Genesis genesis;
    private final DisclosureService openings;
    private final CommittedSource source;
    private final DecisionStore log;
    private final TransactionTemplate transactions;
    private final RandomGenerator random;

    /// @param random a `SecureRandom`
    EvidenceService(
            Genesis genesis,
            DisclosureService openings,
            CommittedSource source,
            DecisionStore log,
            TransactionTemplate transactions,
            RandomGenerator random) {
        this.genesis = genesis;
        this.openings = openings;
        this.source = source;
        this.log = log;
        this.transactions = transactions;
        this.random = random;
    }

    /// Everything that may be missing is asked for first, so that nothing is opened for evidence that cannot be made.
    ///
    /// @param person the investigator
    OpeningEvidence make(String reference, String transactionId, String person) {
        CommittedPayment committed = openings.committed(reference, transactionId);
        Inclusion inclusion = source.inclusion(committed.id());
        SortedMap<Long, Inclusion> changes = new TreeMap<>();
        prove(changes, committed.configuration().version());
        prove(changes, openings.configurationVersion());
        Opening opening = openings.opening(reference, transactionId, person);
        prove(changes, opening.keyVersion());
        changes.keySet().retainAll(List.of(opening.configurationVersion(), opening.keyVersion()));
        Base64.Encoder base64 = Base64.getEncoder();
        OpeningEvidence content = new OpeningEvidence(
                OpeningEvidence.VERSION,
                base64.encodeToString(genesis.encode()),
                reference,
                opening.shown().transactionId(),
                base64.encodeToString(opening.payment().encode()),
                inclusion,
                List.copyOf(changes.values()),
                shares(opening),
                opening.entries().stream()
                        .map(each -> new MemberEntry(each.member(), each.entry()))
                        .toList(),
                opening.shown().payers(),
                opening.shown().outputs(),
                LogEntry.NONE);
        EvidenceVerifier verifier = new EvidenceVerifier(random);
        require(verifier.verifyUnlogged(content, genesis.networkId(), DisclosureService.actor(person)));
        OpeningEvidence evidence = content.with(logged(content, person));
        require(verifier.verify(evidence, Optional.of(genesis.networkId())));
        return evidence;
    }

    /// Proves that the change to a version committed; genesis needs no proof.
    private void prove(SortedMap<Long, Inclusion> changes, long version) {
        if (version > 1 && !changes.containsKey(version)) {
            changes.put(version, source.configuration(version));
        }
    }

    /// Before the log says that it was given, too.
    private static void require(Verdict verdict) {
        if (verdict instanceof Verdict.Invalid(String item, String why)) {
            throw new Failure("evidence that does not verify: " + item + ": " + why);
        }
    }

    private static List<Share> shares(Opening opening) {
        List<Share> shares = new ArrayList<>();
        opening.shares()
                .forEach(given -> shares.add(new Share(
                        given.member(),
                        given.share().part(),
                        given.share().point(),
                        given.share().proof())));
        return shares;
    }

    private SignedEntry logged(OpeningEvidence content, String person) {
        SignedEntry entry = transactions.execute(_ -> {
            log.append(new Decision(
                    DisclosureService.actor(person),
                    OpeningEvidence.ACTION,
                    content.transactionId(),
                    content.logged(content.members())));
            return log.signedEnd();
        });
        if (entry == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return entry;
    }
}
