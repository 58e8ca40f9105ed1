package io.florin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.audit.ProofReview.Case;
import io.florin.crypto.Bytes;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.fixture.AuditedModel;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProofReviewTest {

    @ParameterizedTest
    @EnumSource
    void takesWhatIsRightAndNamesWhatIsNot(AuditedModel model) {
        HiddenStory story = HiddenStory.of(model);
        ProofReview review = new ProofReview(story.network.networkId(), new Random(1));
        List<Case> cases = cases(story);
        assertThat(review.flaws(cases)).containsOnly(Optional.empty()).hasSize(3);

        HiddenPayment payment = story.payment.payment();
        byte[] proof = payment.proof().toArray();
        proof[proof.length - 1] ^= 1;
        List<Case> one = new ArrayList<>(cases);
        one.set(1, new Case(cases.get(1).payment(), withProof(payment, proof)));

        assertThat(review.flaws(one))
                .as("one bad proof does not spoil the others of its batch")
                .containsExactly(Optional.empty(), Optional.of("bad-proof"), Optional.empty());
    }

    @Test
    void namesAPaymentThatIsNotWhatWasEndorsed() {
        HiddenStory story = HiddenStory.of(PrivacyModel.ANONYMOUS);
        ProofReview review = new ProofReview(story.network.networkId(), new Random(1));
        List<Case> cases = cases(story);

        assertThat(review.flaws(
                        List.of(new Case(cases.get(0).payment(), cases.get(1).client()))))
                .containsExactly(Optional.of("other-reads-or-writes"));
    }

    /// Enough endorsers together get a token committed that is no point of the group: a committer does not look.
    @Test
    void namesATokenThatIsNoPointOfTheGroup() {
        HiddenStory story = HiddenStory.of(PrivacyModel.CONFIDENTIAL);
        ProofReview review = new ProofReview(story.network.networkId(), new Random(1));
        Case honest = cases(story).get(1);
        SettlementTransaction settled = honest.payment().settlement();
        List<Write> writes = new ArrayList<>(settled.writes());
        writes.replaceAll(write -> write instanceof Write.HiddenOutput output && output.index() == 0
                ? new Write.HiddenOutput(0, outsideTheGroup(output.token()))
                : write);
        SettlementTransaction forged = new SettlementTransaction(
                settled.id(),
                settled.kind(),
                settled.namespace(),
                settled.auditRequired(),
                settled.configurationVersion(),
                settled.expiryHeight(),
                settled.reads(),
                writes);
        Block block = new TestChain(story.network).appendBundles(story.network.endorseSettlements(List.of(forged)));
        OrderedTransaction ordered = OrderedTransaction.of(block.entries()).getFirst();
        assertThat(ordered.transaction()).contains(forged);

        assertThat(review.flaws(List.of(
                        honest,
                        new Case(new CommittedPayment(1, ordered, story.network.configuration()), honest.client()))))
                .containsExactly(Optional.empty(), Optional.of("other-reads-or-writes"));
    }

    /// The token with another value: the first x from 4 on of a point of the curve; none so small is in the group.
    private static RecordedToken outsideTheGroup(RecordedToken token) {
        byte[] encoded = token.encode();
        Arrays.fill(encoded, G1.SIZE, 2 * G1.SIZE, (byte) 0);
        encoded[G1.SIZE] = (byte) 0x80;
        for (byte x = 4; ; x++) {
            encoded[2 * G1.SIZE - 1] = x;
            try {
                CurvePoint.decode(encoded, G1.SIZE, G1.SIZE);
                return RecordedToken.of(token.model(), encoded);
            } catch (IllegalArgumentException offTheCurve) {
                // the next
            }
        }
    }

    @Test
    void asksForOfficersAgain() {
        HiddenStory story = HiddenStory.of(PrivacyModel.CONFIDENTIAL);
        ProofReview review = new ProofReview(story.network.networkId(), new Random(1));
        Case issue = cases(story).getFirst();
        HiddenPayment alone = story.issue.payment().withApprovals(List.of());

        assertThat(review.flaws(List.of(new Case(issue.payment(), alone))))
                .containsExactly(Optional.of("too-few-approvals"));
    }

    private static HiddenPayment withProof(HiddenPayment payment, byte[] proof) {
        return new HiddenPayment(
                payment.header(),
                payment.request(),
                payment.certifierEpoch(),
                payment.statement(),
                payment.notes(),
                Bytes.of(proof),
                payment.approvals());
    }

    private static List<Case> cases(HiddenStory story) {
        Block block = new TestChain(story.network).append(story.all());
        List<ClientTransaction> clients = Arrays.asList(story.all());
        List<Case> cases = new ArrayList<>();
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            ClientTransaction client = clients.stream()
                    .filter(each ->
                            each.id().equals(ordered.transaction().orElseThrow().id()))
                    .findFirst()
                    .orElseThrow();
            cases.add(new Case(new CommittedPayment(1, ordered, story.network.configuration()), client));
        }
        return cases;
    }
}
