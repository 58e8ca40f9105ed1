package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;

/// The issuer's side: takes requests, and signs what it stored for a holder, epoch after epoch, without the holder.
///
/// What it stores for an id is [#enroll]'s commitment, once and for ever: a second commitment under one id would be a
/// second K, by which every token of the id could be spent twice. Immutable; any thread.
public final class CredentialIssuer {
    private final CredentialScheme scheme;
    private final BbsSecretKey secret;

    /// An issuer.
    ///
    /// @throws IllegalArgumentException if the secret is not the one of the scheme's key
    public CredentialIssuer(CredentialScheme scheme, BbsSecretKey secret) {
        if (!secret.publicKey().point().equals(scheme.key().point())) {
            throw new IllegalArgumentException("the secret of another key");
        }
        this.scheme = scheme;
        this.secret = secret;
    }

    /// The commitment to store for a holder: the request's, with the issuer's part of K added. The request must have
    /// been verified.
    ///
    /// @param serialPart uniform, chosen by the issuer and told to the holder
    public G1 enroll(CredentialRequest request, Scalar serialPart) {
        return request.commitment().add(scheme.serialBase().multiply(serialPart));
    }

    /// A credential's signature for the epoch. Deterministic.
    ///
    /// @param commitment as stored
    /// @throws IllegalArgumentException if the commitment is the identity
    public BbsSignature sign(G1 commitment, Scalar id, long epoch) {
        if (commitment.isIdentity()) {
            throw new IllegalArgumentException("a commitment is not the identity");
        }
        BbsSuite.Octets octets = new BbsSuite.Octets();
        octets.scalar(secret.scalar());
        octets.point(commitment);
        octets.scalar(id);
        octets.number(epoch);
        octets.scalar(scheme.domain());
        Scalar e = BbsSuite.CREDENTIAL.hash(octets.toArray());
        return BbsCore.sign(secret, e, scheme.signed(commitment, id, epoch));
    }
}
