package io.florin.ledger.rail.signing;

import io.florin.crypto.threshold.KeyShare;
import io.florin.crypto.threshold.ThresholdBls;
import java.util.ArrayList;
import java.util.List;

/// A BLS share for each statement, 120 µs each. The key comes from the authorities' own key generation
/// ([io.florin.crypto.dkg.KeyGeneration]); nobody ever holds the whole of it.
public final class ThresholdSigner implements AuthoritySigner {
    private final SignedBytes signed;
    private final KeyShare share;

    /// @param share of the authority whose number is its index; closed with this signer
    public ThresholdSigner(CommitteeId committee, KeyShare share) {
        this.signed = new SignedBytes(committee, SigningScheme.THRESHOLD_BLS);
        this.share = share;
    }

    @Override
    public SigningScheme scheme() {
        return SigningScheme.THRESHOLD_BLS;
    }

    @Override
    public List<AuthoritySignature> sign(List<byte[]> statements) {
        Windows.requireBounded(statements);
        List<AuthoritySignature> signatures = new ArrayList<>(statements.size());
        for (byte[] statement : statements) {
            signatures.add(new AuthoritySignature.Share(ThresholdBls.signShare(share, signed.ofStatement(statement))
                    .signature()
                    .bytes()));
        }
        return signatures;
    }

    @Override
    public void close() {
        share.close();
    }
}
