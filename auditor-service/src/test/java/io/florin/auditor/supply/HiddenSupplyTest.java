package io.florin.auditor.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.replay.BlockVerdict.Accepted;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.supply.SupplyInvariant.BlockSupply;
import io.florin.auditor.supply.SupplyViolation.Rule;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKeys;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.HiddenStory;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The supply of currencies that hide something.
class HiddenSupplyTest {

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void isIssuedLessRedeemed(PrivacyModel model) {
        HiddenStory story = HiddenStory.of(model);
        Run run = new Run(story);

        Figures figures = run.replay(run.chain.append(story.all())).figures().getFirst();

        assertThat(figures.issued()).isEqualTo(755);
        assertThat(figures.redeemed()).isEqualTo(200);
        assertThat(figures.outstanding()).isEqualTo(555);
        assertThat(figures.holds()).isTrue();
        assertThat(List.copyOf(run.replay.unspent().values()))
                .as("tokens can be added up where their values are in the clear")
                .isEqualTo(model.hidesValue() ? List.of() : List.of(BigInteger.valueOf(555)));
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void namesATokenOfAnotherModel(PrivacyModel model) {
        HiddenStory story = HiddenStory.of(model);
        Run run = new Run(story);
        SettlementTransaction clear = new SettlementTransaction(
                story.issue.payment().id(),
                TransactionKind.ISSUE,
                TestNetwork.CURRENCY,
                false,
                1,
                100,
                List.of(Read.absent(StateKeys.withdrawal(TestNetwork.CURRENCY, Bytes32.ZERO))),
                List.of(
                        new Write.Put(0, new SupplyRecord(1, Amount.of(5)).encode()),
                        new Write.Output(0, TestNetwork.token(story.treasury, 5))));

        BlockSupply supply = run.replay(run.chain.appendBundles(story.network.endorseSettlements(List.of(clear))));

        assertThat(supply.violations()).extracting(SupplyViolation::rule).contains(Rule.OTHER_MODEL);
        assertThat(supply.figures().getFirst().holds()).isFalse();
    }

    private static final class Run {
        private final TestChain chain;
        private final LedgerReplay replay;
        private final SupplyInvariant invariant = new SupplyInvariant(1);

        Run(HiddenStory story) {
            chain = new TestChain(story.network);
            replay = new LedgerReplay(story.network.genesis());
        }

        BlockSupply replay(Block block) {
            var accepted = (Accepted) replay.offer(OptionalLong.empty(), Bytes.of(block.encode()));
            return invariant.replayed(accepted.block(), new ReplayState() {
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
    }
}
