package io.florin.ordering.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The sum of the guard log: what this party has promised and voted for.
///
/// @param openingVoted the last vote for an opening
/// @param opened the last opened round
/// @param vote the last vote for a header
public record GuardState(
        long promised,
        Optional<GuardRecord.OpeningVoted> openingVoted,
        Optional<OpeningCertificate> opened,
        Optional<Vote> vote) {

    public static final GuardState EMPTY = new GuardState(0, Optional.empty(), Optional.empty(), Optional.empty());

    public GuardState with(GuardRecord record) {
        return switch (record) {
            case GuardRecord.Promised it -> new GuardState(Math.max(promised, it.round()), openingVoted, opened, vote);
            case GuardRecord.OpeningVoted it -> new GuardState(promised, Optional.of(it), opened, vote);
            case GuardRecord.RoundOpened it ->
                new GuardState(promised, openingVoted, Optional.of(it.certificate()), vote);
            case GuardRecord.Voted it -> new GuardState(promised, openingVoted, opened, Optional.of(it.vote()));
        };
    }

    /// The shortest log with the same sum.
    public List<GuardRecord> compacted() {
        List<GuardRecord> records = new ArrayList<>();
        records.add(new GuardRecord.Promised(promised));
        openingVoted.ifPresent(records::add);
        opened.ifPresent(certificate -> records.add(new GuardRecord.RoundOpened(certificate)));
        vote.ifPresent(it -> records.add(new GuardRecord.Voted(it)));
        return records;
    }

    long openedRound() {
        return opened.map(OpeningCertificate::round).orElse(0L);
    }
}
