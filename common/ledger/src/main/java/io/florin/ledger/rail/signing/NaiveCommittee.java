package io.florin.ledger.rail.signing;

import io.florin.crypto.sign.Ed25519;

/// Verifies one Ed25519 signature for each statement and authority, 75 µs each. Stateless.
public final class NaiveCommittee extends QuorumOfEach {
    private final SignedBytes signed;
    private final AuthorityKeys keys;

    public NaiveCommittee(CommitteeId committee, AuthorityKeys keys) {
        super(keys.size());
        this.signed = new SignedBytes(committee, SigningScheme.NAIVE_ED25519);
        this.keys = keys;
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.NAIVE_ED25519;
    }

    @Override
    public boolean verify(byte[] statement, int authority, AuthoritySignature signature) {
        return signature instanceof AuthoritySignature.Naive naive
                && size().has(authority)
                && Ed25519.verify(
                        keys.of(authority),
                        signed.ofStatement(statement),
                        naive.signature().toArray());
    }
}
