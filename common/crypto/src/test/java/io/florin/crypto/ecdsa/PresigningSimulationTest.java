package io.florin.crypto.ecdsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.PresigningEffect.Aborted;
import io.florin.crypto.ecdsa.PresigningEffect.Completed;
import io.florin.crypto.threshold.PartyMessage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One of three says anything. Either both honest members hold the same presignature, or both abort and blame nobody
/// but the liar.
class PresigningSimulationTest {
    private static final int LIAR = 2;
    private static final int RUNS_PER_SEED = 10;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theHonestAgreeAndAreNeverBlamed(long seed) {
        Random random = new Random(seed);
        EcdsaNetwork network = new EcdsaNetwork(1, 3, seed);
        network.lie(LIAR, message -> garbled(message, random));
        for (int run = 0; run < RUNS_PER_SEED; run++) {
            Map<Integer, PresigningEffect> ends = network.run(network.setup(List.of(1, 2, 3)));
            PresigningEffect first = Objects.requireNonNull(ends.get(1));
            PresigningEffect third = Objects.requireNonNull(ends.get(3));
            if (first instanceof Completed(Presignature presignature)) {
                assertThat(third)
                        .as("seed %d run %d", seed, run)
                        .isInstanceOfSatisfying(
                                Completed.class,
                                other -> assertThat(other.presignature().publicPart())
                                        .isEqualTo(presignature.publicPart()));
            } else {
                assertThat(((Aborted) first).blamed())
                        .as("seed %d run %d", seed, run)
                        .containsExactly(LIAR);
                assertThat(third).isEqualTo(first);
            }
        }
    }

    private static @Nullable PartyMessage garbled(PartyMessage message, Random random) {
        byte[] payload = message.payload().toArray();
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3) == 0 ? null : message;
            case 1 -> {
                payload[random.nextInt(payload.length)] ^= (byte) (1 << random.nextInt(8));
                yield with(message, payload);
            }
            case 2 -> with(message, new byte[random.nextInt(600)]);
            case 3 -> with(message, new byte[] {1, 1, 3});
            default -> message;
        };
    }

    private static PartyMessage with(PartyMessage message, byte[] payload) {
        return new PartyMessage(message.session(), message.sender(), message.round(), Bytes.of(payload));
    }
}
