package io.florin.ordering.chain;

import io.florin.ordering.protocol.Candidate;

/// The last vote of this party, on disk before anybody hears of it. A party votes at most once for each height and
/// view; an earlier vote for the same height binds only until a later view is opened without it.
///
/// @param newView certificate of the view of the vote
public record HeaderVote(long view, Candidate candidate, NewViewCertificate newView) {

    ReportedVote claim() {
        return new ReportedVote(view, candidate.header(), newView);
    }
}
