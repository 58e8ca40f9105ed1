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
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.EditedConfiguration;
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

    private static final long EXPIRY = 1000;

    private final TestNetwork network = new TestNetwork(13, AuditPolicy.NEVER);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final SupplyInvariant invariant = new SupplyInvariant(1);
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);

    /// The first block gives Alice money, the second one the network a rail.
    private Issue issueBeforeTheRail(long... values) {
        Issue issue = money.issue(values);
        replay(chain.append(issue));
        configure(1, configured);
        return issue;
    }

    private void configure(long versionBefore, InstantRail... rails) {
        replay(chain.append(network.change(
                EditedConfiguration.of(network.configuration())
                        .version(versionBefore + 1)
                        .rails(rails)
                        .build(),
                EXPIRY)));
    }

    private InstantRail limited(long floatLimit) {
        return new InstantRail(
                TestNetwork.CURRENCY, RailKind.ACCOUNTS, configured.committee().withFloatLimit(Amount.of(floatLimit)));
    }

    private RailDeposit deposit(TokenReference coin, long change) {
        OwnerKey alice = new OwnerKey(money.alice.publicKey());
        return network.deposit(
                network.header(EXPIRY, 2),
                configured,
                alice,
                List.of(money.alice),
                List.of(coin),
                change == 0 ? List.of() : List.of(TestNetwork.token(alice, change)));
    }

    private RailWithdrawal withdrawal(long amount, long sequence) {
        var recipient = new RailRecipient.OnLedger(new OwnerKey(money.bob.publicKey()));
        return new RailWithdrawal(
                network.header(EXPIRY, 2),
                new FinalProof.OfAccount(rail.finish(rail.order(money.alice, recipient, amount, sequence))));
    }

    /// As only endorsers that collude would endorse it.
    private SettlementTransaction colluding(
            TransactionKind kind, long version, List<Read> reads, List<Write> writes, CounterAdd... adds) {
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                kind,
                TestNetwork.CURRENCY,
                false,
                version,
                EXPIRY,
                reads,
                writes,
                List.of(adds));
    }

    /// Of a whole token of Alice's.
    private SettlementTransaction colludingDeposit(
            TokenReference coin, long version, RailId rail, long amount, CounterAdd... adds) {
        var record =
                new RailDepositRecord(rail, RailAccount.of(new OwnerKey(money.bob.publicKey())), Amount.of(amount));
        return colluding(
                TransactionKind.RAIL_DEPOSIT,
                version,
                List.of(
                        Read.absent(StateKeys.railDeposit(TestNetwork.CURRENCY, new TransactionId(network.newId()))),
                        Read.token(coin.key())),
                List.of(new Write.Put(0, record.encode()), new Write.Spend(1)),
                adds);
    }

    private SettlementTransaction colludingWithdrawal(RailId rail, long record, long out, CounterAdd... adds) {
        return colluding(
                TransactionKind.RAIL_WITHDRAWAL,
                2,
                List.of(Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, network.newId()))),
                List.of(
                        new Write.Put(0, new RailWithdrawalRecord(rail, 1, Amount.of(record)).encode()),
                        new Write.Output(0, TestNetwork.token(money.bob, out))),
                adds);
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
        return raises(which, amount, configured.committee().floatLimit().minorUnits());
    }

    private static CounterAdd.Raise raises(RailId which, long amount, long max) {
        return new CounterAdd.Raise(
                StateKeys.railFloat(TestNetwork.CURRENCY, which), Amount.of(amount), Amount.of(max));
    }

    private static CounterAdd.Lower lowers(RailId which, long amount, long min) {
        return new CounterAdd.Lower(
                StateKeys.railFloat(TestNetwork.CURRENCY, which), Amount.of(amount), Amount.of(min));
    }

    @Test
    void holdsOverDepositsAndWithdrawals() {
        Issue issue = issueBeforeTheRail(600, 400);

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
        Issue issue = issueBeforeTheRail(600);
        replay(chain.append(deposit(TestMoney.output(issue, 0), 50)));

        SupplyInvariant resumed = SupplyInvariant.resumed(1, invariant.memory());

        assertThat(resumed.figures(3)).isEqualTo(invariant.figures(3));
        assertThat(resumed.figures(3).getFirst().onRails()).isEqualTo(550);
    }

    @Test
    void namesADepositThatIsWorthMoreOnTheRail() {
        Issue issue = issueBeforeTheRail(100);
        assertNamed(
                Rule.DEPOSIT_MISMATCH, colludingDeposit(TestMoney.output(issue, 0), 2, RAIL, 900, raises(RAIL, 900)));
    }

    @Test
    void namesADepositThatIsNotCounted() {
        Issue issue = issueBeforeTheRail(100);
        assertNamed(
                Rule.DEPOSIT_MISMATCH,
                colludingDeposit(TestMoney.output(issue, 0), 2, RAIL, 100, raises(new RailId(2), 100)));
    }

    @Test
    void namesADepositThatMayExceedTheFloatLimit() {
        Issue issue = issueBeforeTheRail(100);
        long limit = configured.committee().floatLimit().minorUnits();
        assertNamed(
                Rule.DEPOSIT_MISMATCH,
                colludingDeposit(TestMoney.output(issue, 0), 2, RAIL, 100, raises(RAIL, 100, limit + 1)));
    }

    /// The limit that counts is that of the block's configuration, not of an earlier or a later one.
    @Test
    void namesADepositUnderALimitThatIsNotInForceYet() {
        Issue issue = issueBeforeTheRail(60, 40);
        SettlementTransaction early = colludingDeposit(TestMoney.output(issue, 0), 2, RAIL, 60, raises(RAIL, 60, 5000));
        assertNamed(Rule.DEPOSIT_MISMATCH, early);
    }

    @Test
    void takesADepositUnderTheLimitThatIsInForceNow() {
        Issue issue = issueBeforeTheRail(60, 40);
        configure(2, limited(5000));

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(
                List.of(colludingDeposit(TestMoney.output(issue, 0), 3, RAIL, 60, raises(RAIL, 60, 5000))))));

        assertThat(supply.violations()).isEmpty();
        assertThat(figures(supply).onRails()).isEqualTo(60);
    }

    @Test
    void namesADepositUnderALimitThatWasLowered() {
        Issue issue = issueBeforeTheRail(60, 40);
        configure(2, limited(5000));
        assertNamed(Rule.DEPOSIT_MISMATCH, colludingDeposit(TestMoney.output(issue, 0), 3, RAIL, 60, raises(RAIL, 60)));
    }

    @Test
    void namesADepositOnARailThatIsNone() {
        Issue issue = issueBeforeTheRail(100);
        RailId none = new RailId(2);
        assertNamed(
                Rule.DEPOSIT_MISMATCH, colludingDeposit(TestMoney.output(issue, 0), 2, none, 100, raises(none, 100)));
    }

    @Test
    void namesADepositBeforeThereIsARail() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        assertNamed(
                Rule.DEPOSIT_MISMATCH, colludingDeposit(TestMoney.output(issue, 0), 1, RAIL, 100, raises(RAIL, 100)));
    }

    @Test
    void namesAWithdrawalThatMintsMoney() {
        Issue issue = issueBeforeTheRail(100);
        replay(chain.append(deposit(TestMoney.output(issue, 0), 0)));
        assertNamed(Rule.WITHDRAWAL_MISMATCH, colludingWithdrawal(RAIL, 10, 90, lowers(RAIL, 10, 0)));
    }

    /// A bound above zero keeps others' money on the rail.
    @Test
    void namesAWithdrawalWithABoundOfItsOwn() {
        Issue issue = issueBeforeTheRail(100);
        replay(chain.append(deposit(TestMoney.output(issue, 0), 0)));
        assertNamed(Rule.WITHDRAWAL_MISMATCH, colludingWithdrawal(RAIL, 10, 10, lowers(RAIL, 10, 1)));
    }

    /// Its counter must hold something, or the committer finds the bound broken.
    @Test
    void namesAWithdrawalFromARailThatIsNone() {
        Issue issue = issueBeforeTheRail(50);
        RailId none = new RailId(2);
        assertNamed(Rule.DEPOSIT_MISMATCH, colludingDeposit(TestMoney.output(issue, 0), 2, none, 50, raises(none, 50)));
        assertNamed(Rule.WITHDRAWAL_MISMATCH, colludingWithdrawal(none, 10, 10, lowers(none, 10, 0)));
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
