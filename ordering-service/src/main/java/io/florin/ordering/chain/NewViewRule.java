package io.florin.ordering.chain;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.BlockHeader;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.SignedStatement;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Rule by which the view changes of a quorum determine the new view. Every party computes it for itself.
///
/// The base is the highest certified head among the reports. Above it the header of the latest view in which a
/// reporter voted is offered again. Why this never yields two certificates for one height: a header with a certificate
/// got the votes of a quorum in one view (see [QuorumChain]); every later quorum of reports contains an honest one of
/// those voters, so the header, or a later vote for it, is the latest claim in every view that follows. A claim
/// counts only with the certificate of its view, which shows that the vote was allowed; so a liar can claim
/// what an honest party might have voted for, and nothing else. Where two headers are claimed for the same latest view
/// (only after an equivocation below), the one that cannot have reached a quorum is left out; if both could, no
/// new view is chosen until more view changes are there.
final class NewViewRule {
    private final NetworkId network;
    private final Parties parties;
    private final Certificates certificates;

    NewViewRule(NetworkId network, Parties parties, Certificates certificates) {
        this.network = network;
        this.parties = parties;
        this.certificates = certificates;
    }

    /// Whether the report is signed, for this view, and its claim one that an honest party could make.
    boolean isValid(ViewChange report, long view) {
        return report.view() == view
                && parties.contains(report.party())
                && certificates.verify(
                        report.party(), SignedStatement.VIEW_CHANGE, report.signedPayload(), report.signature())
                && report.head()
                        .map(head -> certificates.provesHeader(head.header(), head.certificate()))
                        .orElse(true)
                && report.claim()
                        .map(claim -> isJustified(claim, headOf(report), view))
                        .orElse(true);
    }

    boolean isValid(NewViewCertificate certificate) {
        return certificates.provesStatement(
                SignedStatement.NEW_VIEW_VOTE, certificate.newView().encode(), certificate.votes());
    }

    /// The new view that follows from the view changes; empty when they are too few, or do not decide between two
    /// headers.
    ///
    /// @param reports valid ones of this view
    Optional<NewView> select(long view, List<ViewChange> reports) {
        Set<Integer> reporters = new HashSet<>();
        reports.forEach(report -> reporters.add(report.party()));
        if (reporters.size() < parties.quorum() || reporters.size() != reports.size()) {
            return Optional.empty();
        }
        Head base = reports.stream()
                .map(this::headOf)
                .max(Comparator.comparingLong(Head::number))
                .orElseThrow();
        List<ReportedVote> claims = reports.stream()
                .flatMap(report -> report.claim().stream())
                .filter(claim -> claim.header().number() == base.number() + 1)
                .filter(claim -> claim.header().previousHash().equals(base.hash()))
                .toList();
        long latest = claims.stream().mapToLong(ReportedVote::view).max().orElse(0);
        Map<Bytes32, Integer> voters = new LinkedHashMap<>();
        Map<Bytes32, BlockHeader> headers = new LinkedHashMap<>();
        for (ReportedVote claim : claims) {
            if (claim.view() == latest) {
                Bytes32 hash = claim.header().hash();
                voters.merge(hash, 1, Integer::sum);
                headers.put(hash, claim.header());
            }
        }
        if (voters.size() > 1) {
            int silent = parties.size() - reports.size();
            headers.keySet().removeIf(hash -> votesOf(voters, hash) + silent + parties.faults() < parties.quorum());
            if (headers.size() > 1) {
                return Optional.empty();
            }
        }
        return Optional.of(new NewView(view, base, headers.values().stream().findFirst()));
    }

    Head headOf(ViewChange report) {
        return report.head().map(head -> Head.of(head.header())).orElseGet(() -> Head.genesis(network));
    }

    private boolean isJustified(ReportedVote claim, Head head, long view) {
        BlockHeader header = claim.header();
        NewView newView = claim.newView().newView();
        boolean follows = header.network().equals(network)
                && header.number() == head.number() + 1
                && header.previousHash().equals(head.hash());
        boolean allowed = header.view() == claim.view()
                ? newView.frees(header.number())
                : header.view() < claim.view() && newView.forces(header.hash());
        return follows && allowed && claim.view() < view && newView.view() == claim.view() && isValid(claim.newView());
    }

    private static int votesOf(Map<Bytes32, Integer> voters, Bytes32 hash) {
        return voters.getOrDefault(hash, 0);
    }
}
