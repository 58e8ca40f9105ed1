package io.florin.crypto.group;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSecretKey;
import io.florin.crypto.bls.BlsSignature;
import java.util.List;
import java.util.Random;

/// Signs, verifies alone and in a batch, and says with which engine.
final class SlowMain {
    private SlowMain() {}

    public static void main(String[] args) {
        Random random = new Random(1);
        byte[] message = {1, 2, 3};
        try (BlsSecretKey secret = BlsSecretKey.generate(random)) {
            BlsPublicKey key = BlsPublicKey.decode(secret.publicKey().toArray());
            BlsSignature signature = BlsSignature.decode(secret.sign(message).toArray());
            boolean valid = Bls.verify(key, message, signature)
                    && Bls.verifyBatchSameKey(key, List.of(message, message), List.of(signature, signature), random);
            VerificationBatch batch = new VerificationBatch();
            for (int error = 0; error < 2; error++) {
                batch.item()
                        .equation()
                        .add(Scalar.ofLong(2 + error), G1.generator())
                        .add(Scalar.ONE.negate(), G1.generator().add(G1.generator()));
            }
            System.out.println(Engine.current().name() + ": " + (valid ? "valid" : "wrong") + ", "
                    + batch.verify(random).invalid() + " of 2 invalid");
        }
    }
}
