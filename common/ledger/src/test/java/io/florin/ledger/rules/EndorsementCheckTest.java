package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.ecdsa.EcdsaP256;
import io.florin.crypto.ecdsa.P256Point;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestGroup;
import io.florin.ledger.fixture.TestNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndorsementCheckTest extends RulesUnderTest {

    private final Bundle good = network.endorse(List.of(payment(10), payment(20)));

    @Test
    void takesABundleOfAnyTwoOfThreeEndorsers() {
        assertThat(isEndorsed(good)).isTrue();
        byte[] message = good.message(network.networkId());
        for (int[] pair : new int[][] {{0, 1}, {0, 2}, {1, 2}}) {
            List<SignatureShare> shares = IntStream.of(pair)
                    .mapToObj(i -> ThresholdBls.signShare(network.shares().get(i), message))
                    .toList();
            assertThat(isEndorsed(
                            signed(Bytes.of(ThresholdBls.combine(2, shares).toArray()))))
                    .isTrue();
        }
    }

    @Test
    void refusesTheShareOfOneEndorserAlone() {
        SignatureShare share = ThresholdBls.signShare(network.shares().get(0), good.message(network.networkId()));

        assertThat(isEndorsed(signed(Bytes.of(share.signature().toArray())))).isFalse();
    }

    @Test
    void refusesSignaturesThatAreNoPointOrOfAnotherMessage() {
        byte[] flipped = good.signature().toArray();
        flipped[47] ^= 1;
        byte[] infinity = new byte[48];
        infinity[0] = (byte) 0xC0;
        for (byte[] bad : List.of(flipped, new byte[48], infinity)) {
            assertThat(isEndorsed(signed(Bytes.of(bad)))).isFalse();
        }
        assertThat(isEndorsed(signed(network.endorse(List.of(payment(10))).signature())))
                .isFalse();
    }

    private List<TestGroup> otherSchemes() {
        return List.of(
                TestGroup.frost(TestNetwork.CURRENCY, 1, network.newKey()), TestGroup.ecdsa(TestNetwork.CURRENCY, 1));
    }

    @Test
    void takesWhatAGroupSignedByItsOwnScheme() {
        for (TestGroup signing : otherSchemes()) {
            Bundle bundle = signing.endorse(network, good.transactions());

            assertThat(isEndorsed(bundle, signing.group()))
                    .as("%s", signing.group().scheme())
                    .isTrue();
            assertThat(Bundle.decode(bundle.encode())).isEqualTo(bundle);
            assertThat(isEndorsed(Bundle.decode(bundle.encode()), signing.group()))
                    .isTrue();
        }
    }

    @Test
    void refusesOtherKeysOtherMessagesAndFlippedBitsOfEveryScheme() {
        List<TestGroup> others = otherSchemes();
        List<TestGroup> signing = otherSchemes();
        for (int i = 0; i < signing.size(); i++) {
            EndorserGroup group = signing.get(i).group();
            assertThat(isEndorsed(others.get(i).endorse(network, good.transactions()), group))
                    .as("another key by %s", group.scheme())
                    .isFalse();
            Bundle right = signing.get(i).endorse(network, good.transactions());
            assertThat(isEndorsed(withSignature(right, right.signature(), 1), group))
                    .as("fewer transactions by %s", group.scheme())
                    .isFalse();
            for (int at = 0; at < right.signature().size(); at++) {
                byte[] flipped = right.signature().toArray();
                flipped[at] ^= 1;
                assertThat(isEndorsed(withSignature(right, Bytes.of(flipped), 2), group))
                        .as("byte %d of %s", at, group.scheme())
                        .isFalse();
            }
        }
    }

    @Test
    void refusesASignatureOfAnotherScheme() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        List<TestGroup> schemes = otherSchemes();
        TestGroup frost = schemes.get(0);
        TestGroup ecdsa = schemes.get(1);
        Bundle byFrost = frost.endorse(network, good.transactions());
        Bundle byEcdsa = ecdsa.endorse(network, good.transactions());

        assertThat(isEndorsed(good, bls)).isTrue();
        for (Bundle foreign : List.of(byFrost, byEcdsa)) {
            assertThat(isEndorsed(foreign, bls)).isFalse();
        }
        assertThat(isEndorsed(byEcdsa, frost.group())).isFalse();
        assertThat(isEndorsed(byFrost, ecdsa.group())).isFalse();
        assertThat(isEndorsed(good, frost.group()))
                .as("48 bytes where 64 are due")
                .isFalse();
        assertThat(isEndorsed(good, ecdsa.group()))
                .as("48 bytes where 64 are due")
                .isFalse();
    }

    @Test
    void refusesTheSecondFormOfAnEcdsaSignature() {
        TestGroup ecdsa = TestGroup.ecdsa(TestNetwork.CURRENCY, 1);
        Bundle bundle = ecdsa.endorse(network, good.transactions());
        byte[] other = TestGroup.withOtherS(bundle.signature().toArray());
        var key = P256Point.decode(ecdsa.group().groupKey().toArray());

        assertThat(EcdsaP256.verify(key, bundle.message(network.networkId()), other))
                .as("it is a signature, only not the one")
                .isTrue();
        assertThat(isEndorsed(withSignature(bundle, Bytes.of(other), 2), ecdsa.group()))
                .isFalse();
    }

    @Test
    void takesBothGroupsWhileOneReplacesTheOtherAndNoThird() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        TestGroup next = TestGroup.frost(TestNetwork.CURRENCY, 2, network.newKey());
        TestGroup later = TestGroup.ecdsa(TestNetwork.CURRENCY, 3);
        NetworkConfiguration overlap = TestGroup.configurationWith(network.configuration(), bls, next.group());

        assertThat(overlap.endorserGroup(TestNetwork.CURRENCY)).contains(next.group());
        assertThat(EndorsementCheck.isEndorsed(good, network.networkId(), overlap))
                .isTrue();
        Bundle byNext = next.endorse(network, good.transactions());
        assertThat(EndorsementCheck.isEndorsed(byNext, network.networkId(), overlap))
                .isTrue();
        assertThat(EndorsementCheck.isEndorsed(
                        later.endorse(network, good.transactions()), network.networkId(), overlap))
                .isFalse();
        Bundle underTheOlderEpoch =
                new Bundle(byNext.namespace(), 1, 1, byNext.transactions(), List.of(), byNext.signature());
        assertThat(EndorsementCheck.isEndorsed(underTheOlderEpoch, network.networkId(), overlap))
                .isFalse();
        assertThat(isEndorsed(good, next.group())).as("replaced for good").isFalse();
    }

    private boolean isEndorsed(Bundle bundle, EndorserGroup group) {
        return EndorsementCheck.isEndorsed(
                bundle, network.networkId(), TestGroup.configurationWith(network.configuration(), group));
    }

    private static Bundle withSignature(Bundle bundle, Bytes signature, int transactions) {
        return new Bundle(
                bundle.namespace(),
                bundle.rulesVersion(),
                bundle.keyEpoch(),
                bundle.transactions().subList(0, transactions),
                List.of(),
                signature);
    }

    @Test
    void isNeverSplitReorderedOrExtended() {
        List<Bytes> raws = good.transactions();
        List<Bytes> more = new ArrayList<>(raws);
        more.add(raws.get(0));
        for (List<Bytes> other : List.of(raws.subList(0, 1), raws.reversed(), more)) {
            assertThat(isEndorsed(new Bundle(good.namespace(), 1, 1, other, List.of(), good.signature())))
                    .isFalse();
        }
    }

    @Test
    void bindsNetworkNamespaceRulesVersionAndEpoch() {
        List<Bytes> raws = good.transactions();
        NetworkId other = new NetworkId(network.newId());

        assertThat(EndorsementCheck.isEndorsed(good, other, network.configuration()))
                .isFalse();
        for (Bundle moved : List.of(
                new Bundle(NamespaceId.CONFIGURATION, 1, 1, raws, List.of(), good.signature()),
                new Bundle(new NamespaceId(9), 1, 1, raws, List.of(), good.signature()),
                new Bundle(good.namespace(), 2, 1, raws, List.of(), good.signature()),
                new Bundle(good.namespace(), 1, 2, raws, List.of(), good.signature()))) {
            assertThat(isEndorsed(moved)).isFalse();
        }
    }

    @Test
    void asksForTheApprovalOfAnAuditorOverThisTransaction() {
        Transfer large = payment(TestNetwork.AUDIT_THRESHOLD.minorUnits() + 1);
        Bytes raw = Bytes.of(SettlementTranslator.translate(large, true).encode());
        AuditorApproval genuine = network.audit(large);

        assertThat(isAudited(raw, genuine)).isTrue();
        for (AuditorApproval bad : List.of(
                network.audit(payment(5)),
                new AuditorApproval(1, genuine.signature()),
                new AuditorApproval(0, Bytes.of(new byte[64])),
                new AuditorApproval(0, network.officer(0).sign(AuditorApproval.message(large.header(), large.id()))))) {
            assertThat(isAudited(raw, bad)).isFalse();
        }
        assertThat(isAudited(network.endorseRaw(List.of(raw), List.of()), 0, network))
                .isFalse();
    }

    @Test
    void doesNotTakeTheApprovalOfAnotherPlaceInTheBundle() {
        Transfer large = payment(TestNetwork.AUDIT_THRESHOLD.minorUnits() + 1);
        Bytes raw = Bytes.of(SettlementTranslator.translate(large, true).encode());
        Bundle bundle = network.endorseRaw(
                List.of(raw, good.transactions().get(0)), List.of(new Bundle.IndexedAudit(1, network.audit(large))));

        assertThat(isAudited(bundle, 0, network)).isFalse();
        assertThat(isAudited(bundle, 1, network)).isTrue();
    }

    @Test
    void asksEveryTransactionUnderThePolicyAlwaysWhateverItsFlag() {
        TestNetwork strict = new TestNetwork(8, AuditPolicy.ALWAYS);
        Transfer cent = strict.transfer(
                strict.header(100), List.of(alice), List.of(coin(alice, 1)), List.of(TestNetwork.token(bob, 1)));
        Bytes unflagged = Bytes.of(SettlementTranslator.translate(cent, false).encode());

        assertThat(isAudited(strict.endorseRaw(List.of(unflagged), List.of()), 0, strict))
                .isFalse();
        assertThat(isAudited(
                        strict.endorseRaw(List.of(unflagged), List.of(new Bundle.IndexedAudit(0, strict.audit(cent)))),
                        0,
                        strict))
                .isTrue();
    }

    private boolean isEndorsed(Bundle bundle) {
        return EndorsementCheck.isEndorsed(bundle, network.networkId(), network.configuration());
    }

    private Bundle signed(Bytes signature) {
        return new Bundle(good.namespace(), 1, 1, good.transactions(), List.of(), signature);
    }

    private boolean isAudited(Bytes raw, AuditorApproval approval) {
        return isAudited(network.endorseRaw(List.of(raw), List.of(new Bundle.IndexedAudit(0, approval))), 0, network);
    }

    private static boolean isAudited(Bundle bundle, int position, TestNetwork of) {
        OrderedTransaction ordered =
                OrderedTransaction.of(List.of(Bytes.of(bundle.encode()))).get(position);
        return EndorsementCheck.isAudited(ordered, of.networkId(), of.configuration());
    }
}
