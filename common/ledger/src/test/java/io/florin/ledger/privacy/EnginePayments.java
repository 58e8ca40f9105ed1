package io.florin.ledger.privacy;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/// A payment of each hidden model, proven and verified with the engine of this JVM, from a fixed seed: whatever engine
/// it is, it says the same. Started as a program in a JVM without the native library.
final class EnginePayments {
    private static final int POINT = 5;

    private EnginePayments() {}

    public static void main(String[] args) {
        report().forEach(System.out::println);
    }

    /// For each model the digest of statement and proof, and which of a batch are refused: the payment with a wrong
    /// response, with another point, as it is, and with a byte more.
    static List<String> report() {
        List<String> lines = new ArrayList<>();
        for (PrivacyModel model : PrivacyModel.values()) {
            if (model != PrivacyModel.CLEAR) {
                lines.add(report(HiddenCurrency.small(model, new SplittableRandom(20261122))));
            }
        }
        return lines;
    }

    private static String report(HiddenCurrency currency) {
        ProvenPayment payment = currency.prover.prove(
                HiddenCurrency.transfer(),
                List.of(currency.credential(0)),
                List.of(currency.token(700)),
                List.of(currency.payout(1, 700)));
        PaymentStatement statement = currency.decode(HiddenCurrency.encode(payment.statement()));
        byte[] proof = payment.proof().toArray();
        VerificationBatch batch = new VerificationBatch();
        for (byte[] each :
                List.of(otherResponse(proof), otherPoint(proof), proof, Arrays.copyOf(proof, proof.length + 1))) {
            currency.verifier.append(statement, each, batch.item());
        }
        return "%s: %d bytes %s, refused %s of %d"
                .formatted(
                        currency.parameters.model(),
                        proof.length,
                        HexFormat.of().formatHex(Sha256.digest(HiddenCurrency.encode(statement), proof)),
                        batch.verify(currency.random).invalid(),
                        batch.size());
    }

    private static byte[] otherResponse(byte[] proof) {
        byte[] other = proof.clone();
        Scalar.read(other, other.length - Scalar.SIZE).add(Scalar.ONE).copyInto(other, other.length - Scalar.SIZE);
        return other;
    }

    /// The negative of a point: y is the larger one, or no more.
    private static byte[] otherPoint(byte[] proof) {
        byte[] other = proof.clone();
        other[POINT * G1.SIZE] ^= 0x20;
        return other;
    }
}
