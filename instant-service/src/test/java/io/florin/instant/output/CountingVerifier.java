package io.florin.instant.output;

import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/// Counts signatures of quorums that are verified: each costs as much as many owners' signatures.
final class CountingVerifier implements CommitteeVerifier {
    private final CommitteeVerifier verifier;
    private int quorums;

    CountingVerifier(CommitteeVerifier verifier) {
        this.verifier = verifier;
    }

    /// Since the last call.
    int takeQuorums() {
        int all = quorums;
        quorums = 0;
        return all;
    }

    @Override
    public SigningScheme scheme() {
        return verifier.scheme();
    }

    @Override
    public CommitteeSize size() {
        return verifier.size();
    }

    @Override
    public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
        return verifier.verify(statement, authority, signature);
    }

    @Override
    public BitSet verifyAll(int authority, List<byte[]> statements, List<AuthoritySignature> signatures) {
        return verifier.verifyAll(authority, statements, signatures);
    }

    @Override
    public Combined combine(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
        return verifier.combine(statement, signatures);
    }

    @Override
    public boolean verify(byte[] statement, QuorumSignature signature) {
        quorums++;
        return verifier.verify(statement, signature);
    }

    @Override
    public BitSet verifyAll(List<byte[]> statements, List<QuorumSignature> signatures) {
        quorums += signatures.size();
        return verifier.verifyAll(statements, signatures);
    }
}
