package io.florin.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
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
