package io.florin.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Inventory of published vectors, with the cases of each file; files of the same kind in a folder count
/// together. What is missing or new here fails, whatever its own test would say of an empty file:
///
/// | folder | test |
/// |---|---|
/// | bbs, bbs-blind | `BbsVectorsTest`, `BlindBbsVectorsTest` |
/// | bls12-381 | `GroupVectorsTest`, `BlsVectorsTest` |
/// | eip2537 | `Eip2537VectorsTest` |
/// | frost | `FrostVectorsTest` |
/// | hash_to_curve | `GroupVectorsTest` |
/// | sigma | `SigmaVectorsTest`, `FiatShamirVectorsTest` |
/// | wycheproof | `BlsVectorsTest`, `GroupVectorsTest`, `EcdsaP256VectorsTest`, `Ed25519VectorsTest`, `X25519VectorsTest` |
final class PublishedVectorsTest {
    private static final Path FOLDER = Path.of("src/test/resources/vectors");

    private static final Map<String, Integer> EXPECTED = Map.ofEntries(
            Map.entry("bbs-blind/commit/commit*", 2),
            Map.entry("bbs-blind/messages.json", 1),
            Map.entry("bbs-blind/proof/proof*", 8),
            Map.entry("bbs-blind/signature/signature*", 6),
            Map.entry("bbs/MapMessageToScalarAsHash.json", 10),
            Map.entry("bbs/generators.json", 1),
            Map.entry("bbs/h2s.json", 1),
            Map.entry("bbs/keypair.json", 1),
            Map.entry("bbs/mockedRng.json", 1),
            Map.entry("bbs/proof/proof*", 9),
            Map.entry("bbs/signature/signature*", 8),
            Map.entry("bls12-381/g1-multiples.txt", 128),
            Map.entry("bls12-381/g1_compressed_valid_test_vectors.dat", 1000),
            Map.entry("bls12-381/g1_uncompressed_valid_test_vectors.dat", 1000),
            Map.entry("eip2537/blsG1Add.json", 112),
            Map.entry("eip2537/blsG1Mul.json", 104),
            Map.entry("eip2537/blsG1MultiExp.json", 154),
            Map.entry("eip2537/blsG2Add.json", 112),
            Map.entry("eip2537/blsG2Mul.json", 104),
            Map.entry("eip2537/blsG2MultiExp.json", 153),
            Map.entry("eip2537/blsMapG1.json", 105),
            Map.entry("eip2537/blsMapG2.json", 105),
            Map.entry("eip2537/blsPairing.json", 106),
            Map.entry("eip2537/fail-blsG1Add.json", 6),
            Map.entry("eip2537/fail-blsG1Mul.json", 7),
            Map.entry("eip2537/fail-blsG1MultiExp.json", 7),
            Map.entry("eip2537/fail-blsG2Add.json", 6),
            Map.entry("eip2537/fail-blsG2Mul.json", 7),
            Map.entry("eip2537/fail-blsG2MultiExp.json", 7),
            Map.entry("eip2537/fail-blsMapG1.json", 5),
            Map.entry("eip2537/fail-blsMapG2.json", 5),
            Map.entry("eip2537/fail-blsPairing.json", 9),
            Map.entry("frost/frost-ed25519-sha*", 1),
            Map.entry("hash_to_curve/BLS12381G1_XMD_SHA-256_SSWU_RO_.json", 5),
            Map.entry("hash_to_curve/BLS12381G2_XMD_SHA-256_SSWU_RO_.json", 5),
            Map.entry("hash_to_curve/expand_message_xmd_SHA256_*", 10),
            Map.entry("hash_to_curve/expand_message_xmd_SHA256_38.json", 10),
            Map.entry("sigma/fiatShamirCodecVectors.json", 13),
            Map.entry("sigma/fiatShamirShake128Vectors.json", 13),
            Map.entry("sigma/sigma-proofs-invalid_Shake128_BLS12*", 32),
            Map.entry("sigma/sigma-proofs_Shake128_BLS12*", 14),
            Map.entry("wycheproof/bls_hash_to_g2_test.json", 34),
            Map.entry("wycheproof/bls_sig_g2_basic_verify_test.json", 88),
            Map.entry("wycheproof/bls_sig_g2_pop_verify_test.json", 26),
            Map.entry("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json", 262),
            Map.entry("wycheproof/ecdsa_secp256r1_sha256_test.json", 484),
            Map.entry("wycheproof/ed25519-edge-cases.json", 12),
            Map.entry("wycheproof/ed25519_test.json", 151),
            Map.entry("wycheproof/x25519_test.json", 518));

    @Test
    void everyFileIsThereWithAllItsCases() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = FOLDER.relativize(file).toString();
                if (!name.equals("README.md")) {
                    found.merge(name.replaceFirst("[0-9]{3}\\.json$", "*"), cases(file, name), Integer::sum);
                }
            }
        }
        assertThat(found).isEqualTo(new TreeMap<>(EXPECTED));
    }

    private static int cases(Path file, String name) throws IOException {
        if (name.endsWith(".dat")) {
            return (int) Files.size(file) / (name.contains("uncompressed") ? 96 : 48);
        }
        if (!name.endsWith(".json")) {
            return Files.readAllLines(file).size();
        }
        JsonNode json = Vectors.json(name);
        if (json.isArray()) {
            return json.size();
        }
        for (String list : new String[] {"vectors", "tests", "cases"}) {
            if (json.has(list)) {
                return json.get(list).size();
            }
        }
        int cases = 0;
        if (json.has("testGroups")) {
            for (JsonNode group : json.get("testGroups")) {
                cases += group.get("tests").size();
            }
            return cases;
        }
        return 1;
    }
}
