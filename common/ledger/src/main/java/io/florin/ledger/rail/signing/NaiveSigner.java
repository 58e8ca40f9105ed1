package io.florin.ledger.rail.signing;

import io.florin.crypto.sign.Ed25519KeyPair;
import java.util.ArrayList;
import java.util.List;

/// One Ed25519 signature for each statement, 25 µs each.
public final class NaiveSigner implements AuthoritySigner {
    private final SignedBytes signed;
    private final Ed25519KeyPair key;

    /// @param key closed with this signer
    public NaiveSigner(CommitteeId committee, Ed25519KeyPair key) {
        this.signed = new SignedBytes(committee, SigningScheme.NAIVE_ED25519);
        this.key = key;
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.NAIVE_ED25519;
    }

    @Override
    public List<AuthoritySignature> sign(List<byte[]> statements) {
        Windows.requireBounded(statements);
        List<AuthoritySignature> signatures = new ArrayList<>(statements.size());
        for (byte[] statement : statements) {
            signatures.add(new AuthoritySignature.Naive(key.sign(signed.ofStatement(statement))));
        }
        return signatures;
    }

    @Override
    public void close() {
        key.close();
    }
}
