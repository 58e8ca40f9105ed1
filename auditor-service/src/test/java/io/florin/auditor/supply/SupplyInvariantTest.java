package io.florin.auditor.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.TestMoney;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.supply.SupplyInvariant.BlockSupply;
import io.florin.auditor.supply.SupplyViolation.Rule;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.TokenReference;
import io.florin.testkit.Seeded;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class SupplyInvariantTest {
    private final TestNetwork network = new TestNetwork(11);
    private final TestMoney money = new TestMoney(network);
    private final TestChain chain = new TestChain(network);
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final SupplyInvariant invariant = new SupplyInvariant(1);

    @Test
    void holdsOverIssueTransferAndRedeem() {
        Issue issue = money.issue(600, 400);
        Transfer transfer = money.pay(TestMoney.output(issue, 0), 250);
        replay(chain.append(issue, transfer));
        BlockSupply supply = replay(chain.append(money.redeem(TestMoney.output(issue, 1), 150)));

        assertThat(supply.violations()).isEmpty();
        assertThat(figures(supply)).isEqualTo(new Figures(2, 1, 1000, 150, 850, true, banks(1000, 150)));
    }

    @Test
    void holdsBeforeAnythingIsIssued() {
        BlockSupply supply = replay(chain.appendEntries(List.of(Bytes.of(new byte[] {1}))));

        assertThat(figures(supply).holds()).isTrue();
        assertThat(figures(supply).outstanding()).isZero();
    }

    @Test
    void goesOnFromItsMemory() {
        Issue issue = money.issue(100, 50);
        replay(chain.append(issue, money.redeem(TestMoney.output(issue, 1), 20)));
        SettlementTransaction burning = money.minting(TestMoney.output(issue, 0), 60);
        replay(chain.appendBundles(network.endorseSettlements(List.of(burning))));

        SupplyInvariant resumed = SupplyInvariant.resumed(1, invariant.memory());

        assertThat(resumed.violations()).isEqualTo(1);
        assertThat(resumed.figures(2)).isEqualTo(invariant.figures(2));
        assertThat(resumed.memory()).isEqualTo(invariant.memory());
        byte[] memory = invariant.memory().toArray();
        assertThatThrownBy(() -> SupplyInvariant.resumed(1, Bytes.of(Arrays.copyOf(memory, memory.length - 1))))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void namesATransferThatMintsMoney() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        SettlementTransaction minting = money.minting(TestMoney.output(issue, 0), 5_000);

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(minting))));

        assertThat(supply.violations()).singleElement().satisfies(found -> {
            assertThat(found.rule()).isEqualTo(Rule.TRANSFER_UNBALANCED);
            assertThat(found.transaction()).isEqualTo(minting.id().toHex());
            assertThat(found.block()).isEqualTo(2);
            assertThat(found.index()).isZero();
        });
        assertThat(figures(supply)).isEqualTo(new Figures(2, 1, 100, 0, 5_000, false, banks(100, 0)));
        assertThat(figures(replay(chain.append(money.issue(1)))).holds()).isFalse();
    }

    @Test
    void namesATransferThatBurnsMoneyAndDoesNotLetAnotherMakeUpForIt() {
        Issue issue = money.issue(100, 100);
        replay(chain.append(issue));
        SettlementTransaction burning = money.minting(TestMoney.output(issue, 0), 60);
        SettlementTransaction minting = money.minting(TestMoney.output(issue, 1), 140);

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(burning, minting))));

        assertThat(supply.violations())
                .extracting(SupplyViolation::transaction)
                .containsExactly(burning.id().toHex(), minting.id().toHex());
        assertThat(figures(supply).outstanding()).isEqualTo(200);
        assertThat(figures(supply).holds()).isFalse();
    }

    @Test
    void namesAnIssueThatIsNotItsRecord() {
        SettlementTransaction issue = issue(100, 130);

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(issue))));

        assertThat(supply.violations()).extracting(SupplyViolation::rule).containsExactly(Rule.ISSUE_MISMATCH);
    }

    @Test
    void namesARedemptionThatTakesLessThanItRecords() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        var key = StateKeys.redemption(TestNetwork.CURRENCY, network.newId());
        SettlementTransaction redeem = money.settlement(
                TransactionKind.REDEEM,
                List.of(Read.absent(key), Read.token(TestMoney.output(issue, 0).key())),
                List.of(new Write.Put(0, new SupplyRecord(1, Amount.of(300)).encode()), new Write.Spend(1)));

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(redeem))));

        assertThat(supply.violations()).extracting(SupplyViolation::rule).containsExactly(Rule.REDEEM_MISMATCH);
        assertThat(figures(supply).redeemed()).isEqualTo(300);
    }

    @Test
    void namesARecordThatIsNoneAndATokenSmuggledInUnderIt() {
        TokenReference smuggled = new TokenReference(
                money.minting(TestMoney.output(money.issue(1), 0), 1).id(), 0, TestNetwork.token(money.bob, 900));
        SettlementTransaction issue = money.settlement(
                TransactionKind.ISSUE,
                List.of(Read.absent(smuggled.key())),
                List.of(
                        new Write.Put(0, Bytes.of(smuggled.token().encode())),
                        new Write.Output(0, TestNetwork.token(money.bob, 1))));

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(issue))));

        assertThat(supply.violations())
                .extracting(SupplyViolation::rule)
                .contains(Rule.BAD_SUPPLY_RECORD, Rule.ISSUE_MISMATCH);
        assertThat(supply.violations())
                .extracting(SupplyViolation::transaction)
                .contains(issue.id().toHex());
    }

    @Test
    void namesATransactionThatSpendsARecord() {
        Issue issue = money.issue(100);
        replay(chain.append(issue));
        var record = StateKeys.withdrawal(TestNetwork.CURRENCY, issue.request().id());
        SettlementTransaction spending = money.settlement(
                TransactionKind.TRANSFER,
                List.of(Read.token(record)),
                List.of(new Write.Spend(0), new Write.Output(0, TestNetwork.token(money.bob, 7))));

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(spending))));

        assertThat(supply.violations())
                .extracting(SupplyViolation::rule)
                .containsExactly(Rule.SPENT_NO_TOKEN, Rule.TRANSFER_UNBALANCED);
    }

    @Test
    void addsUpBeyondSixtyFourBits() {
        SettlementTransaction first = issue(Long.MAX_VALUE, Long.MAX_VALUE);
        SettlementTransaction second = issue(Long.MAX_VALUE, Long.MAX_VALUE);

        BlockSupply supply = replay(chain.appendBundles(network.endorseSettlements(List.of(first, second))));

        assertThat(supply.violations()).isEmpty();
        assertThat(figures(supply).issued()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void noticesWhenTheStateIsNotWhatTheBlocksAddUpTo() {
        Block block = chain.append(money.issue(100));
        ReplayedBlock replayed = ((Accepted) replay.offer(OptionalLong.of(1), Bytes.of(block.encode()))).block();

        BlockSupply supply = invariant.replayed(replayed, state(() -> {
            SortedMap<Integer, BigInteger> sums = replay.unspent();
            sums.merge(1, BigInteger.ONE, BigInteger::add);
            return sums;
        }));

        assertThat(supply.violations()).extracting(SupplyViolation::rule).containsExactly(Rule.RECOUNT_DIFFERS);
    }

    @Seeded(repeat = 5)
    void holdsOverRandomPaymentsWithConflictsAndChains(long seed) {
        TestNetwork other = new TestNetwork(seed);
        TestMoney theirs = new TestMoney(other);
        TestChain blocks = new TestChain(other);
        LedgerReplay replay = new LedgerReplay(other.genesis());
        SupplyInvariant books = new SupplyInvariant(1);
        List<TokenReference> tokens = new ArrayList<>();
        for (int block = 0; block < 6; block++) {
            List<io.florin.ledger.client.ClientTransaction> batch = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                if (tokens.isEmpty() || other.random().nextInt(4) == 0) {
                    batch.add(theirs.issue(
                            1 + other.random().nextInt(1000), 1 + other.random().nextInt(1000)));
                } else {
                    TokenReference token = tokens.get(other.random().nextInt(tokens.size()));
                    long value = token.token().value().minorUnits();
                    batch.add(
                            other.random().nextInt(5) == 0
                                    ? theirs.redeem(token, value)
                                    : theirs.pay(token, 1 + other.random().nextInt((int) value)));
                }
                tokens.addAll(TestNetwork.outputsOf(batch.getLast()));
            }
            Block next = blocks.appendBundles(other.endorse(batch));
            ReplayedBlock replayed =
                    ((Accepted) replay.offer(OptionalLong.of(block + 1), Bytes.of(next.encode()))).block();
            BlockSupply supply = books.replayed(replayed, state(replay::unspent));

            assertThat(supply.violations()).isEmpty();
            assertThat(figures(supply).holds()).isTrue();
            assertThat(BigInteger.valueOf(figures(supply).outstanding()))
                    .isEqualTo(replay.unspent().getOrDefault(1, BigInteger.ZERO));
        }
    }

    private SettlementTransaction issue(long recorded, long created) {
        var key = StateKeys.withdrawal(TestNetwork.CURRENCY, network.newId());
        return money.settlement(
                TransactionKind.ISSUE,
                List.of(Read.absent(key)),
                List.of(
                        new Write.Put(0, new SupplyRecord(1, Amount.of(recorded)).encode()),
                        new Write.Output(0, TestNetwork.token(money.bob, created))));
    }

    private BlockSupply replay(Block block) {
        var verdict = replay.offer(OptionalLong.of(block.header().number()), Bytes.of(block.encode()));
        assertThat(verdict).isInstanceOf(Accepted.class);
        return invariant.replayed(((Accepted) verdict).block(), state(replay::unspent));
    }

    private static Figures figures(BlockSupply supply) {
        return supply.figures().stream()
                .filter(figures -> figures.namespace() == 1)
                .findFirst()
                .orElseThrow();
    }

    private static SortedMap<Integer, Figures.Share> banks(long issued, long redeemed) {
        return new java.util.TreeMap<>(java.util.Map.of(1, new Figures.Share(issued, redeemed)));
    }

    private static ReplayState state(java.util.function.Supplier<SortedMap<Integer, BigInteger>> unspent) {
        return new ReplayState() {
            @Override
            public boolean fromStore() {
                return false;
            }

            @Override
            public SortedMap<Integer, BigInteger> unspent() {
                return unspent.get();
            }
        };
    }
}
