package io.florin.bank.payments;

import static io.florin.bank.payments.PaymentWorld.NOON;
import static io.florin.bank.payments.PaymentWorld.PIECE;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.PaymentCore.Effect;
import io.florin.bank.payments.PaymentCore.Event;
import io.florin.bank.payments.PaymentCore.Outcome;
import io.florin.bank.payments.WalletPicture.Money;
import io.florin.bank.payments.WalletPlan.Job;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// How much work a pass is, and whose.
class PaymentCoreTest {

    private final PaymentWorld world = new PaymentWorld(3);

    /// @return the wallets that a pass looked at
    private List<Long> pass() {
        world.looks.clear();
        world.pass();
        return List.copyOf(world.looks);
    }

    /// Each pays one payment with its only token, and owes another one.
    private void blocked(int wallets) {
        for (long wallet = 1; wallet <= wallets; wallet++) {
            world.fund(wallet, 100);
            world.accept(wallet, 60, false);
            world.accept(wallet, 30, false);
        }
        pass();
        pass();
        assertThat(world.underWay).hasSize(wallets);
    }

    @Test
    void walletsWhoseChangeIsUnderWayAreNoWork() {
        blocked(200);
        for (int passes = 0; passes < 100; passes++) {
            world.now = world.now.plusMillis(25);
            assertThat(pass()).isEmpty();
        }
    }

    @Test
    void aBlockThatSettlesForOneWalletHasThatOnePlanned() {
        blocked(200);
        world.settle(world.underWay.get(16));
        world.tell(17);
        world.made.clear();
        assertThat(pass()).containsExactly(17L);
        assertThat(world.made).containsExactly("payments of 17");
        assertThat(pass()).isEmpty();
    }

    @Test
    void afterARestartEveryWalletIsPlannedOnce() {
        blocked(200);
        world.restart();
        assertThat(pass())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
        assertThat(pass()).isEmpty();
    }

    @Test
    void aNewConfigurationHasAllLookedAt() {
        blocked(20);
        world.configuration = 2;
        assertThat(pass()).hasSize(20);
        assertThat(pass()).isEmpty();
    }

    /// It was put off by half a second, and the clock says that this is an hour away.
    @Test
    void aClockThatIsSetBackPutsNothingOff() {
        world.fund(1, 100);
        world.accept(1, 60, false);
        pass();
        world.fail(world.underWay.getFirst());
        world.tell(1);
        pass();
        int sends = world.sends;
        world.now = NOON.minus(Duration.ofHours(1));
        assertThat(pass()).containsExactly(1L);
        assertThat(world.underWay).hasSize(1);
        assertThat(world.sends).isGreaterThan(sends);
        assertThat(world.overlooked).isEmpty();
    }

    @Test
    void whatFailedIsPlannedWhenItsTimeHasComeAndNotBefore() {
        world.fund(1, 100);
        world.accept(1, 60, false);
        pass();
        world.fail(world.underWay.getFirst());
        world.tell(1);
        assertThat(pass()).as("to learn when").containsExactly(1L);
        world.now = NOON.plusMillis(499);
        assertThat(pass()).isEmpty();
        world.now = NOON.plusMillis(500);
        assertThat(pass()).containsExactly(1L);
        assertThat(world.underWay).hasSize(1);
    }

    @Test
    void aWalletThatCannotBePlannedHoldsUpNobodyAndIsLeftAlone() {
        world.fund(1, 100);
        world.accept(1, 60, false);
        world.fund(2, 100);
        world.accept(2, 60, false);
        world.broken.add(1L);
        assertThat(pass()).containsExactly(1L, 2L);
        assertThat(world.made).containsExactly("payments of 2");
        world.tell(1);
        world.now = NOON.plusMillis(1_999);
        assertThat(pass()).isEmpty();
        world.now = NOON.plusMillis(2_000);
        assertThat(pass()).containsExactly(1L);
        world.now = NOON.plusMillis(5_999);
        assertThat(pass()).as("longer each time").isEmpty();
        world.broken.clear();
        world.now = NOON.plusMillis(6_000);
        assertThat(pass()).containsExactly(1L);
        assertThat(world.made).contains("payments of 1");
    }

