package io.florin.crypto.bbs;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.transcript.HedgedNonces;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/// A holder's credential with its secrets. Prints nothing; equality is identity.
public final class Credential {
    private final CredentialScheme scheme;
    private final BbsSignature signature;
    private final Scalar secretKey;
    private final Scalar serialKey;
    private final Scalar id;
    private final long epoch;
    private final G1 signed;

    /// A credential that has been checked against the issuer's key. One pairing product.
    ///
    /// @param serialKey the sum of the holder's and the issuer's part
    /// @throws IllegalArgumentException if the signature is not one of these attributes
    public Credential(
            CredentialScheme scheme,
            BbsSignature signature,
            Scalar secretKey,
            Scalar serialKey,
            Scalar id,
            long epoch) {
        this.scheme = scheme;
        this.signature = signature;
        this.secretKey = secretKey;
        this.serialKey = serialKey;
        this.id = id;
        this.epoch = epoch;
        signed = scheme.signed(scheme.commitment(secretKey, serialKey), id, epoch);
        G1 eaMinusB = signature.a().multiply(signature.e()).subtract(signed);
        boolean valid = new PairingProduct()
                .add(signature.a(), scheme.preparedKey())
                .add(eaMinusB, PreparedG2.generator())
                .isOne();
        if (!valid) {
            throw new IllegalArgumentException("not a signature of these attributes");
        }
    }

    /// The epoch it is valid in.
    public long epoch() {
        return epoch;
    }

    /// A presentation, unlinkable to any other, and the secrets by which its statement is proven. Five multiplications;
    /// may be made in advance, and must be used once.
    ///
    /// @param binding anything that tells this presentation from others; goes into its randomness
    /// @param random a `SecureRandom` outside tests
    public PresentedCredential present(byte[] binding, RandomGenerator random) {
        byte[] context = ByteBuffer.allocate(Long.BYTES + binding.length)
                .putLong(epoch)
                .put(binding)
                .array();
        try (HedgedNonces nonces =
                new HedgedNonces("CREDENTIAL", context, List.of(signature.e(), secretKey, serialKey, id), random)) {
            Scalar r1 = nonces.next();
            Scalar r2 = nonces.next();
            G1 d = signed.multiply(r2);
            G1 aBar = signature.a().multiply(r1.multiply(r2));
            G1 bBar = G1.sumOfSecretProducts(List.of(r1, signature.e().negate()), List.of(d, aBar));
            return new PresentedCredential(
                    new CredentialPresentation(aBar, bBar, d),
                    List.of(signature.e(), r1, r2.invert(), secretKey, serialKey, id));
        }
    }

    @Override
    public String toString() {
        return "Credential";
    }
}
