package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestRail;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// An accusation that proves too little is refused by name, by everybody alike.
class RescueEvidenceTest {

    private static final long EXPIRY = 50;

    private final TestRail seven = new TestRail(7, 7);
    private final Ed25519KeyPair alice = seven.newKey();
    private final Ed25519KeyPair bob = seven.newKey();
    private final SignedOrder order = seven.order(alice, bob, 700, 3);
    private final RescueGround twoOrders = RescueGround.TwoOrders.of(order, seven.order(alice, bob, 701, 3));
    private final RescueGround cancelled = new RescueGround.Cancelled(SignedCancellation.sign(seven.scope(), 3, alice));

    private Optional<RailRefusal> refusal(RescueEvidence evidence) {
        return RescueEvidence.decode(evidence.encode()).refusal(seven.scope(), seven.verifier(), EXPIRY + 1);
    }

    @Test
    void eachGroundNamesItsSequence() {
        for (RescueGround ground : List.of(twoOrders, new RescueGround.Expired(order), cancelled)) {
            RescueEvidence evidence = seven.evidence(ground);

            assertThat(evidence.sequence()).isEqualTo(RailSequence.of(order.order()));
            assertThat(refusal(evidence)).isEmpty();
        }
    }

    @Test
    void anOrderHasExpiredWhenNobodyMayVoteForItAnyMore() {
        RescueEvidence expired = seven.evidence(new RescueGround.Expired(order));

        assertThat(expired.refusal(seven.scope(), seven.verifier(), EXPIRY)).contains(RailRefusal.NOT_EXPIRED);
        assertThat(expired.refusal(seven.scope(), seven.verifier(), EXPIRY + 1)).isEmpty();
    }

    @Test
    void nobodyButTheOwnerBringsAnAccountIntoIt() {
        SignedOrder other = seven.order(alice, bob, 701, 3);
        SignedOrder forged = new SignedOrder(other.order(), Bytes.of(new byte[64]));
        SignedOrder alsoForged = new SignedOrder(order.order(), Bytes.of(new byte[64]));
        SignedCancellation mine = SignedCancellation.sign(seven.scope(), 3, bob);
        SignedCancellation hers = new SignedCancellation(
                mine.scope(), new OwnerKey(alice.publicKey()), mine.sequence(), mine.signature());

        for (RescueGround ground : List.of(
                RescueGround.TwoOrders.of(order, forged),
                RescueGround.TwoOrders.of(alsoForged, other),
                new RescueGround.Expired(forged),
                new RescueGround.Cancelled(hers))) {
            assertThat(refusal(seven.evidence(ground))).contains(RailRefusal.BAD_OWNER_SIGNATURE);
        }
    }

    @Test
    void fAuthoritiesProveNothing() {
        RescueEvidence whole = seven.evidence(twoOrders);

        assertThat(whole.open()).hasSize(3);
        assertThat(refusal(new RescueEvidence(twoOrders, whole.open().subList(0, 2))))
                .contains(RailRefusal.NOT_PROVEN_OPEN);
    }

    @Test
    void anAnswerThatItsAuthorityDidNotSignIsNone() {
        List<OpenSequence> open = seven.evidence(twoOrders).open();
        OpenSequence second = open.get(1);
        OpenSequence asFourth = new OpenSequence(4, second.account(), second.sequence(), second.signature());

        assertThat(refusal(new RescueEvidence(twoOrders, List.of(open.get(0), second, asFourth))))
                .contains(RailRefusal.NOT_PROVEN_OPEN);
    }

    @Test
    void anAnswerAboutAnotherSequenceOrTwoOfOneAuthorityAreNoEvidence() {
        List<OpenSequence> open = seven.evidence(twoOrders).open();
        List<OpenSequence> doubled = List.of(open.get(0), open.get(1), open.get(1));
        OpenSequence later =
                new OpenSequence(3, open.get(2).account(), 4, open.get(2).signature());

        assertThatThrownBy(() -> new RescueEvidence(twoOrders, doubled)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RescueEvidence(twoOrders, List.of(open.get(0), open.get(1), later)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneOrderTwiceOrTwoOfDifferentSequencesAreNoGround() {
        SignedOrder again = new SignedOrder(order.order(), Bytes.of(new byte[64]));

        assertThatThrownBy(() -> RescueGround.TwoOrders.of(order, again)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RescueGround.TwoOrders.of(order, seven.order(alice, bob, 1, 4)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RescueGround.TwoOrders.of(order, seven.order(bob, alice, 1, 3)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onePairOfOrdersHasOneEncoding() {
        RescueGround.TwoOrders pair = (RescueGround.TwoOrders) twoOrders;

        assertThat(RescueGround.TwoOrders.of(pair.second(), pair.first())).isEqualTo(pair);
        assertThatThrownBy(() -> new RescueGround.TwoOrders(pair.second(), pair.first()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsOfAnotherScopeIsRefusedByName() {
        RailScope here = seven.scope();
        RescueEvidence evidence = seven.evidence(twoOrders);

        assertThat(evidence.refusal(new TestRail(9, 4).scope(), seven.verifier(), 60))
                .contains(RailRefusal.WRONG_NETWORK);
        assertThat(evidence.refusal(new RailScope(here.network(), here.rail(), here.epoch() + 1), seven.verifier(), 60))
                .contains(RailRefusal.WRONG_EPOCH);
    }

    @Test
    void noMoreAnswersAreReadThanTheLargestCommitteeNeeds() {
        byte[] bytes = seven.evidence(cancelled).encode();
        int count = 1 + 142; // kind and cancellation
        bytes[count] = (byte) (RescueEvidence.OPEN_MAX + 1);

        assertThatThrownBy(() -> RescueEvidence.decode(bytes)).isInstanceOf(DecodeException.class);
        assertThat(Stream.of(4, 31)
                        .map(n -> new TestRail(1, n).committee().size().faults() + 1))
                .containsExactly(2, RescueEvidence.OPEN_MAX);
    }
}
