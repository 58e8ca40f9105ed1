package io.florin.bank.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.payments.WalletPlan.Ready;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClearPlanTest {
    private static final long WALLET = 4;
    private static final Sharing SHARING = new Sharing(15, Amount.of(1_000));
    private static final OwnerKey OWNER = new OwnerKey(Bytes32.ZERO);

    @Test
    void paymentsShareOneTransfer() {
        Job.Sign job = job(plan(SHARING, tokens(500), dues(100, 50, 30)));

        assertThat(job.ready()).extracting(Ready::payments).containsExactly(ids(0, 1, 2));
        assertThat(job.together()).isEqualTo(WalletPlan.Together.NONE);
    }

    @Test
    void noTransferPaysMoreThanFifteen() {
        Job.Sign job = job(plan(SHARING, tokens(500, 300), dues(ones(20))));

        assertThat(job.ready()).extracting(ready -> ready.payments().size()).containsExactly(15, 5);
    }

    /// The sum of a transfer is what the tier and the auditor's threshold see as one payment.
    @Test
    void noTransferPaysMoreThanOnePaymentMay() {
        Job.Sign job = job(plan(SHARING, tokens(2_000, 1_500), dues(600, 400, 1, 999)));

        assertThat(job.ready()).extracting(Ready::payments).containsExactly(ids(0, 1), ids(2, 3));
    }

    @Test
    void whatIsAboveItByItselfHasATransferOfItsOwn() {
        Job.Sign job = job(plan(SHARING, tokens(5_000, 100), dues(10, 1_001, 20)));

        assertThat(job.ready()).extracting(Ready::payments).containsExactlyInAnyOrder(ids(1), ids(0, 2));
    }

    @Test
    void whatSharedOneThatWasRefusedIsAlone() {
        List<PaymentDue> dues = new ArrayList<>(dues(10, 20, 30));
        PaymentDue second = dues.get(1);
        dues.set(1, new PaymentDue(second.id(), second.amount(), false, true, Optional.empty(), true));

        Job.Sign job = job(plan(SHARING, tokens(100, 100), dues));

        assertThat(job.ready()).extracting(Ready::payments).containsExactlyInAnyOrder(ids(1), ids(0, 2));
    }

    @Test
    void aBankMayMakeEachByItself() {
        Job.Sign job = job(plan(Sharing.NONE, tokens(100, 80, 60), dues(10, 20, 30)));

        assertThat(job.ready()).extracting(Ready::payments).containsExactly(ids(0), ids(1), ids(2));
    }

    /// Otherwise small payments that keep coming would spend the change that a large one waits for.
    @Test
    void nothingOvertakesAPaymentWhoseMoneyIsUnderWay() {
        WalletPlan plan = plan(SHARING, tokens(100), dues(10, 95, 20));

        assertThat(job(plan).ready()).extracting(Ready::payments).containsExactly(ids(0));
        assertThat(plan.waits()).isTrue();
        assertThat(plan(SHARING, tokens(100), dues(101, 1)).jobs()).isEmpty();
    }

    /// One transfer spends at most 16 tokens.
    @Test
    void thoseThatNoSingleTransferCanPayTogetherAreMadeOneByOne() {
        Job.Sign job = job(plan(SHARING, tokens(LongStream.generate(() -> 1).limit(20)), dues(10, 9)));

        assertThat(job.ready()).extracting(Ready::payments).containsExactly(ids(0), ids(1));
    }

    /// Whoever is paid a thousand times would otherwise have a thousand tokens.
    @Test
    void smallTokensAreSpentBesides() {
        Job.Sign job = job(plan(SHARING, tokens(LongStream.rangeClosed(1, 100)), dues(25)));

        assertThat(job.ready()).hasSize(1);
        assertThat(values(job.ready().getFirst()))
                .containsExactly(25L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L);
    }

    @Test
    void eightTokensStayApart() {
        LongStream large = LongStream.generate(() -> 1_000).limit(7);

        Job.Sign job = job(plan(SHARING, tokens(LongStream.concat(large, LongStream.of(1, 2, 3, 500))), dues(500)));

        assertThat(values(job.ready().getFirst())).containsExactly(500L, 1L, 2L);
    }

    /// It cannot be spent before the transfer has committed, although nobody asked for it.
    @Test
    void notMoreThanATenthOfTheMoneyIsUnderWayBesides() {
        Job.Sign job = job(plan(SHARING, tokens(LongStream.generate(() -> 10).limit(41)), dues(10)));

        assertThat(values(job.ready().getFirst())).containsExactly(10L, 10L, 10L, 10L, 10L);
    }

    /// It waits for the auditor, or failed before: small payments would wait with it.
    @Test
    void nothingIsSpentBesidesWhereItMayTakeLong() {
        assertThat(values(job(plan(SHARING, tokens(LongStream.rangeClosed(1_001, 1_100)), dues(1_001)))
                        .ready()
                        .getFirst()))
                .containsExactly(1_001L);
        PaymentDue alone = new PaymentDue(new UUID(0, 0), Amount.of(50), false, true, Optional.empty(), true);
        assertThat(values(job(plan(SHARING, tokens(LongStream.rangeClosed(1, 100)), List.of(alone)))
                        .ready()
                        .getFirst()))
                .containsExactly(50L);
    }

    /// Every payment has its tokens before any small one is spent besides.
    @Test
    void whatAPaymentNeedsIsNotSpentBesides() {
        LongStream tokens = LongStream.concat(
                LongStream.of(2_000), LongStream.generate(() -> 1).limit(12));

        Job.Sign job = job(plan(SHARING, tokens(tokens), dues(1_000, 12)));

        assertThat(job.ready()).extracting(ready -> ready.inputs().size()).containsExactly(1, 12);
    }

    @Test
    void manyTransfersAreMadeTogether() {
        Job.Sign job = job(plan(SHARING, tokens(5_000), dues(ones(100))));

        assertThat(job.ready()).isEmpty();
        assertThat(job.together().groups()).hasSize(7).allMatch(group -> group.size() <= 15);
        assertThat(job.payments())
                .containsExactlyElementsOf(ids(IntStream.range(0, 100).toArray()));
        assertThat(job.together().inputs()).hasSize(1);
    }

    @Test
    void manyThatHaveATokenEachNeedNoSplits() {
        Job.Sign job = job(plan(Sharing.NONE, tokens(500, 400, 300, 200, 100), dues(ones(5))));

        assertThat(job.ready()).hasSize(5);
        assertThat(job.together()).isEqualTo(WalletPlan.Together.NONE);
    }

    @Test
    void oneOfManyThatHasATokenOfItsVerySumSpendsIt() {
        Job.Sign job = job(plan(SHARING, tokens(5_000, 15), dues(ones(60))));

        assertThat(job.ready()).extracting(ready -> ready.payments().size()).containsExactly(15);
        assertThat(job.together().groups()).hasSize(3);
    }

    @Test
    void changeIsWholeWhereNothingWaitsForIt() {
        assertThat(changeTokens(waited(false, new ChangeTokens(4, 0), tokens(500), dues(100, 50))))
                .containsExactly(1);
    }

    @Test
    void changeIsCutWherePaymentsHadToWait() {
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 0), tokens(500), dues(40))))
                .containsExactly(4);
        assertThat(changeTokens(waited(true, ChangeTokens.ONE, tokens(500), dues(40))))
                .containsExactly(1);
    }

    @Test
    void changeIsCutWherePaymentsWillHaveToWait() {
        WalletPlan plan = ClearPlan.of(
                WALLET, dues(10, 20, 30), new Money.Clear(tokens(500), Sharing.NONE, new ChangeTokens(4, 0)), false);

        assertThat(changeTokens(job(plan))).containsExactly(4);
    }

    @Test
    void noPartIsWorthLessThanTheTransferPays() {
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 0), tokens(1_000), dues(200, 101))))
                .containsExactly(2);
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 0), tokens(1_000), dues(501))))
                .containsExactly(1);
    }

    /// Small ones pay nothing that this transfer pays.
    @Test
    void changeIsCutIntoAsManyAsTheWalletLacks() {
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 0), tokens(900, 1_000, 5, 5, 5), dues(100))))
                .containsExactly(3);
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 1), tokens(900, 1_000), dues(100))))
                .containsExactly(2);
        assertThat(changeTokens(waited(true, new ChangeTokens(4, 3), tokens(900, 1_000), dues(100))))
                .containsExactly(1);
    }

    @Test
    void transfersOfOnePlanCountEachOthersChange() {
        WalletPlan plan = ClearPlan.of(
                WALLET,
                dues(10, 10, 10),
                new Money.Clear(tokens(1_000, 1_000), Sharing.NONE, new ChangeTokens(4, 0)),
                false);

        assertThat(changeTokens(job(plan))).containsExactly(3, 1);
    }

    @Test
    void noTransferHasMoreThanSixteenOutputs() {
        assertThat(changeTokens(waited(true, new ChangeTokens(8, 0), tokens(1_000), dues(ones(15)))))
                .containsExactly(1);
        assertThat(changeTokens(waited(true, new ChangeTokens(8, 0), tokens(1_000), dues(ones(13)))))
                .containsExactly(3);
    }

    @Test
    void aFilesChangeIsWhole() {
        List<PaymentDue> lines = dues(10, 20).stream()
                .map(due -> new PaymentDue(due.id(), due.amount(), true, true, Optional.empty(), false))
                .toList();

        assertThat(changeTokens(waited(true, new ChangeTokens(4, 0), tokens(1_000), lines)))
                .containsExactly(1);
    }

    /// Tokens that change is cut into are not spent besides.
    @Test
    void whoHasManyTokensHasNoneCut() {
        Job.Sign job = waited(true, new ChangeTokens(4, 0), tokens(LongStream.rangeClosed(1, 100)), dues(25));

        assertThat(values(job.ready().getFirst())).hasSize(16);
        assertThat(changeTokens(job)).containsExactly(1);
    }

    @Test
    void aBankKeepsOneToEightTokensApart() {
        assertThatThrownBy(() -> new ChangeTokens(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChangeTokens(9, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Job.Sign waited(
            boolean waited, ChangeTokens change, List<TokenReference> tokens, List<PaymentDue> dues) {
        return job(ClearPlan.of(WALLET, dues, new Money.Clear(tokens, SHARING, change), waited));
    }

    private static List<Integer> changeTokens(Job.Sign job) {
        return job.ready().stream().map(Ready::changeTokens).toList();
    }

    @Test
    void sharesAsMuchAsNeitherTheTierNorTheAuditorForbids() {
        assertThat(sharing(AuditPolicy.NEVER, TestNetwork.TIER_FULL)).isEqualTo(new Sharing(15, Amount.of(10_000_000)));
        assertThat(sharing(AuditPolicy.ALWAYS, TestNetwork.TIER_FULL))
                .isEqualTo(new Sharing(15, Amount.of(10_000_000)));
        assertThat(sharing(AuditPolicy.ABOVE_THRESHOLD, TestNetwork.TIER_FULL))
                .isEqualTo(new Sharing(15, TestNetwork.AUDIT_THRESHOLD));
        assertThat(sharing(AuditPolicy.ABOVE_THRESHOLD, TestNetwork.TIER_BASIC))
                .isEqualTo(new Sharing(15, Amount.of(100_000)));
    }

    private static Sharing sharing(AuditPolicy policy, int tier) {
        return Sharing.of(new TestNetwork(1, policy).configuration(), TestNetwork.CURRENCY, tier);
    }

    private static WalletPlan plan(Sharing sharing, List<TokenReference> tokens, List<PaymentDue> dues) {
        return ClearPlan.of(WALLET, dues, new Money.Clear(tokens, sharing, ChangeTokens.ONE), false);
    }

    private static Job.Sign job(WalletPlan plan) {
        return (Job.Sign) plan.jobs().getFirst();
    }

    private static List<Long> values(Ready ready) {
        return ready.inputs().stream()
                .map(input -> input.token().value().minorUnits())
                .toList();
    }

    private static long[] ones(int count) {
        return LongStream.generate(() -> 1).limit(count).toArray();
    }

    private static List<PaymentDue> dues(long... amounts) {
        List<PaymentDue> dues = new ArrayList<>();
        for (int i = 0; i < amounts.length; i++) {
            dues.add(new PaymentDue(new UUID(0, i), Amount.of(amounts[i]), false, true, Optional.empty(), false));
        }
        return dues;
    }

    private static List<UUID> ids(int... places) {
        return IntStream.of(places).mapToObj(place -> new UUID(0, place)).toList();
    }

    private static List<TokenReference> tokens(long... values) {
        return tokens(LongStream.of(values));
    }

    private static List<TokenReference> tokens(LongStream values) {
        List<TokenReference> tokens = new ArrayList<>();
        values.forEach(value -> {
            byte[] made = new byte[32];
            made[0] = (byte) tokens.size();
            tokens.add(new TokenReference(
                    TransactionId.of(made), 0, new Token(OWNER, TestNetwork.CURRENCY.value(), Amount.of(value))));
        });
        return tokens;
    }
}
