package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Parties;
import io.florin.ordering.protocol.SignedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Messages that a party has collected on its way into one view: as leader the view changes, as anybody the votes for
/// new views. Forgotten by a crash; everything here is sent again.
final class NewViewVotes {
    private final Parties parties;
    private final int self;
    private final NewViewRule rule;
    private final Certificates certificates;

    private long view;
    private final TreeMap<Integer, ViewChange> reports = new TreeMap<>();
    private Optional<ChainMessage.Proposal> proposal = Optional.empty();
    private Optional<ChainMessage.NewViewVote> ownVote = Optional.empty();
    private final Map<Integer, ChainMessage.NewViewVote> votes = new HashMap<>();

    NewViewVotes(Parties parties, int self, NewViewRule rule, Certificates certificates) {
        this.parties = parties;
        this.self = self;
        this.rule = rule;
        this.certificates = certificates;
    }

    boolean isIn(long candidate) {
        return view == candidate;
    }

    void begin(long nextView, ViewChange ownReport) {
        view = nextView;
        reports.clear();
        proposal = Optional.empty();
        ownVote = Optional.empty();
        reports.put(self, ownReport);
    }

    void add(ViewChange report) {
        if (parties.leaderOf(view) == self && rule.isValid(report, view)) {
            reports.put(report.party(), report);
        }
    }

    /// The leader's proposal, once view changes of a quorum decide the new view. It never changes within the view.
    Optional<ChainMessage.Proposal> proposal() {
        if (proposal.isEmpty()) {
            List<ViewChange> all = new ArrayList<>(reports.values());
            proposal = rule.select(view, all).map(newView -> new ChainMessage.Proposal(view, all));
        }
        return proposal;
    }

    /// The new view that follows from a proposal; empty when its view changes do not hold.
    Optional<NewView> newViewOf(ChainMessage.Proposal candidate) {
        boolean valid = candidate.reports().stream().allMatch(report -> rule.isValid(report, candidate.view()));
        return valid ? rule.select(candidate.view(), candidate.reports()) : Optional.empty();
    }

    void remember(ChainMessage.NewViewVote vote) {
        ownVote = Optional.of(vote);
    }

    List<ChainMessage> repeated() {
        List<ChainMessage> messages = new ArrayList<>();
        ownVote.filter(vote -> vote.newView().view() == view).ifPresent(messages::add);
        return messages;
    }

    Bytes32 hashOf(NewView newView) {
        return Sha256.hash(newView.encode());
    }

    /// Counts a vote; the certificate when it completes a quorum. Only each party's last vote is kept.
    Optional<NewViewCertificate> count(int from, ChainMessage.NewViewVote vote) {
        if (!certificates.verify(
                from, SignedStatement.NEW_VIEW_VOTE, vote.newView().encode(), vote.signature())) {
            return Optional.empty();
        }
        ChainMessage.NewViewVote before = votes.get(from);
        if (before != null && before.newView().view() > vote.newView().view()) {
            return Optional.empty();
        }
        votes.put(from, vote);
        Map<Integer, Bytes> same = new TreeMap<>();
        votes.forEach((party, it) -> {
            if (it.newView().equals(vote.newView())) {
                same.put(party, it.signature());
            }
        });
        return same.size() >= parties.quorum()
                ? Optional.of(new NewViewCertificate(vote.newView(), Certificates.ordered(same)))
                : Optional.empty();
    }
}
