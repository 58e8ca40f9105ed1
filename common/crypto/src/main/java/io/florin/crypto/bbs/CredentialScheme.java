package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// Credentials of one issuer: BBS signatures on (sk, K, id, epoch).
///
/// sk is the holder's secret key, K the key of its serial numbers; the issuer sees neither. id names the holder to the
/// issuer and the auditor, epoch is the only attribute that a presentation discloses. Generators are those of the suite
/// under an id of their own, the domain covers the issuer's key, the generators and a header of public parameters.
/// Immutable; any thread.
public final class CredentialScheme {
    private static final int GENERATORS = 5;

    private final BbsPublicKey key;
    private final PreparedG2 preparedKey;
    private final G1 start;
    private final G1 secretBase;
    private final G1 serialBase;
    private final G1 idBase;
    private final G1 epochBase;
    private final Scalar domain;

    /// The scheme of an issuer.
    ///
    /// @param header what all credentials of the issuer are bound to: network, parameters
    public CredentialScheme(BbsPublicKey key, byte[] header) {
        this.key = key;
        preparedKey = PreparedG2.of(key.point());
        List<G1> generators = BbsSuite.CREDENTIAL.generators(GENERATORS);
        domain = BbsSuite.CREDENTIAL.domain(key, generators, header);
        start = BbsSuite.P1.add(generators.get(0).multiply(domain));
        secretBase = generators.get(1);
        serialBase = generators.get(2);
        idBase = generators.get(3);
        epochBase = generators.get(4);
    }

    /// P1 + domain·Q1 + epoch·H₄: what every credential of the epoch begins with. Two multiplications; a verifier keeps
    /// it for the epoch, and gives the same point to all statements, so that a batch pays for it once.
    public G1 base(long epoch) {
        return start.add(epochBase.multiply(Scalar.ofLong(epoch)));
    }

    /// sk·H₁ + K·H₂: what the issuer knows of a holder's secrets. Hides K perfectly and sk by discrete logarithms;
    /// binding.
    public G1 commitment(Scalar secretKey, Scalar serialKey) {
        return G1.sumOfSecretProducts(List.of(secretKey, serialKey), List.of(secretBase, serialBase));
    }

    /// The issuer's key.
    public BbsPublicKey key() {
        return key;
    }

    PreparedG2 preparedKey() {
        return preparedKey;
    }

    G1 secretBase() {
        return secretBase;
    }

    G1 serialBase() {
        return serialBase;
    }

    G1 idBase() {
        return idBase;
    }

    Scalar domain() {
        return domain;
    }

    /// B of a credential: base(epoch) + commitment + id·H₃.
    G1 signed(G1 commitment, Scalar id, long epoch) {
        return base(epoch).add(commitment).add(idBase.multiply(id));
    }
}
