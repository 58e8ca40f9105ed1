package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Pitfall 29: `BigInteger` takes a time that depends on the number, so no witness, opening, key, nonce or share meets
/// it. All files of all packages are looked at: whatever is not named here has no `BigInteger`.
class SecretArithmeticTest {
    private static final Path SOURCES = Path.of("src/main/java/io/florin/crypto");

    /// Where it stands, and what public number it is there.
    private static final Map<String, String> PUBLIC_NUMBERS = Map.ofEntries(
            Map.entry("bls/Bls.java", "the group's order; Lagrange coefficients of published shares"),
            Map.entry("dkg/Bls12381.java", "the modulus of the field of shares"),
            Map.entry("ecdsa/EcdsaCombiner.java", "s of a signature that is published"),
            Map.entry("ecdsa/EcdsaP256.java", "signatures that are verified; the order"),
            Map.entry("ecdsa/P256.java", "the order"),
            Map.entry("ecdsa/P256Point.java", "the field's modulus; the exponent of square roots in decoding"),
            Map.entry("frost/Edwards25519.java", "the order"),
            Map.entry("frost/EdwardsPoint.java", "the field's modulus; the exponent of square roots in decoding"),
            Map.entry(
                    "group/BouncyCastleG1.java", "the engine without native code, which says that it is not constant"),
            Map.entry("group/BouncyCastleG2.java", "the same"),
            Map.entry("group/BouncyCastleGroups.java", "the same"),
            Map.entry("group/BucketSum.java", "the same"),
            Map.entry("group/FieldCodec.java", "the same"),
            Map.entry("group/MapToG1.java", "the same"),
            Map.entry("shamir/FieldElement.java", "public exponents"),
            Map.entry("shamir/PrimeField.java", "moduli; numbers that a caller says are public"),
            Map.entry("threshold/ThresholdBls.java", "Lagrange coefficients of published shares"),
            Map.entry("transcript/FieldCodec.java", "elements that are hashed or read, all public"));

    @Test
    void noSecretMeetsABigInteger() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        int files = 0;
        try (var sources = Files.walk(SOURCES)) {
            for (Path source :
                    (Iterable<Path>) sources.filter(file -> file.toString().endsWith(".java"))::iterator) {
                files++;
                if (Files.readString(source).contains("BigInteger")) {
                    found.add(SOURCES.relativize(source).toString().replace('\\', '/'));
                }
            }
        }
        assertThat(files).isGreaterThan(100);
        assertThat(found).containsExactlyInAnyOrderElementsOf(PUBLIC_NUMBERS.keySet());
    }

    /// The arithmetic of secrets compares and selects by masks.
    @Test
    void scalarsHaveNoComparisonThatBranches() throws IOException {
        for (String name : new String[] {"Scalar", "ScalarWords", "ScalarVector"}) {
            assertThat(Files.readString(SOURCES.resolve("group/" + name + ".java")))
                    .doesNotContain("BigInteger", "compareUnsigned", "Long.compare");
        }
    }
}
