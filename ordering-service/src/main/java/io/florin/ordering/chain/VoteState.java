package io.florin.ordering.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sum of the vote log: what this party has promised and voted for.
///
/// @param openingVoted the last vote for an opening
/// @param opened the last opened round
/// @param vote the last vote for a header
public record VoteState(
        long promised,
        Optional<VoteRecord.NewViewVoted> openingVoted,
        Optional<NewViewCertificate> opened,
        Optional<Vote> vote) {

    public static final VoteState EMPTY = new VoteState(0, Optional.empty(), Optional.empty(), Optional.empty());

    public VoteState with(VoteRecord record) {
        return switch (record) {
            case VoteRecord.Promised it -> new VoteState(Math.max(promised, it.round()), openingVoted, opened, vote);
            case VoteRecord.NewViewVoted it -> new VoteState(promised, Optional.of(it), opened, vote);
            case VoteRecord.RoundOpened it ->
                new VoteState(promised, openingVoted, Optional.of(it.certificate()), vote);
            case VoteRecord.Voted it -> new VoteState(promised, openingVoted, opened, Optional.of(it.vote()));
        };
    }

    /// The shortest log with the same sum.
    public List<VoteRecord> compacted() {
        List<VoteRecord> records = new ArrayList<>();
        records.add(new VoteRecord.Promised(promised));
        openingVoted.ifPresent(records::add);
        opened.ifPresent(certificate -> records.add(new VoteRecord.RoundOpened(certificate)));
        vote.ifPresent(it -> records.add(new VoteRecord.Voted(it)));
        return records;
    }

    long openedRound() {
        return opened.map(NewViewCertificate::round).orElse(0L);
    }
}
