package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import java.util.List;

/// A Pointcheval–Sanders signature (H, S), S = (x + ye·eid + yv·v + yr·r)·H (CT-RSA 2016, with a hashed base as in
/// Coconut). The owner keeps it to itself and shows presentations.
public record PsSignature(G1 base, G1 signature) {
    /// Whether it is a signature of the message: e(S, g~) = e(H, X~ + eid·Y~e + v·Y~v + r·Y~r), and H is not the
    /// identity, which would sign everything.
    public boolean verifies(PsPublicKey key, PsMessage message) {
        if (base.isIdentity() || signature.isIdentity()) {
            return false;
        }
        List<Scalar> scalars = message.scalars();
        PairingProduct product = new PairingProduct()
                .add(signature.negate(), PreparedG2.generator())
                .add(base, key.x());
        for (int i = 0; i < PsPublicKey.MESSAGES; i++) {
            product.add(base.multiply(scalars.get(i)), key.y().get(i)); // secret scalars: multiplied in constant time
        }
        return product.isOne();
    }
}
