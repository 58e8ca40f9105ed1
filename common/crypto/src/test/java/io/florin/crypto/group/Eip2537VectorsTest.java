package io.florin.crypto.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// All published vectors of EIP-2537, the failing ones too, on both engines: but the slow one, which would take a
/// minute, answers every eighth, and no sum of more than 4 points, unless it is told `-Dflorin.vectors=all`.
class Eip2537VectorsTest {
    private static final int SLOW_POINTS_MAX = 4;

    static List<Arguments> contracts() {
        List<Arguments> arguments = new ArrayList<>();
        for (Engine engine : TestEngines.both()) {
            arguments.add(Arguments.of(engine.name(), "blsG1Add", engine, 112, 6));
            arguments.add(Arguments.of(engine.name(), "blsG1Mul", engine, 104, 7));
            arguments.add(Arguments.of(engine.name(), "blsG1MultiExp", engine, 154, 7));
            arguments.add(Arguments.of(engine.name(), "blsG2Add", engine, 112, 6));
            arguments.add(Arguments.of(engine.name(), "blsG2Mul", engine, 104, 7));
            arguments.add(Arguments.of(engine.name(), "blsG2MultiExp", engine, 153, 7));
            arguments.add(Arguments.of(engine.name(), "blsMapG1", engine, 105, 5));
            arguments.add(Arguments.of(engine.name(), "blsMapG2", engine, 105, 5));
            arguments.add(Arguments.of(engine.name(), "blsPairing", engine, 106, 9));
        }
        return arguments;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("contracts")
    void answersAndFailsAsPublished(String name, String contract, Engine engine, int answers, int failures) {
        Eip2537 contracts = new Eip2537(engine);
        int cases = 0;
        for (JsonNode vector : Eip2537.vectors(contract)) {
            cases++;
            if (TestEngines.isForAnotherTime(engine, cases)
                    || engine == TestEngines.slow() && isForAnotherTime(contract, bytes(vector))) {
                continue;
            }
            assertThat(contracts.call(contract, bytes(vector)))
                    .as("%s on %s", vector.get("Name").asString(), name)
                    .isEqualTo(vector.get("Expected").asString());
        }
        int failed = 0;
        for (JsonNode vector : Eip2537.vectors("fail-" + contract)) {
            assertThatIllegalArgumentException()
                    .as("%s on %s", vector.get("Name").asString(), name)
                    .isThrownBy(() -> contracts.call(contract, bytes(vector)));
            failed++;
        }
        assertThat(List.of(cases, failed)).containsExactly(answers, failures);
    }

    private static boolean isForAnotherTime(String contract, byte[] input) {
        int point = contract.startsWith("blsG1") ? Eip2537.G1_SIZE : Eip2537.G2_SIZE;
        boolean isLarge = contract.endsWith("MultiExp") && input.length > SLOW_POINTS_MAX * (point + Scalar.SIZE);
        return isLarge && !"all".equals(System.getProperty("florin.vectors"));
    }

    private static byte[] bytes(JsonNode vector) {
        return HexFormat.of().parseHex(vector.get("Input").asString());
    }
}
