package io.florin.crypto.commitment;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G1;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GeneratorsTest {
    /// Recorded: another base is another currency.
    @Test
    void recordedBases() {
        assertThat(hex(Generators.BLINDING))
                .isEqualTo("a56300279d9be99f361e71fb666ab2caa6dc36f7db4e1fe8"
                        + "bd03b5b03c01f54081cac595d6ee61a4642b2652e52ccc5c");
        assertThat(hex(Generators.ENROLLMENT))
                .isEqualTo("8045b16cb8e8712afb35665f570f23b636eadae57e2e4e45"
                        + "3a21b4308a10db482336e929c22b4bcf52a3ebf1259ca5ad");
        assertThat(hex(Generators.VALUE))
                .isEqualTo("8c4ed8899904f585c49bb5495adad500652526105ef7918e"
                        + "26bb58e92b313f3292076acadad14062b26412e69254c50d");
        assertThat(hex(Generators.SERIAL))
                .isEqualTo("89e77075531a5a14ffc6caf8199f1f7428f1e8dc80596ea3"
                        + "da779feddacc532f44bd0dbc26e0e5b6f7e3f888a1559be8");
        assertThat(hex(Generators.of("BP-u")))
                .isEqualTo("9501a31b402479d4689ab8a36c18fb0f70cb15034c1c9aa8"
                        + "d39fdc41483eb09316c9a200e0c5513487e10b16c01197ab");
        assertThat(hex(Generators.of("BP-g", 0)))
                .isEqualTo("82c812057abcced497e6f2928ed3578314fb861eb1d81297"
                        + "c081629ff501b4c833011efa6bc90582b8e9d9ee8ff21d5a");
        assertThat(hex(Generators.of("BP-h", 127)))
                .isEqualTo("a7565d666d3295636d7adb618ed33cce7874530aa9841ffb"
                        + "d233b85b5e5cc1a8d2c6b05eec02655628b07008299c5e50");
    }

    @Test
    void noTwoBasesAreTheSame() {
        Set<G1> bases = new HashSet<>(List.of(
                G1.generator(),
                Generators.BLINDING,
                Generators.ENROLLMENT,
                Generators.VALUE,
                Generators.SERIAL,
                Generators.of("BP-u")));
        for (int i = 0; i < 128; i++) {
            bases.add(Generators.of("BP-g", i));
            bases.add(Generators.of("BP-h", i));
        }
        assertThat(bases).hasSize(6 + 2 * 128).doesNotContain(G1.identity());
    }

    private static String hex(G1 point) {
        return Bytes.of(point.encode()).toHex();
    }
}
