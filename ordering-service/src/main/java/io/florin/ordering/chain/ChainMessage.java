package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import java.util.List;

/// Messages between parties. The channel authenticates the sender; whatever is passed on or kept is signed as well.
public sealed interface ChainMessage {

    /// Sent at every tick and at every change: where a party stands.
    ///
    /// @param promised the party votes in no view before this one
    /// @param opened the last view whose certificate it has, 0 for none
    /// @param wanted the view it would like to be in
    record Beat(long promised, long opened, long wanted, GroupPhase phase, Head head) implements ChainMessage {

        /// But for the head, which moves all the time.
        boolean saysTheSameAs(Beat before) {
            return promised == before.promised()
                    && opened == before.opened()
                    && wanted == before.wanted()
                    && phase == before.phase();
        }
    }

    /// A party's vote in the certificate of a header.
    record HeaderSignature(long number, Bytes32 headerHash, Bytes signature) implements ChainMessage {}

    record Report(ViewChange report) implements ChainMessage {}

    /// The leader's proposal of how a view begins: the view changes from which every party computes the same new view.
    record Proposal(long view, List<ViewChange> reports) implements ChainMessage {
        public Proposal {
            reports = List.copyOf(reports);
        }
    }

    record NewViewVote(NewView newView, Bytes signature) implements ChainMessage {}

    record Opened(NewViewCertificate certificate) implements ChainMessage {}

    /// "I have the header that this view offers again, with its entries, on disk."
    record Acceptance(long view, Bytes32 headerHash, Bytes signature) implements ChainMessage {}

    record BodyRequest(Bytes32 headerHash) implements ChainMessage {}

    record Body(Candidate candidate) implements ChainMessage {}
}
