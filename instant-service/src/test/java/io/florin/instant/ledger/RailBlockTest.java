package io.florin.instant.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What blocks bring to a rail, and what of it is believed.
class RailBlockTest {

    private final LedgerOfRail ledger = new LedgerOfRail(21);
    private final TestNetwork network = ledger.testNetwork();
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
    private final RailId id = rail.scope().rail();
    private final Ed25519KeyPair alice = network.newKey();

    @BeforeEach
    void hasARail() {
        ledger.rails(configured);
    }

    /// Of the last block.
    private List<RailNews> news(RailId of) {
        ResultTip tip = ResultTip.of(ledger.genesis());
        List<RailNews> last = List.of();
        for (var result : ledger.blocks(1, 100)) {
            SettledBlock block = ((Judged.Settled) tip.judge(result, List.of())).block();
            last = RailBlock.of(block, tip.configuration(), of);
            tip = block.after();
        }
        return last;
    }

    @Test
    void bringsADepositUnderTheKeyOfItsRecord() {
        RailDeposit deposit = ledger.deposit(configured, alice, 700);

        assertThat(news(id))
                .containsExactly(new RailNews.Deposited(
                        StateKeys.railDeposit(TestNetwork.CURRENCY, deposit.id())
                                .value(),
                        TestRail.accountOf(alice),
                        Amount.of(700)));
        assertThat(news(new RailId(2))).as("of another rail").isEmpty();
    }

    @Test
    void bringsRescuesAndOutcomesInTheirOrder() {
        SignedOrder one = rail.order(alice, network.newKey(), 1, 7);
        SignedOrder other = rail.order(alice, network.newKey(), 1, 7);
        var evidence = rail.evidence(RescueGround.TwoOrders.of(one, other));
        var outcome = rail.nobodyHolds(RailSequence.of(one.order()));
        ledger.submit(new RailRescue(network.header(ledger.expiry(), 2), evidence));
        ledger.submit(new RailRescueOutcome(network.header(ledger.expiry(), 2), outcome));
        ledger.cut();

        assertThat(news(id)).containsExactly(new RailNews.RescueBegun(evidence), new RailNews.RescueEnded(outcome));
        assertThat(news(new RailId(2))).isEmpty();
    }

    @Test
    void issuesTransfersAndWithdrawalsAreNoNews() {
        ledger.issue(alice, 10);
        assertThat(news(id)).isEmpty();
    }

    // ---- endorsers that collude

    private final CounterAdd.Raise right = raises(id, 100, rail.committee().floatLimit());

    private static CounterAdd.Raise raises(RailId which, long amount, Amount max) {
        return new CounterAdd.Raise(StateKeys.railFloat(TestNetwork.CURRENCY, which), Amount.of(amount), max);
    }

    private void depositColluding(Bytes record, CounterAdd... adds) {
        TokenReference coin = ledger.issue(alice, 1);
        TransactionId transaction = new TransactionId(network.newId());
        ledger.collude(new SettlementTransaction(
                transaction,
                TransactionKind.RAIL_DEPOSIT,
                TestNetwork.CURRENCY,
                false,
                ledger.configuration().version(),
                ledger.expiry(),
                List.of(Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, transaction)), Read.token(coin.key())),
                new ArrayList<>(List.of(new Write.Put(0, record), new Write.Spend(1))),
                List.of(adds)));
        ledger.cut();
    }

    private Bytes record(RailId which, long amount) {
        return new RailDepositRecord(which, RailAccount.of(LedgerOfRail.owner(alice)), Amount.of(amount)).encode();
    }

    private String ignored() {
        return news(id).stream()
                .map(RailNews.Ignored.class::cast)
                .map(RailNews.Ignored::why)
                .findFirst()
                .orElse("believed");
    }

    @Test
    void whatTheRulesWouldMakeIsBelieved() {
        depositColluding(record(id, 100), right);
        assertThat(news(id)).hasSize(1).first().isInstanceOf(RailNews.Deposited.class);
    }

    @Test
    void aRecordOfMoreThanTheCounterRoseIsIgnored() {
        depositColluding(record(id, 101), right);
        assertThat(ignored()).contains("not that of its record");
    }

    @Test
    void anAdditionWithAnotherLimitIsIgnored() {
        depositColluding(record(id, 100), raises(id, 100, Amount.of(Long.MAX_VALUE)));
        assertThat(ignored()).contains("not that of its record within the float limit");
    }

    @Test
    void theLimitIsThatInForceForTheBlock() {
        InstantRail lower = new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(5000)));
        ledger.rails(lower);
        depositColluding(record(id, 100), right);
        assertThat(ignored()).contains("within the float limit");
        depositColluding(record(id, 100), raises(id, 100, Amount.of(5000)));
        assertThat(news(id)).first().isInstanceOf(RailNews.Deposited.class);
    }

    @Test
    void aRecordThatIsNoneIsIgnored() {
        depositColluding(Bytes.of(new byte[] {9, 9}), right);
        assertThat(ignored()).contains("cannot be read");
        depositColluding(record(id, 0), right);
        assertThat(ignored()).contains("nothing");
    }

    @Test
    void anotherRailsDepositIsNotOurs() {
        InstantRail second = TestRail.of(
                        new RailScope(network.networkId(), new RailId(2), 1),
                        SigningScheme.NAIVE_ED25519,
                        RailFinality.EFFECTS)
                .asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
        ledger.rails(configured, second);
        ledger.deposit(second, alice, 40);
        assertThat(news(id)).isEmpty();
        assertThat(news(new RailId(2))).hasSize(1);
    }
}
