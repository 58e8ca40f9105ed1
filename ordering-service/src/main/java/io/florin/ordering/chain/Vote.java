package io.florin.ordering.chain;

import io.florin.ordering.protocol.Candidate;

/// The last vote of this party, on disk before anybody hears of it. A party votes at most once for each height and
/// round; an earlier vote for the same height binds only until a later round is opened without it.
///
/// @param opening certificate of the round of the vote
public record Vote(long round, Candidate candidate, NewViewCertificate opening) {

    ReportedVote claim() {
        return new ReportedVote(round, candidate.header(), opening);
    }
}
