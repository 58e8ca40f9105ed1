package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.EvidenceVerifier;
import io.florin.auditor.openings.EvidenceVerifier.Verdict;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.auditor.openings.OpeningEvidence.Inclusion;
import io.florin.auditor.openings.OpeningEvidence.LogEntry;
import io.florin.auditor.openings.OpeningEvidence.MemberEntry;
import io.florin.auditor.openings.OpeningEvidence.Share;
import io.florin.auditor.openings.adapter.OpeningDesk.Opening;
import io.florin.auditor.protocol.LedgerView;
import io.florin.ledger.config.Genesis;
import io.florin.runtime.Failure;
import io.florin.runtime.decisions.Decision;
import io.florin.runtime.decisions.DecisionStore;
import io.florin.runtime.decisions.SignedEntry;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.springframework.transaction.support.TransactionTemplate;

/// Opens a payment and makes evidence of it that others can check offline. Like the opening it is not kept: only its
/// hash is, in the log. What does not verify does not leave.
final class EvidenceDesk {
    private final Genesis genesis;
    private final OpeningDesk openings;
    private final CommittedSource source;
    private final LedgerView ledger;
    private final Office office;

    /// @param random a `SecureRandom`
    record Office(DecisionStore log, TransactionTemplate transactions, RandomGenerator random) {}

    EvidenceDesk(Genesis genesis, OpeningDesk openings, CommittedSource source, LedgerView ledger, Office office) {
        this.genesis = genesis;
        this.openings = openings;
        this.source = source;
        this.ledger = ledger;
        this.office = office;
    }

    /// @param person the investigator
    OpeningEvidence make(String reference, String transactionId, String person) {
        long newest = ledger.configuration().version();
        Opening opening = openings.opening(reference, transactionId, person);
        Base64.Encoder base64 = Base64.getEncoder();
        OpeningEvidence content = new OpeningEvidence(
                OpeningEvidence.VERSION,
                base64.encodeToString(genesis.encode()),
                reference,
                opening.shown().transactionId(),
                base64.encodeToString(opening.payment().encode()),
                source.inclusion(opening.payment().id()),
                configurations(opening, newest),
                shares(opening),
                opening.entries().stream()
                        .map(each -> new MemberEntry(each.member(), each.entry()))
                        .toList(),
                opening.shown().payers(),
                opening.shown().outputs(),
                LogEntry.NONE);
        OpeningEvidence evidence = content.with(logged(content, person));
        Verdict verdict = new EvidenceVerifier(office.random()).verify(evidence, Optional.of(genesis.networkId()));
        if (verdict instanceof Verdict.Invalid(String item, String why)) {
            throw new Failure("evidence that does not verify: " + item + ": " + why);
        }
        return evidence;
    }

    private List<Inclusion> configurations(Opening opening, long newest) {
        SortedSet<Long> versions = new TreeSet<>(List.of(opening.configurationVersion(), newest));
        return versions.tailSet(2L).stream().map(source::configuration).toList();
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
        SignedEntry entry = office.transactions().execute(_ -> {
            office.log()
                    .append(new Decision(
                            OpeningDesk.actor(person),
                            OpeningEvidence.ACTION,
                            content.transactionId(),
                            content.logged(content.members())));
            return office.log().signedEnd();
        });
        if (entry == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return entry;
    }
}
