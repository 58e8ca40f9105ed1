package io.florin.crypto.ps;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import java.util.List;
import java.util.Optional;

/// Signs committed tokens, each base once. Owned by one thread.
///
/// The caller answers for two things that no signature shows: the output is **committed**, by the certifier's own
/// organisation's committer or by g + 1 signed statuses, and its opening was proven in its transaction. An output that
/// was only endorsed must not come here. Costs two hashes and three multiplications, about 0.3 ms.
public final class Certifier {
    private final PsKeyShare key;
    private final SignedBases signed;

    /// A certifier.
    ///
    /// @param signed its own durable memory of what it signed, never a copy of an earlier moment
    public Certifier(PsKeyShare key, SignedBases signed) {
        this.key = key;
        this.signed = signed;
    }

    /// The share for an output of a committed transaction; empty if its base was signed with another token, which a
    /// correct ledger excludes: an alarm.
    ///
    /// @param context the transaction's read-set keys, in order
    public Optional<CertificationShare> certify(List<Bytes32> context, int output, BlindedToken token) {
        TokenBase base = TokenBase.of(context, output);
        boolean admitted = signed.admit(Sha256.hash(base.point().encode()), Sha256.hash(token.encode()));
        return admitted ? Optional.of(new CertificationShare(key.index(), key.sign(base, token))) : Optional.empty();
    }
}
