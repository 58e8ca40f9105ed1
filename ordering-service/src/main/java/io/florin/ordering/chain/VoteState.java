package io.florin.ordering.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sum of the vote log: what this party has promised and voted for.
///
/// @param newViewVoted the last vote for a new view
/// @param opened the last opened view
/// @param vote the last vote for a header
public record VoteState(
        long promised,
        Optional<VoteRecord.NewViewVoted> newViewVoted,
        Optional<NewViewCertificate> opened,
        Optional<HeaderVote> vote) {

    public static final VoteState EMPTY = new VoteState(0, Optional.empty(), Optional.empty(), Optional.empty());

    public VoteState with(VoteRecord record) {
        return switch (record) {
            case VoteRecord.Promised it -> new VoteState(Math.max(promised, it.view()), newViewVoted, opened, vote);
            case VoteRecord.NewViewVoted it -> new VoteState(promised, Optional.of(it), opened, vote);
            case VoteRecord.ViewOpened it -> new VoteState(promised, newViewVoted, Optional.of(it.certificate()), vote);
            case VoteRecord.Voted it -> new VoteState(promised, newViewVoted, opened, Optional.of(it.vote()));
        };
    }

    /// The shortest log with the same sum.
    public List<VoteRecord> compacted() {
        List<VoteRecord> records = new ArrayList<>();
        records.add(new VoteRecord.Promised(promised));
        newViewVoted.ifPresent(records::add);
        opened.ifPresent(certificate -> records.add(new VoteRecord.ViewOpened(certificate)));
        vote.ifPresent(it -> records.add(new VoteRecord.Voted(it)));
        return records;
    }

    long openedView() {
        return opened.map(NewViewCertificate::view).orElse(0L);
    }
}