    @Test
    void whatWasTakenMeanwhileIsTriedAgainSoon() {
        world.fund(1, 100);
        world.accept(1, 60, false);
        world.contested.add(1L);
        pass();
        assertThat(pass()).isEmpty();
        world.contested.clear();
        world.now = NOON.plusMillis(200);
        assertThat(pass()).containsExactly(1L);
        assertThat(world.underWay).hasSize(1);
    }

    /// Its database was away: what the pass had taken up is not forgotten.
    @Test
    void aPassThatIsBrokenOffLosesNoWallet() {
        for (int steps = 0; steps < 6; steps++) {
            PaymentWorld other = new PaymentWorld(steps);
            for (long wallet = 1; wallet <= 3; wallet++) {
                other.fund(wallet, 100);
                other.accept(wallet, 60, wallet == 2);
            }
            other.pass(steps);
            other.pass();
            other.pass();
            assertThat(other.underWay).as("broken off after %s", steps).hasSize(3);
        }
    }

    @Test
    void whatNobodyToldIsFoundAndSaid() {
        blocked(3);
        world.settle(world.underWay.get(1));
        world.now = NOON.plus(PaymentWorld.SEARCH).minusMillis(1);
        assertThat(pass()).isEmpty();
        world.now = NOON.plus(PaymentWorld.SEARCH);
        pass();
        assertThat(world.overlooked).containsExactly(2L);
        assertThat(world.underWay).hasSize(3);
    }

    @Test
    void whatWasToldIsNotOverlooked() {
        blocked(3);
        world.settle(world.underWay.get(1));
        world.tell(2);
        world.now = NOON.plus(PaymentWorld.SEARCH);
        pass();
        assertThat(world.underWay).hasSize(3);
        assertThat(world.overlooked).isEmpty();
    }

    @Test
    void nothingIsSentWhereNothingCanBeDue() {
        blocked(3);
        int sends = world.sends;
        pass();
        assertThat(world.sends).isEqualTo(sends);
        world.core.on(new Event.OutboxChanged());
        pass();
        assertThat(world.sends).isEqualTo(sends + 1);
        world.core.on(new Event.Sent(false, Optional.of(NOON.plusSeconds(2))));
        world.now = NOON.plusMillis(1_999);
        pass();
        assertThat(world.sends).isEqualTo(sends + 1);
        world.now = NOON.plusSeconds(2);
        pass();
        assertThat(world.sends).isEqualTo(sends + 2);
    }

    private void file(long wallet, int lines) {
        world.fund(wallet, lines);
        for (int line = 0; line < lines; line++) {
            world.accept(wallet, 1, true);
        }
        world.tell(wallet);
    }

    /// The change of each piece is there at once.
    private void settleAll() {
        for (PaymentWorld.UnderWay each : List.copyOf(world.underWay)) {
            world.settle(each);
            world.tell(each.wallet());
        }
    }

    @Test
    void aPaymentWaitsForOnePieceOfOneFile() {
        file(1, 10 * PIECE);
        file(2, 10 * PIECE);
        pass();
        world.fund(9, 10);
        world.accept(9, 1, false);
        world.tell(9);
        pass();
        assertThat(world.made).containsExactly("lines of 1", "payments of 9", "lines of 2");
    }

    @Test
    void filesTakeTurns() {
        file(1, 2 * PIECE);
        file(2, PIECE);
        file(3, 2 * PIECE);
        for (int passes = 0; passes < 6; passes++) {
            pass();
            settleAll();
        }
        assertThat(world.made).containsExactly("lines of 1", "lines of 2", "lines of 3", "lines of 1", "lines of 3");
    }

    /// Five are more than there is money for; the first three can be paid.
    @Test
    void aWalletOfWhichSomethingIsLeftIsLookedAtAgain() {
        for (long value : List.of(7L, 8L, 20L)) {
            world.fund(1, value);
        }
        for (long amount : List.of(7L, 8L, 12L, 50L, 60L)) {
            world.accept(1, amount, false);
        }
        pass();
        assertThat(world.underWay).hasSize(3);
        assertThat(pass()).containsExactly(1L);
        assertThat(world.underWay).hasSize(3);
        assertThat(pass()).isEmpty();
    }

