package io.florin.ledger.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.config.NetworkConfiguration.Ordering;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.ledger.fixture.TestGroup;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkConfigurationTest {

    private final TestNetwork network = new TestNetwork(6);

    @Test
    void takesTheQuorumFromPartiesAndFaults() {
        assertThat(byzantine(4, 1)).isEqualTo(3);
        assertThat(byzantine(5, 1)).isEqualTo(4);
        assertThat(byzantine(6, 1)).isEqualTo(4);
        assertThat(byzantine(7, 2)).isEqualTo(5);
        assertThat(byzantine(1, 0)).isEqualTo(1);
        assertThat(new Ordering(1, false, parties(3)).quorum()).isEqualTo(2);
        assertThat(new Ordering(2, false, parties(5)).quorum()).isEqualTo(3);
        assertThat(new Ordering(1, false, parties(4)).quorum()).isEqualTo(3);
    }

    @Test
    void anyTwoQuorumsShareAnHonestParty() {
        for (int n = 1; n <= 30; n++) {
            for (int f = 0; 3 * f + 1 <= n; f++) {
                int q = byzantine(n, f);
                assertThat(2 * q - n).as("n=%d f=%d", n, f).isGreaterThan(f);
                assertThat(q).isLessThanOrEqualTo(n - f);
            }
        }
    }

    @Test
    void refusesTooFewPartiesOfficersAndCommitters() {
        assertRefused(() -> new Ordering(1, true, parties(3)));
        assertRefused(() -> new Ordering(1, false, parties(2)));
        assertRefused(() -> new Ordering(0, true, List.of()));
        assertRefused(() -> new Officers(0, keys(3)));
        assertRefused(() -> new Officers(4, keys(3)));
        assertRefused(() -> new Committers(1, keys(2)));
    }

    @Test
    void refusesOneKeyInTwoPlaces() {
        Bytes32 key = network.newId();
        assertRefused(() -> new Officers(2, List.of(key, network.newId(), key)));
        assertRefused(() -> new Committers(1, List.of(key, key, network.newId())));
        assertRefused(() -> new Ordering(
                0, true, List.of(new Party(1, "a", key), new Party(2, "b", key), new Party(3, "c", network.newId()))));
    }

    @Test
    void refusesAGenesisOfAnotherVersionOrName() {
        NetworkConfiguration configuration = network.configuration();
        for (String bad : List.of("", "Florin", "1st", "a".repeat(33), "a b")) {
            assertRefused(() -> new Genesis(bad, 1, configuration));
        }
        assertThat(new Genesis("florin", 1, configuration).networkId())
                .isNotEqualTo(new Genesis("florin", 2, configuration).networkId());
    }

    @Test
    void keepsTheSchemeOfEachGroupAndBothGroupsOfAnOverlap() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        EndorserGroup frost =
                TestGroup.frost(TestNetwork.CURRENCY, 2, network.newKey()).group();
        EndorserGroup ecdsa = TestGroup.ecdsa(TestNetwork.CURRENCY, 7).group();
        for (List<EndorserGroup> groups : List.of(List.of(bls, frost), List.of(frost, ecdsa), List.of(bls, ecdsa))) {
            NetworkConfiguration configuration =
                    TestGroup.configurationWith(network.configuration(), groups.toArray(EndorserGroup[]::new));
            var genesis = new Genesis("florin", 1, configuration);

            Genesis decoded = Genesis.decode(genesis.encode());

            assertThat(decoded.configuration().endorserGroups()).isEqualTo(groups);
            assertThat(decoded.configuration().endorserGroup(TestNetwork.CURRENCY))
                    .as("the newest signs")
                    .contains(groups.getLast());
            groups.forEach(
                    group -> assertThat(decoded.configuration().endorserGroup(TestNetwork.CURRENCY, group.epoch()))
                            .contains(group));
            assertThat(decoded.configuration().endorserGroup(TestNetwork.CURRENCY, 99))
                    .isEmpty();
        }
    }

    @Test
    void refusesGroupsThatAreNoneOfTheirScheme() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        EndorserGroup frost =
                TestGroup.frost(TestNetwork.CURRENCY, 2, network.newKey()).group();
        EndorserGroup ecdsa = TestGroup.ecdsa(TestNetwork.CURRENCY, 3).group();

        for (EndorserGroup group : List.of(bls, frost, ecdsa)) {
            for (SignatureScheme other : SignatureScheme.values()) {
                if (other != group.scheme()) {
                    assertRefused(() -> group(other, 1, group.groupKey(), group.verificationKeys()));
                }
            }
        }
        assertRefused(() -> group(SignatureScheme.ECDSA_P256, 2, ecdsa.groupKey(), ecdsa.verificationKeys()));
        assertRefused(() -> group(SignatureScheme.FROST_ED25519, 4, frost.groupKey(), frost.verificationKeys()));
        assertRefused(() -> group(SignatureScheme.FROST_ED25519, 0, frost.groupKey(), frost.verificationKeys()));
        assertRefused(() ->
                group(SignatureScheme.FROST_ED25519, 1, frost.groupKey(), List.of(frost.groupKey(), ecdsa.groupKey())));
    }

    private static EndorserGroup group(SignatureScheme scheme, int threshold, Bytes key, List<Bytes> verificationKeys) {
        return new EndorserGroup(scheme, TestNetwork.CURRENCY, 1, threshold, key, verificationKeys);
    }

    @Test
    void refusesThreeKeysOfANamespaceTheSameEpochOrTheSameKeyTwice() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        EndorserGroup frost =
                TestGroup.frost(TestNetwork.CURRENCY, 2, network.newKey()).group();
        EndorserGroup ecdsa = TestGroup.ecdsa(TestNetwork.CURRENCY, 3).group();
        var sameKeyLater = new EndorserGroup(
                SignatureScheme.FROST_ED25519,
                TestNetwork.CURRENCY,
                5,
                frost.threshold(),
                frost.groupKey(),
                frost.verificationKeys());
        var sameEpoch = new EndorserGroup(
                SignatureScheme.ECDSA_P256,
                TestNetwork.CURRENCY,
                2,
                ecdsa.threshold(),
                ecdsa.groupKey(),
                ecdsa.verificationKeys());
        NetworkConfiguration before = network.configuration();

        assertRefused(() -> TestGroup.configurationWith(before, bls, frost, ecdsa));
        assertRefused(() -> TestGroup.configurationWith(before, frost, bls));
        assertRefused(() -> TestGroup.configurationWith(before, frost, sameEpoch));
        assertRefused(() -> TestGroup.configurationWith(before, frost, sameKeyLater));
    }

    /// 2^bits - 1 where values are hidden, whatever fits into a number elsewhere.
    @ParameterizedTest
    @CsvSource({"2, 32, 9223372036854775807", "3, 32, 4294967295", "4, 32, 4294967295", "3, 64, 9223372036854775807"})
    void aTokenIsWorthWhatItsRangeProofBears(int rulesVersion, int bits, long max) {
        NetworkConfiguration economy =
                new TestHiddenEconomy(1, PrivacyModel.ofRulesVersion(rulesVersion)).configuration();
        HiddenCurrency hidden = economy.hidden(TestNetwork.CURRENCY).orElseThrow();
        var ranged = new HiddenCurrency(
                hidden.credentialKey(), bits, hidden.rangeValues(), hidden.uncompressed(), hidden.certifiers());
        Namespace currency = economy.namespace(TestNetwork.CURRENCY).orElseThrow();
        var changed = new Namespace(
                currency.id(),
                currency.name(),
                currency.currency(),
                currency.minorDigits(),
                rulesVersion,
                currency.auditPolicy(),
                currency.auditThreshold(),
                Optional.of(ranged));

        assertThat(changed.tokenMax()).isEqualTo(Amount.of(max));
    }

    @Test
    void clearTokensHaveNoBoundAndNoHiddenParameters() {
        NetworkConfiguration clear = network.configuration();
        assertThat(clear.namespace(TestNetwork.CURRENCY).orElseThrow().tokenMax())
                .isEqualTo(Amount.of(Long.MAX_VALUE));
        assertThat(clear.hidden(TestNetwork.CURRENCY)).isEmpty();
        assertThat(clear.hidden(new NamespaceId(77))).isEmpty();
    }

    private int byzantine(int parties, int faults) {
        return new Ordering(faults, true, parties(parties)).quorum();
    }

    private List<Party> parties(int count) {
        return IntStream.range(0, count)
                .mapToObj(id -> new Party(id, "p" + id, network.newId()))
                .toList();
    }

    private List<Bytes32> keys(int count) {
        return IntStream.range(0, count).mapToObj(_ -> network.newId()).toList();
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable made) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class);
    }
}
