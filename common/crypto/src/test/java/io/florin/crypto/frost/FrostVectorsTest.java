package io.florin.crypto.frost;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.Vectors;
import io.florin.crypto.frost.FrostAggregator.Outcome;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.Polynomial;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.threshold.NonceLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// RFC 9591, appendix E.1: every intermediate value and both rounds through the public classes.
class FrostVectorsTest {
    private final JsonNode vectors = Vectors.json("frost/frost-ed25519-sha512.json");
    private final JsonNode inputs = vectors.get("inputs");
    private final Bytes message = Bytes.fromHex(inputs.get("message").asString());

    @Test
    void sharesAndKeyAreThoseOfTheVectors() {
        List<FrostKeyShare> shares = shares();
        assertThat(shares.getFirst().groupKey().encoded())
                .isEqualTo(Bytes32.fromHex(inputs.get("group_public_key").asString()));
        for (JsonNode expected : inputs.get("participant_shares")) {
            FieldElement share =
                    shares.get(expected.get("identifier").asInt() - 1).secret();
            assertThat(HexFormat.of().formatHex(share.toLittleEndian()))
                    .isEqualTo(expected.get("participant_share").asString());
        }
    }

    @Test
    void bothRoundsGiveTheVectorsValues(@TempDir Path directory) {
        List<FrostKeyShare> shares = shares();
        List<FrostSigner> signers = new ArrayList<>();
        List<NonceCommitment> commitments = new ArrayList<>();
        for (JsonNode first : vectors.get("round_one_outputs").get("outputs")) {
            int index = first.get("identifier").asInt();
            NonceLedger ledger = NonceLedger.open(directory.resolve("party-" + index), 0);
            var signer = new FrostSigner(shares.get(index - 1), ledger, randomness(first), 1);
            NonceCommitment commitment = signer.commit();
            assertThat(commitment.hiding().toHex()).isEqualTo(text(first, "hiding_nonce_commitment"));
            assertThat(commitment.binding().toHex()).isEqualTo(text(first, "binding_nonce_commitment"));
            signers.add(signer);
            commitments.add(commitment);
        }
        var signing = new SigningPackage(commitments, message);
        FrostGroupKey key = shares.getFirst().groupKey();
        byte[] prefix = FrostSuite.bindingPrefix(key.encoded(), signing);
        for (JsonNode first : vectors.get("round_one_outputs").get("outputs")) {
            int index = first.get("identifier").asInt();
            assertThat(HexFormat.of().formatHex(prefix) + HexFormat.of().formatHex(FrostSuite.identifier(index)))
                    .isEqualTo(text(first, "binding_factor_input"));
            FieldElement factor = Objects.requireNonNull(
                    FrostSuite.bindingFactors(key.encoded(), signing).get(index));
            assertThat(HexFormat.of().formatHex(factor.toLittleEndian())).isEqualTo(text(first, "binding_factor"));
        }
        List<FrostShare> answers = new ArrayList<>();
        for (FrostSigner signer : signers) {
            answers.add(((SigningAnswer.Signed) signer.sign(signing)).share());
        }
        JsonNode second = vectors.get("round_two_outputs").get("outputs");
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).index())
                    .isEqualTo(second.get(i).get("identifier").asInt());
            assertThat(answers.get(i).scalar().toHex()).isEqualTo(text(second.get(i), "sig_share"));
            assertThat(FrostAggregator.verifyShare(key, signing, answers.get(i)))
                    .isTrue();
        }
        Bytes signature = ((Outcome.Signature) FrostAggregator.aggregate(key, signing, answers)).signature();
        assertThat(signature.toHex()).isEqualTo(text(vectors.get("final_output"), "sig"));
        assertThat(Ed25519.verify(key.encoded(), message.toArray(), signature.toArray()))
                .isTrue();
    }

    private List<FrostKeyShare> shares() {
        List<FieldElement> coefficients = new ArrayList<>();
        coefficients.add(scalar(inputs.get("group_secret_key")));
        for (JsonNode coefficient : inputs.get("share_polynomial_coefficients")) {
            coefficients.add(scalar(coefficient));
        }
        return FrostDealer.shares(Polynomial.of(coefficients), coefficients.size(), 3);
    }

    private static FieldElement scalar(JsonNode hex) {
        return Edwards25519.SCALARS.ofLittleEndian(HexFormat.of().parseHex(hex.asString()));
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }

    /// Gives out the recorded randomness, hiding first.
    private static RandomGenerator randomness(JsonNode first) {
        List<byte[]> outputs = new ArrayList<>(List.of(
                HexFormat.of().parseHex(text(first, "hiding_nonce_randomness")),
                HexFormat.of().parseHex(text(first, "binding_nonce_randomness"))));
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(outputs.removeFirst(), 0, bytes, 0, bytes.length);
            }
        };
    }
}
