package io.florin.auditor.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.supply.SupplyInvariant.BlockSupply;
import io.florin.auditor.supply.SupplyViolation.Rule;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailDeposit;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.settlement.CounterAdd;
import io.florin.ledger.settlement.RailDepositRecord;
import io.florin.ledger.settlement.RailWithdrawalRecord;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.TokenReference;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/// One supply over the ledger and its rails: issued = unspent + on rails + redeemed, and who breaks it is named.
class RailSupplyTest {

    private static final RailId RAIL = new RailId(1);

    private final TestNetwork network = new TestNetwork(13);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final SupplyInvariant invariant = new SupplyInvariant(1);
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);

    private RailDeposit deposit(TokenReference coin, long change) {
        OwnerKey alice = new OwnerKey(money.alice.publicKey());
        return network.deposit(
                network.header(1000),
                configured,
                alice,
                List.of(money.alice),
                List.of(coin),
                change == 0 ? List.of() : List.of(TestNetwork.token(alice, change)));
    }

    private RailWithdrawal withdrawal(long amount, long sequence) {
        var recipient = new RailRecipient.OnLedger(new OwnerKey(money.bob.publicKey()));
        return new RailWithdrawal(
                network.header(1000),
                new FinalProof.OfAccount(rail.finish(rail.order(money.alice, recipient, amount, sequence))));
    }

    /// As only endorsers that collude would endorse it.
    private SettlementTransaction colluding(
            TransactionKind kind, List<Read> reads, List<Write> writes, CounterAdd add) {
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                kind,
                TestNetwork.CURRENCY,
                false,
                1,
                1000,
                reads,
                writes,
                List.of(add));
    }

    private BlockSupply replay(Block block) {
        var verdict = replay.offer(OptionalLong.of(block.header().number()), Bytes.of(block.encode()));
        return invariant.replayed(((Accepted) verdict).block(), new ReplayState() {
            @Override
            public boolean fromStore() {
                return false;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                return replay.unspent();
            }
        });
    }

    private static Figures figures(BlockSupply supply) {
        return supply.figures().getFirst();
    }

    private CounterAdd.Raise raises(RailId which, long amount) {
        return new CounterAdd.Raise(
                StateKeys.railFloat(TestNetwork.CURRENCY, which), Amount.of(amount), Amount.of(1_000_000));
    }

    private CounterAdd.Lower lowers(long amount) {
        return new CounterAdd.Lower(StateKeys.railFloat(TestNetwork.CURRENCY, RAIL), Amount.of(amount), Amount.ZERO);
    }

    private Write record(long amount) {
        return new Write.Put(
                0,
                new RailDepositRecord(RAIL, RailAccount.of(new OwnerKey(money.bob.publicKey())), Amount.of(amount))
                        .encode());
    }

    @Test
    void holdsOverDepositsAndWithdrawals() {
        Issue issue = money.issue(600, 400);
        replay(chain.append(issue));

        BlockSupply in = replay(chain.append(deposit(TestMoney.output(issue, 0), 50)));
        assertThat(in.violations()).isEmpty();
        assertThat(figures(in).outstanding()).isEqualTo(1000);
        assertThat(figures(in).onRails()).isEqualTo(550);
        assertThat(figures(in).holds()).isTrue();

        BlockSupply out = replay(chain.append(withdrawal(200, 0)));
        assertThat(out.violations()).isEmpty();
        assertThat(figures(out).outstanding()).isEqualTo(1000);
        assertThat(figures(out).onRails()).isEqualTo(350);
        assertThat(replay.unspent().get(1)).isEqualTo(BigInteger.valueOf(650));
    }

    @Test
    void goesOnFromItsMemory() {
        Issue issue = money.issue(600);
        replay(chain.append(issue, deposit(TestMoney.output(issue, 0), 50)));

        SupplyInvariant resumed = SupplyInvariant.resumed(1, invariant.memory());

        assertThat(resumed.figures(1)).isEqualTo(invariant.figures(1));
        assertThat(resumed.figures(1).getFirst().onRails()).isEqualTo(550);
    }

    @Test
    void namesADepositThatIsWorthMoreOnTheRail() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        SettlementTransaction minted = colluding(
                TransactionKind.RAIL_DEPOSIT,
                List.of(
                        Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, issue.id())),
                        Read.token(TestMoney.output(issue, 0).key())),
                List.of(record(900), new Write.Spend(1)),
                raises(RAIL, 900));

        assertNamed(Rule.DEPOSIT_MISMATCH, minted);
    }

    @Test
    void namesADepositThatIsNotCounted() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        SettlementTransaction uncounted = colluding(
                TransactionKind.RAIL_DEPOSIT,
                List.of(
                        Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, issue.id())),
                        Read.token(TestMoney.output(issue, 0).key())),
                List.of(record(100), new Write.Spend(1)),
                raises(new RailId(2), 100));

        assertNamed(Rule.DEPOSIT_MISMATCH, uncounted);
    }

    @Test
    void namesAWithdrawalThatMintsMoney() {
        Issue issue = money.issue(100);
        replay(chain.append(issue, deposit(TestMoney.output(issue, 0), 0)));
        SettlementTransaction minted = colluding(
                TransactionKind.RAIL_WITHDRAWAL,
                List.of(Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, network.newId()))),
                List.of(
                        new Write.Put(0, new RailWithdrawalRecord(RAIL, 1, Amount.of(10)).encode()),
                        new Write.Output(0, TestNetwork.token(money.bob, 90))),
                lowers(10));

        assertNamed(Rule.WITHDRAWAL_MISMATCH, minted);
    }

    private void assertNamed(Rule rule, SettlementTransaction guilty) {
        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(guilty))));

        assertThat(supply.violations()).anySatisfy(found -> {
            assertThat(found.rule()).isEqualTo(rule);
            assertThat(found.transaction()).isEqualTo(guilty.id().toHex());
        });
        assertThat(figures(supply).holds()).isFalse();
    }
}