    /// Each of eight payments has a token of its own, and a round has room for three.
    @Test
    void whatARoundOfProofsHasNoRoomForIsPlannedInTheNext() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        assertThat(core.on(new Event.Pass(NOON, 1))).containsExactly(new Effect.Recall(NOON), new Effect.FindWallets());
        assertThat(core.on(new Event.Found(List.of(1L, 2L))))
                .containsExactly(new Effect.Look(1, false), new Effect.Look(2, false));
        assertThat(core.on(new Event.Seen(hidden(1, 2)))).isEmpty();
        Effect.Make first = (Effect.Make) core.on(new Event.Seen(hidden(2, 2))).getFirst();
        assertThat(first.jobs()).extracting(Job::wallet).containsExactly(1L, 2L, 1L);
        List<Effect> end = core.on(new Event.Made(
                NOON, first.jobs().stream().<Outcome>map(Outcome.Kept::new).toList()));
        assertThat(end).containsExactly(new Effect.Send());
        core.on(new Event.Sent(true, Optional.empty()));
        assertThat(core.on(new Event.Pass(NOON, 1))).containsExactly(new Effect.Look(2, false));
    }

    @Test
    void whatCannotBeProvenIsToBeTriedAloneAndWhatThisProcessFailedInIsNot() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        core.on(new Event.Pass(NOON, 1));
        core.on(new Event.Found(List.of(1L)));
        Effect.Make make = (Effect.Make) core.on(new Event.Seen(hidden(1, 2))).getFirst();
        Job one = make.jobs().get(0);
        Job other = make.jobs().get(1);
        assertThat(core.on(new Event.Made(NOON, List.of(new Outcome.NotProven(one), new Outcome.Failed(other)))))
                .containsExactly(new Effect.Retry(one.payments(), true), new Effect.Send());
        core.on(new Event.Sent(false, Optional.empty()));
        assertThat(core.on(new Event.Pass(NOON.plusMillis(1_999), 1))).isEmpty();
        assertThat(core.on(new Event.Pass(NOON.plusMillis(2_000), 1))).containsExactly(new Effect.Look(1, false));
    }

    /// A round of proofs takes longer than a rest.
    @Test
    void aRestBeginsWhenWhatItIsForHasFailed() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        core.on(new Event.Pass(NOON, 1));
        core.on(new Event.Found(List.of(1L)));
        Instant failed = NOON.plusSeconds(5);
        made(core, failed, Outcome.Failed::new);
        assertThat(core.on(new Event.Pass(failed.plusMillis(1_999), 1))).isEmpty();
        assertThat(core.on(new Event.Pass(failed.plusMillis(2_000), 1))).containsExactly(new Effect.Look(1, false));
    }

    /// The one job of the wallet that is looked at.
    private void made(PaymentCore core, Instant at, Function<Job, Outcome> outcome) {
        Effect.Make make = (Effect.Make) core.on(new Event.Seen(hidden(1, 1))).getFirst();
        core.on(new Event.Made(at, List.of(outcome.apply(make.jobs().getFirst()))));
        core.on(new Event.Sent(false, Optional.empty()));
    }

    @Test
    void whoeverGotOnFailsForTheFirstTimeAgain() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        core.on(new Event.Pass(NOON, 1));
        core.on(new Event.Found(List.of(1L)));
        made(core, NOON, Outcome.Failed::new);
        Instant then = NOON.plusSeconds(2);
        core.on(new Event.Pass(then, 1));
        made(core, then, Outcome.Kept::new);
        core.on(new Event.Changed(List.of(1L)));
        core.on(new Event.Pass(then, 1));
        made(core, then, Outcome.Failed::new);
        assertThat(core.on(new Event.Pass(then.plusMillis(1_999), 1))).isEmpty();
        assertThat(core.on(new Event.Pass(then.plusMillis(2_000), 1))).containsExactly(new Effect.Look(1, false));
    }

    /// In whatever order, and once however many jobs failed.
    @Test
    void whatIsKeptBesideEndsNoRest() {
        for (boolean keptLast : List.of(true, false)) {
            PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
            core.on(new Event.Pass(NOON, 1));
            core.on(new Event.Found(List.of(1L)));
            List<Job> jobs =
                    ((Effect.Make) core.on(new Event.Seen(hidden(1, 3))).getFirst()).jobs();
            Outcome kept = new Outcome.Kept(jobs.get(0));
            List<Outcome> failed = List.of(new Outcome.Failed(jobs.get(1)), new Outcome.Failed(jobs.get(2)));
            List<Outcome> outcomes = new ArrayList<>(failed);
            outcomes.add(keptLast ? 2 : 0, kept);
            core.on(new Event.Made(NOON, outcomes));
            core.on(new Event.Sent(false, Optional.empty()));
            assertThat(core.on(new Event.Pass(NOON.plusMillis(1_999), 1)))
                    .as("kept last: %s", keptLast)
                    .isEmpty();
            assertThat(core.on(new Event.Pass(NOON.plusMillis(2_000), 1))).containsExactly(new Effect.Look(1, false));
        }
    }

    /// The answer to keeping it was lost, so nobody knows whether it is in the outbox.
    @Test
    void afterAPassThatBrokeOffTheOutboxIsRead() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        core.on(new Event.Pass(NOON, 1));
        assertThat(core.on(new Event.Found(List.of()))).containsExactly(new Effect.Send());
        core.on(new Event.Sent(false, Optional.empty()));
        core.on(new Event.Changed(List.of(1L)));
        core.on(new Event.Pass(NOON, 1));
        assertThat(core.on(new Event.Seen(hidden(1, 1))).getFirst()).isInstanceOf(Effect.Make.class);
        assertThat(core.on(new Event.Pass(NOON, 1))).containsExactly(new Effect.Look(1, false));
        WalletPicture nothingLeft = new WalletPicture(
                1, List.of(), false, false, Optional.empty(), hidden(1, 1).money());
        assertThat(core.on(new Event.Seen(nothingLeft))).containsExactly(new Effect.Send());
    }

    @Test
    void aWalletWhosePaymentsCouldNotBeRejectedIsLookedAtAgainSoon() {
        PaymentCore core = new PaymentCore(new PaymentCore.Shares(3, false, PaymentWorld.SEARCH), new Random(1));
        core.on(new Event.Pass(NOON, 1));
        core.on(new Event.Found(List.of(1L)));
        core.on(new Event.Seen(new WalletPicture(
                1, List.of(), false, false, Optional.empty(), hidden(1, 1).money())));
        core.on(new Event.NotRejected(1));
        core.on(new Event.Sent(false, Optional.empty()));
        assertThat(core.on(new Event.Pass(NOON.plusMillis(1_999), 1))).isEmpty();
        assertThat(core.on(new Event.Pass(NOON.plusMillis(2_000), 1))).containsExactly(new Effect.Look(1, false));
    }

    @Test
    void aHiddenWalletWithoutACredentialOrUnderAnEndedKeyWaits() {
        WalletPicture picture = hidden(1, 2);
        Money.Hidden money = (Money.Hidden) picture.money();
        WalletPlan without = WalletPlan.of(
                of(picture, new Money.Hidden(money.tokens(), money.epochs(), false, money.state(), money.valueMax())),
                false,
                new Random(1));
        assertThat(without.jobs()).isEmpty();
        assertThat(without.waits()).isTrue();
        WalletPlan ended = WalletPlan.of(
                of(picture, new Money.Hidden(money.tokens(), Set.of(7L), true, money.state(), money.valueMax())),
                false,
                new Random(1));
        assertThat(ended.jobs()).isEmpty();
        assertThat(ended.waits()).isTrue();
    }

    private static WalletPicture of(WalletPicture picture, Money money) {
        return new WalletPicture(picture.wallet(), picture.dues(), false, false, Optional.empty(), money);
    }

    /// With a token for each payment, and one besides.
    private WalletPicture hidden(long wallet, int payments) {
        TestNetwork network = new TestNetwork(wallet);
        List<PaymentDue> dues = new ArrayList<>();
        List<OwnedToken> tokens = new ArrayList<>();
        for (int i = 0; i < payments; i++) {
            Amount amount = Amount.of(100);
            tokens.add(new OwnedToken(
                    new TransactionOutput(new TransactionId(network.newId()), 0),
                    new HiddenToken.Anonymous(G1.generator(), amount),
                    new HiddenOpening(Scalar.ONE, amount, Scalar.ONE, Scalar.ZERO),
                    Optional.empty(),
                    1,
                    Optional.empty()));
            dues.add(new PaymentDue(new UUID(wallet, i), Amount.of(60), false, true, Optional.empty(), false));
        }
        long epoch = tokens.getFirst().certifierEpoch();
        Money money =
                new Money.Hidden(tokens, Set.of(epoch), true, WalletInfo.State.ENROLLED, Amount.of(Long.MAX_VALUE));
        return new WalletPicture(wallet, dues, false, false, Optional.empty(), money);
    }

    /// A block comes with every third payment.
    ///
    /// @return for how many blocks each waited until it was final
    private static List<Integer> blocksOf(int payments, int changeTokensMax) {
        PaymentWorld world = new PaymentWorld(7);
        world.sharing = new Sharing(15, Amount.of(1_000));
        world.changeTokensMax = changeTokensMax;
        world.fund(1, 100_000);
        List<PaymentWorld.Owed> ordered = new ArrayList<>();
        List<Integer> blocks = new ArrayList<>();
        for (int tick = 0; ordered.size() < payments || !world.underWay.isEmpty(); tick++) {
            if (ordered.size() < payments) {
                ordered.add(world.accept(1, 10, false));
                blocks.add(0);
                world.tell(1);
            }
            world.pass();
            if (tick % 3 == 2) {
                for (int i = 0; i < ordered.size(); i++) {
                    blocks.set(i, blocks.get(i) + (ordered.get(i).settled ? 0 : 1));
                }
                List.copyOf(world.underWay).forEach(world::settle);
                world.tell(1);
                world.pass();
            }
        }
        assertThat(world.held(1)).isEqualTo(100_000 - 10L * payments);
        return blocks;
    }

    @Test
    void whoPaysOftenWaitsForItsChangeTwiceAndThenNoMore() {
        List<Integer> one = blocksOf(40, 1);
        List<Integer> several = blocksOf(40, 4);

        assertThat(one.subList(8, 40)).as("change in one token").allMatch(blocks -> blocks > 1);
        assertThat(several.subList(8, 40)).as("change in several").allMatch(blocks -> blocks == 1);
    }

    /// Three payments that share no transfer, and one token.
    @Test
    void threeOpenPaymentsTakeTwoBlocksAndNotThree() {
        for (int max : List.of(1, 4)) {
            PaymentWorld other = new PaymentWorld(max);
            other.changeTokensMax = max;
            other.fund(1, 1_000);
            List.of(10, 20, 30).forEach(amount -> other.accept(1, amount, false));
            int blocks = 0;
            for (other.pass(); !other.underWay.isEmpty(); other.pass()) {
                blocks++;
                List.copyOf(other.underWay).forEach(other::settle);
                other.tell(1);
            }
            assertThat(other.held(1)).isEqualTo(940);
            assertThat(blocks).isEqualTo(max == 1 ? 3 : 2);
        }
    }

    /// Nobody remembers after a restart, and the wallet has its tokens all the same.
    @Test
    void whatWasCutStaysCut() {
        world.changeTokensMax = 4;
        world.fund(1, 1_000);
        world.accept(1, 10, false);
        world.accept(1, 10, false);
        world.pass();
        settleAll();
        world.restart();
        for (int i = 0; i < 3; i++) {
            world.accept(1, 10, false);
            world.tell(1);
            world.pass();
        }
        assertThat(world.owed.values()).allMatch(payment -> payment.submitted);
    }

    /// One whose money is under way costs another wallet's file no pass.
    @Test
    void whoCanPayNothingNowIsPassedOver() {
        world.accept(1, 5, true);
        file(2, PIECE);
        pass();
        assertThat(world.made).containsExactly("lines of 2");
    }
}
