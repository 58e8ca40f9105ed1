package io.florin.instant.authority.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The authority's key, as long as it may be used. Shards of an authority on an older copy of its journal go on to
/// follow, and some of what they do ends in a statement: that gets bytes which verify nowhere, and does not leave.
final class RestrainedSigner implements AuthoritySigner {

    private final AuthoritySigner key;
    private final BooleanSupplier isAllowed;

    RestrainedSigner(AuthoritySigner key, BooleanSupplier isAllowed) {
        this.key = key;
        this.isAllowed = isAllowed;
    }

    @Override
    public SigningScheme scheme() {
        return key.scheme();
    }

    @Override
    public List<AuthoritySignature> sign(List<byte[]> statements) {
        return isAllowed.getAsBoolean() ? key.sign(statements) : Collections.nCopies(statements.size(), none());
    }

    private AuthoritySignature none() {
        return switch (scheme()) {
            case NAIVE_ED25519 -> new AuthoritySignature.Naive(zeros(Ed25519.SIGNATURE_SIZE));
            case MERKLE_BATCH ->
                new AuthoritySignature.InWindow(zeros(Ed25519.SIGNATURE_SIZE), new MerklePath(0, 1, List.of()));
            case THRESHOLD_BLS -> new AuthoritySignature.Share(zeros(BlsSignature.SIZE));
        };
    }

    private static Bytes zeros(int size) {
        return Bytes.of(new byte[size]);
    }

    @Override
    public void close() {
        key.close();
    }
}
