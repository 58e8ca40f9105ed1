package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Pitfall 29: `BigInteger` takes a time that depends on the number, so no witness, opening, key, nonce or share meets
/// it. All files of all packages are looked at: whatever is not named here has no `BigInteger`.
class SecretArithmeticTest {
    private static final Path SOURCES = Path.of("src/main/java/io/florin/crypto");

    /// Its place, and the public number that it is there.
    private static final Map<String, String> PUBLIC_NUMBERS = Map.ofEntries(
            Map.entry("bls/Bls.java", "the group's order; Lagrange coefficients of published shares"),
            Map.entry("dkg/Bls12381.java", "the modulus of the field of shares"),
            Map.entry("ecdsa/EcdsaCombiner.java", "s of a signature that is published"),
            Map.entry("ecdsa/EcdsaP256.java", "signatures that are verified; the order"),
            Map.entry("ecdsa/P256.java", "the order"),
            Map.entry("ecdsa/P256Point.java", "the field's modulus; the exponent of square roots in decoding"),
            Map.entry("frost/Edwards25519.java", "the order"),
            Map.entry("frost/EdwardsPoint.java", "the field's modulus; the exponent of square roots in decoding"),
            Map.entry("group/BaseField.java", "the engine without native code, which says that it is not constant"),
            Map.entry("group/BouncyCastleG1.java", "the same"),
            Map.entry("group/BouncyCastleG2.java", "the same"),
            Map.entry("group/BouncyCastleGroups.java", "the same"),
            Map.entry("group/BucketSum.java", "the same"),
            Map.entry("group/MapToG1.java", "the same"),
            Map.entry("shamir/FieldElement.java", "public exponents"),
            Map.entry("shamir/PrimeField.java", "moduli; numbers that a caller says are public"),
            Map.entry("threshold/ThresholdBls.java", "Lagrange coefficients of published shares"),
            Map.entry("transcript/FieldCodec.java", "elements that are hashed or read, all public"));

    /// Number of calls there for sums of points in variable time, and their public scalars.
    private static final Map<String, Map.Entry<Integer, String>> PUBLIC_SUMS = Map.of(
            "batch/WeightedSum.java", Map.entry(1, "weights of a verifier"),
            "bbs/BbsCore.java", Map.entry(2, "responses of a proof that is verified"),
            "bbs/BlindBbs.java", Map.entry(1, "the same"),
            "bls/Bls.java", Map.entry(3, "multipliers of a verifier; Lagrange coefficients"),
            "elgamal/ThresholdDecryption.java", Map.entry(1, "Lagrange coefficients"),
            "ps/Certification.java", Map.entry(1, "Lagrange coefficients"),
            "range/BulletproofProver.java", Map.entry(1, "l(x) and r(x), blinded: a proof without folding shows them"),
            "sigma/LinearRelation.java", Map.entry(4, "responses; coefficients of images and of the relation"));

    private static final Pattern SUM = Pattern.compile("new Terms\\(|\\bsumOfProducts\\(");

    @Test
    void noSecretMeetsABigInteger() throws IOException {
        Map<String, String> sources = sources();
        assertThat(sources).hasSizeGreaterThan(100);
        TreeSet<String> found = new TreeSet<>();
        sources.forEach((name, source) -> {
            if (source.contains("BigInteger")) {
                found.add(name);
            }
        });
        assertThat(found).containsExactlyInAnyOrderElementsOf(PUBLIC_NUMBERS.keySet());
    }

    /// Provers use [G1#sumOfSecretProducts] and [G1#multiply]. [Scalar#sumOfProducts] is of scalars alone and has one
    /// time for all.
    @Test
    void noSecretMeetsASumOfVariableTime() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        sources().forEach((name, source) -> {
            String points = source.replace("Scalar.sumOfProducts(", "");
            int calls = (int) SUM.matcher(points).results().count();
            if (calls > 0 && !name.startsWith("group/")) {
                found.put(name, calls);
            }
        });
        Map<String, Integer> expected = new TreeMap<>();
        PUBLIC_SUMS.forEach((name, sums) -> expected.put(name, sums.getKey()));
        assertThat(found).isEqualTo(expected);
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (var files = Files.walk(SOURCES)) {
            for (Path file :
                    (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
                sources.put(SOURCES.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
        return sources;
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
