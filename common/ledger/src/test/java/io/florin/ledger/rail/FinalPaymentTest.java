package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.ledger.rail.signing.SigningScheme;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A file proves a payment to whoever knows the committee of its epoch, and nothing to anybody else.
class FinalPaymentTest {

    private final TestRail four = new TestRail(7, 4);
    private final Ed25519KeyPair alice = four.newKey();
    private final Ed25519KeyPair bob = four.newKey();
    private final SignedOrder order = four.order(alice, bob, 700, 0);
    private final FinalPayment payment = four.finish(order);

    @Test
    void provesThePaymentWithTheCommitteeAlone() {
        FinalPayment read = FinalPayment.decode(payment.encode());

        assertThat(read.refusal(four.scope(), four.verifier())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void provesItInEachScheme(SigningScheme scheme) {
        TestRail seven = new TestRail(7, 7, scheme);
        FinalPayment one = seven.finish(seven.order(seven.newKey(), seven.newKey(), 1, 0));
        RailCommittee known = RailCommittee.decode(seven.committee().encode());

        assertThat(FinalPayment.decode(one.encode())
                        .refusal(seven.scope(), known.verifier(seven.scope().network(), new Random(1))))
                .isEmpty();
        assertThat(one.refusal(seven.scope(), new TestRail(8, 7, scheme).verifier()))
                .contains(RailRefusal.BAD_CERTIFICATE);
    }

    @Test
    void votesInPlaceOfEffectsAreRefused() {
        FinalPayment promised =
                new FinalPayment(payment.certificate(), payment.certificate().votes());

        assertThat(promised.refusal(four.scope(), four.verifier())).contains(RailRefusal.BAD_EFFECTS);
    }

    @Test
    void effectsInPlaceOfVotesAreRefused() {
        FinalPayment unasked = new FinalPayment(new TransferCertificate(order, payment.effects()), payment.effects());

        assertThat(unasked.refusal(four.scope(), four.verifier())).contains(RailRefusal.BAD_CERTIFICATE);
    }

    @Test
    void effectsOfAnotherOrderAreRefused() {
        QuorumSignature other = four.finish(four.order(alice, bob, 1, 0)).effects();

        assertThat(new FinalPayment(payment.certificate(), other).refusal(four.scope(), four.verifier()))
                .contains(RailRefusal.BAD_EFFECTS);
    }

    @Test
    void theSignaturesOfAnotherCommitteeAreRefused() {
        TestRail others = new TestRail(8, 4);
        TransferCertificate certificate =
                new TransferCertificate(order, others.quorum(RailStatements.vote(four.scope(), order.id())));

        assertThat(certificate.refusal(four.scope(), four.verifier())).contains(RailRefusal.BAD_CERTIFICATE);
    }

    @Test
    void whatIsOfAnotherNetworkRailOrEpochIsRefusedByName() {
        RailScope here = four.scope();

        assertThat(payment.refusal(new TestRail(9, 4).scope(), four.verifier())).contains(RailRefusal.WRONG_NETWORK);
        assertThat(payment.refusal(new RailScope(here.network(), new RailId(2), here.epoch()), four.verifier()))
                .contains(RailRefusal.WRONG_RAIL);
        assertThat(payment.refusal(new RailScope(here.network(), here.rail(), 2), four.verifier()))
                .contains(RailRefusal.WRONG_EPOCH);
    }

    @Test
    void whoSignsTheSameFieldsAgainHasNotMadeAnotherOrder() {
        SignedOrder again = new SignedOrder(order.order(), Bytes.of(new byte[64]));

        assertThat(again.id()).isEqualTo(order.id());
        assertThat(new TransferCertificate(again, payment.certificate().votes()).refusal(four.scope(), four.verifier()))
                .contains(RailRefusal.BAD_OWNER_SIGNATURE);
    }

    @Test
    void anOwnersSignatureHoldsInItsScopeOnly() {
        TransferOrder mine = order.order();
        TransferOrder later = new TransferOrder(
                new RailScope(mine.scope().network(), mine.scope().rail(), 2),
                mine.owner(),
                mine.recipient(),
                mine.amount(),
                mine.sequence(),
                mine.expiryHeight(),
                mine.userData());

        assertThat(order.isAuthentic()).isTrue();
        assertThat(new SignedOrder(later, order.signature()).isAuthentic()).isFalse();
    }
}
