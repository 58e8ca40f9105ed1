package io.florin.crypto.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.florin.crypto.Vectors;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/// All published vectors of draft-irtf-cfrg-fiat-shamir for SHAKE128, and those of its codecs.
final class FiatShamirVectorsTest {
    @TestFactory
    Stream<DynamicTest> sponge() {
        return cases("sigma/fiatShamirShake128Vectors.json", 13);
    }

    @TestFactory
    Stream<DynamicTest> codecs() {
        return cases("sigma/fiatShamirCodecVectors.json", 13);
    }

    private static Stream<DynamicTest> cases(String file, int count) {
        JsonNode vectors = Vectors.json(file);
        assertThat(vectors.size()).isEqualTo(count);
        return vectors.valueStream().map(vector -> dynamicTest(text(vector, "Name"), () -> check(vector)));
    }

    private static void check(JsonNode vector) throws Exception {
        switch (text(vector, "Function")) {
            case "DuplexSponge" -> assertThat(replay(vector)).isEqualTo(bytes(vector, "Output"));
            case "DeriveSessionID" ->
                assertThat(DuplexSponge.deriveSessionId(bytes(vector, "Tag"))).isEqualTo(bytes(vector, "Output"));
            case "DecodeUint" -> decode(vector);
            case "SerializeVarLenString" -> {
                assertThat(Framing.string(bytes(vector, "Input"))).isEqualTo(bytes(vector, "Output"));
                assertThat(Framing.readString(bytes(vector, "Output"))).isEqualTo(bytes(vector, "Input"));
            }
            case "DeserializeVarLenString" -> rejects(vector, () -> Framing.readString(bytes(vector, "Input")));
            case "SerializeUint", "SerializeField" -> serialize(vector);
            case "DeserializeUint" -> rejects(vector, () -> codec(vector).deserialize(bytes(vector, "Input"), 1));
            case "DeserializeField" -> deserialize(vector);
            case "Sumcheck" -> sumcheck(vector);
            default -> throw new IllegalStateException(text(vector, "Function"));
        }
    }

    private static byte[] replay(JsonNode vector) {
        DuplexSponge sponge = new DuplexSponge(bytes(vector, "SessionId"));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        for (JsonNode operation : vector.get("Operations")) {
            switch (text(operation, "type")) {
                case "absorb" -> sponge.absorb(bytes(operation, "data"));
                case "squeeze" ->
                    output.writeBytes(sponge.squeeze(operation.get("length").asInt()));
                default -> throw new IllegalStateException(text(operation, "type"));
            }
        }
        return output.toByteArray();
    }

    private static void decode(JsonNode vector) {
        byte[] uniform;
        if (vector.has("Operations")) {
            uniform = replay(vector);
            assertThat(uniform).isEqualTo(bytes(vector, "Output"));
        } else {
            uniform = bytes(vector, "Input");
        }
        assertThat(codec(vector).decode(uniform)).isEqualTo(number(vector, "Challenge"));
    }

    private static void serialize(JsonNode vector) {
        List<BigInteger> value = List.of(number(vector, "Value"));
        byte[] bytes = codec(vector).serialize(value);
        assertThat(bytes).isEqualTo(bytes(vector, "Output"));
        assertThat(codec(vector).deserialize(bytes, 1)).isEqualTo(value);
    }

    private static void deserialize(JsonNode vector) {
        int degree = vector.get("ExtensionDegree").asInt();
        byte[] input = bytes(vector, "Input");
        if (vector.has("Expected")) {
            rejects(vector, () -> codec(vector).deserialize(input, degree));
            return;
        }
        List<BigInteger> coordinates = codec(vector).deserialize(input, degree);
        assertThat(coordinates)
                .isEqualTo(vector.get("Coordinates")
                        .valueStream()
                        .map(FiatShamirVectorsTest::number)
                        .toList());
        assertThat(codec(vector).serialize(coordinates)).isEqualTo(input);
    }

    private static void sumcheck(JsonNode vector) {
        byte[] session = bytes(vector, "SessionId");
        if (vector.has("Tag")) {
            assertThat(DuplexSponge.deriveSessionId(bytes(vector, "Tag"))).isEqualTo(session);
        }
        BigInteger claim = number(vector, "ClaimedSum");
        int variables = vector.get("NumVariables").asInt();
        byte[] argument = bytes(vector, "Narg");
        if (vector.has("Expected")) {
            rejects(vector, () -> Sumcheck.verify(session, claim, argument, variables));
            return;
        }
        List<BigInteger> witness = vector.get("Witness")
                .valueStream()
                .map(FiatShamirVectorsTest::number)
                .toList();
        assertThat(Sumcheck.prove(session, witness)).isEqualTo(argument);
        assertThat(Sumcheck.verify(session, claim, argument, variables)).isEqualTo(number(vector, "FinalEvaluation"));
    }

    private static void rejects(JsonNode vector, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThat(text(vector, "Expected")).isEqualTo("reject");
        assertThatIllegalArgumentException().isThrownBy(call);
    }

    private static FieldCodec codec(JsonNode vector) {
        boolean bigEndian = vector.has("ByteOrder") && text(vector, "ByteOrder").equals("big-endian");
        return new FieldCodec(number(vector, "Modulus"), bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static String text(JsonNode node, String field) {
        return node.get(field).asString();
    }

    private static byte[] bytes(JsonNode node, String field) {
        return HexFormat.of().parseHex(text(node, field));
    }

    private static BigInteger number(JsonNode node, String field) {
        return number(node.get(field));
    }

    private static BigInteger number(JsonNode node) {
        return node.isNumber()
                ? node.bigIntegerValue()
                : new BigInteger(node.asString().substring(2), 16);
    }
}
