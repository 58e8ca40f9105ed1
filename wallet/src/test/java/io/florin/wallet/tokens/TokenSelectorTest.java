package io.florin.wallet.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TokenSelectorTest {

    private final TestNetwork network = new TestNetwork(11);

    private List<TokenReference> tokens(LongStream values) {
        var owner = network.newKey();
        return values.mapToObj(value ->
                        new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner, value)))
                .toList();
    }

    private static List<Long> chosen(List<TokenReference> tokens, long amount) {
        return TokenSelector.select(tokens, Amount.of(amount)).orElseThrow().stream()
                .map(token -> token.token().value().minorUnits())
                .toList();
    }

    @Test
    void takesTheSmallestSingleTokenThatSuffices() {
        List<TokenReference> tokens = tokens(LongStream.of(500, 20, 100, 90));
        assertThat(chosen(tokens, 90)).containsExactly(90L);
        assertThat(chosen(tokens, 91)).containsExactly(100L);
        assertThat(chosen(tokens, 1)).containsExactly(20L);
    }

    @Test
    void takesTheLargestWhereNoSingleOneSufficesAndNoMoreThanNeeded() {
        List<TokenReference> tokens = tokens(LongStream.of(10, 40, 30, 20));
        assertThat(chosen(tokens, 60)).containsExactly(40L, 30L);
        assertThat(chosen(tokens, 71)).containsExactly(40L, 30L, 20L);
        assertThat(chosen(tokens, 100)).hasSize(4);
    }

    @Test
    void neverTakesMoreThanATransactionMaySpend() {
        int max = ClientTransaction.TOKENS_MAX;
        List<TokenReference> tokens = tokens(LongStream.rangeClosed(1, 40).map(_ -> 10));
        assertThat(chosen(tokens, max * 10L)).hasSize(max);
        assertThat(TokenSelector.select(tokens, Amount.of(max * 10L + 1))).isEmpty();
        assertThat(TokenSelector.sum(tokens)).isEqualTo(Amount.of(400));
    }

    @Test
    void saysNoWhereThereIsNotEnough() {
        assertThat(TokenSelector.select(List.of(), Amount.of(1))).isEmpty();
        assertThat(TokenSelector.select(tokens(LongStream.of(3, 4)), Amount.of(8)))
                .isEmpty();
    }

    /// Whatever the wallet holds: the answer covers the amount with at most 16 different tokens, or the 16 largest do
    /// not cover it; and the order in which the tokens come does not matter.
    @Test
    void coversTheAmountOrProvesThatItCannot() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            List<TokenReference> tokens = tokens(random.longs(random.nextInt(1, 40), 1, 1_000));
            Amount amount = Amount.of(random.nextLong(1, 12_000));
            var selected = TokenSelector.select(tokens, amount);
            List<TokenReference> shuffled = new ArrayList<>(tokens);
            Collections.shuffle(shuffled, random);
            assertThat(TokenSelector.select(shuffled, amount)).isEqualTo(selected);
            long largest = tokens.stream()
                    .mapToLong(token -> -token.token().value().minorUnits())
                    .sorted()
                    .limit(ClientTransaction.TOKENS_MAX)
                    .sum();
            assertThat(selected.isPresent()).isEqualTo(-largest >= amount.minorUnits());
            selected.ifPresent(found -> {
                assertThat(found).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(ClientTransaction.TOKENS_MAX);
                assertThat(TokenSelector.sum(found).minorUnits()).isGreaterThanOrEqualTo(amount.minorUnits());
            });
        }
    }
}
