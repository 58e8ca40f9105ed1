package io.florin.simulation.rail;

import io.florin.crypto.Bytes;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The committee's real verdicts, each found once however many authorities ask.
final class RememberedCommittee implements CommitteeVerifier {
    private final CommitteeVerifier committee;
    private final Map<One, Boolean> ones = new HashMap<>();
    private final Map<Quorum, Boolean> quorums = new HashMap<>();

    private record One(Bytes statement, int authority, AuthoritySignature signature) {}

    private record Quorum(Bytes statement, QuorumSignature signature) {}

    RememberedCommittee(CommitteeVerifier committee) {
        this.committee = committee;
    }

    @Override
    public SigningScheme scheme() {
        return committee.scheme();
    }

    @Override
    public CommitteeSize size() {
        return committee.size();
    }

    @Override
    public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
        return ones.computeIfAbsent(
                new One(Bytes.of(statement), authority, signature),
                _ -> committee.verify(statement, authority, signature));
    }

    @Override
    public BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures) {
        return committee.verifyAll(authority, statements, signatures);
    }

    @Override
    public Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
        return committee.combine(statement, signatures);
    }

    @Override
    public boolean verify(byte[] statement, QuorumSignature signature) {
        return quorums.computeIfAbsent(
                new Quorum(Bytes.of(statement), signature), _ -> committee.verify(statement, signature));
    }

    @Override
    public BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures) {
        return committee.verifyAll(statements, signatures);
    }
}
