package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.group.G1;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.Certifier;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.privacy.CertifierParameters;
import io.florin.runtime.keys.StoredShare;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// The one token that certifiers sign for everybody, as they confirm their key: of nobody, worth nothing. Its base is a
/// hash of the key, so it is one token for each key, and signing it again gives the same.
final class PaddingToken {
    private final Certification certification;
    private final List<Bytes32> context;
    private final TokenBase base;

    PaddingToken(CeremonySpec charter, SharedKey shared) {
        PsPublicKey key = PsKeys.publicKey(shared);
        this.certification = new Certification(key, shared.threshold(), PsKeys.verificationKeys(shared));
        this.context =
                List.of(CertifierParameters.paddingContext(key, new NamespaceId(charter.namespace()), charter.epoch()));
        this.base = TokenBase.of(context, 0);
    }

    /// A certifier's share of the signature, 48 bytes.
    Bytes sign(StoredShare share) {
        return new Certifier(share.certifier(), (_, _) -> true)
                .certify(context, 0, CertifierParameters.paddingToken(base))
                .map(signed -> Bytes.of(signed.signature().encode()))
                .orElseThrow();
    }

    /// The signature, and who sent a wrong share; empty if there are too few good ones.
    record Signed(Bytes signature, List<Integer> blamed) {}

    Signed combine(SortedMap<Integer, Bytes> shares) {
        List<Integer> unreadable = new ArrayList<>();
        List<CertificationShare> readable = new ArrayList<>();
        shares.forEach((index, share) -> {
            try {
                readable.add(new CertificationShare(index, G1.decode(share.toArray())));
            } catch (IllegalArgumentException malformed) {
                unreadable.add(index);
            }
        });
        return switch (certification.combine(
                base, CertifierParameters.paddingToken(base), CertifierParameters.paddingOpening(), readable)) {
            case Certification.Outcome.Certified(var signature, var blamed) -> {
                unreadable.addAll(blamed);
                yield new Signed(Bytes.of(signature.signature().encode()), unreadable);
            }
            case Certification.Outcome.Incomplete(var _, var blamed) -> {
                unreadable.addAll(blamed);
                yield new Signed(Bytes.EMPTY, unreadable);
            }
            case Certification.Outcome.WrongOpening _ ->
                throw new IllegalStateException("the padding token's opening is fixed");
        };
    }
}
