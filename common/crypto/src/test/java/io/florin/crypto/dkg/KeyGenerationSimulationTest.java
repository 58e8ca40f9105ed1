package io.florin.crypto.dkg;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.shamir.GroupElement;
import io.florin.crypto.shamir.Shares;
import io.florin.crypto.threshold.PartyMessage;
import io.florin.crypto.threshold.SignatureScheme;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two of five say anything: bytes flipped, cut, swapped between rounds, complaints of everybody, silence. Whatever
/// they do, the three honest ones reach one key, one qualified set and one list of faults, are themselves qualified and
/// never blamed, and their shares make the key.
class KeyGenerationSimulationTest {
    private static final List<Integer> HONEST = List.of(1, 3, 4);
    private static final List<Integer> LIARS = List.of(2, 5);
    private static final int RUNS_PER_SEED = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theHonestAgreeWhateverTheOthersSay(long seed) {
        Component component = GroupKeys.component(SignatureScheme.FROST_ED25519);
        Random random = new Random(seed);
        KeyNetwork network = new KeyNetwork(5, seed);
        LIARS.forEach(liar -> network.lie(liar, (_, message) -> garbled(message, random)));
        for (int run = 0; run < RUNS_PER_SEED; run++) {
            Map<Integer, KeyEffect> ends = network.generate(network.setup(Kind.FRESH, 3, List.of(component)));
            Completed first = KeyNetwork.completed(ends, 1);
            assertThat(first.qualified()).as("seed %d run %d", seed, run).containsAll(HONEST);
            assertThat(first.faults()).doesNotContainKeys(1, 3, 4);
            for (int honest : HONEST) {
                Completed end = KeyNetwork.completed(ends, honest);
                assertThat(end.key()).isEqualTo(first.key());
                assertThat(end.qualified()).isEqualTo(first.qualified());
                assertThat(end.faults()).isEqualTo(first.faults());
            }
            List<FieldElement> shares = HONEST.stream()
                    .map(honest -> KeyNetwork.completed(ends, honest).shares().share(0))
                    .toList();
            GroupElement base = component.bases().getFirst();
            assertThat(base.times(Shares.interpolate(HONEST, shares, 0)))
                    .isEqualTo(
                            first.key().components().getFirst().publicPoints().getFirst());
        }
    }

    private static @Nullable PartyMessage garbled(PartyMessage message, Random random) {
        byte[] payload = message.payload().toArray();
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> {
                if (payload.length > 0) {
                    payload[random.nextInt(payload.length)] ^= (byte) (1 << random.nextInt(8));
                }
                yield with(message, message.round(), payload);
            }
            case 2 -> with(message, message.round(), new byte[random.nextInt(600)]);
            case 3 -> with(message, message.round(), new byte[] {1, 2, 3, 4, 5});
            case 4 -> with(message, 1 + random.nextInt(3), payload);
            default -> message;
        };
    }

    private static PartyMessage with(PartyMessage message, int round, byte[] payload) {
        return new PartyMessage(message.session(), message.sender(), round, Bytes.of(payload));
    }
}
