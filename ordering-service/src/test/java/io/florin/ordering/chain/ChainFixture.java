package io.florin.ordering.chain;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.FakePartyKeys;
import io.florin.ordering.protocol.Head;
import io.florin.ordering.protocol.SignedStatement;
import java.util.List;
import java.util.Optional;

/// Headers, certificates and reports of the simulated network, made by hand.
final class ChainFixture {
    static final Head GENESIS = Head.genesis(ChainSimulation.NETWORK);

    private ChainFixture() {}

    static Certificates certificates(int party) {
        return new Certificates(ChainSimulation.NETWORK, ChainSimulation.PARTIES, new FakePartyKeys(party));
    }

    static NewViewRule rule() {
        return new NewViewRule(ChainSimulation.NETWORK, ChainSimulation.PARTIES, certificates(0));
    }

    /// A header above the position, new in the view, with one entry that says so.
    static Candidate candidate(Head after, long view, String entry) {
        List<Bytes> entries = List.of(Bytes.of(entry.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return Candidate.of(
                new BlockHeader(
                        ChainSimulation.NETWORK, after.number() + 1, after.hash(), Block.entriesRoot(entries), 1, view),
                entries);
    }

    static NewViewCertificate opened(NewView newView, int... parties) {
        return new NewViewCertificate(
                newView,
                java.util.Arrays.stream(parties)
                        .mapToObj(party -> new PartySignature(
                                party, certificates(party).sign(SignedStatement.NEW_VIEW_VOTE, newView.encode())))
                        .toList());
    }

    static NewViewCertificate openedFreely(long view, Head base) {
        return opened(new NewView(view, base, Optional.empty()), 0, 1, 2);
    }

    static Block block(Candidate candidate, int... parties) {
        return new Block(
                candidate.header(),
                new QuorumCertificate(java.util.Arrays.stream(parties)
                        .mapToObj(party ->
                                new PartySignature(party, certificates(party).signHeader(candidate.hash())))
                        .toList()),
                candidate.entries());
    }

    static ViewChange report(int party, long view, Optional<Block> head, Optional<ReportedVote> claim) {
        ViewChange unsigned = new ViewChange(
                party,
                view,
                head.map(block -> new ViewChange.CertifiedHeader(block.header(), block.certificate())),
                claim,
                Bytes.EMPTY);
        return unsigned.signed(certificates(party).sign(SignedStatement.VIEW_CHANGE, unsigned.signedPayload()));
    }

    static ChainMessage.HeaderSignature signature(int party, Candidate candidate) {
        return new ChainMessage.HeaderSignature(
                candidate.number(), candidate.hash(), certificates(party).signHeader(candidate.hash()));
    }
}
