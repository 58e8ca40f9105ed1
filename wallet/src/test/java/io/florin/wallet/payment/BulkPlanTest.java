package io.florin.wallet.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.wallet.address.WalletAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulkPlanTest {

    private final TestNetwork network = new TestNetwork(7);
    private final TestChain chain = new TestChain(network);
    private final SerialReplay replay = new SerialReplay(network.genesis());
    private final Ed25519KeyPair payer = network.newKey();
    private final WalletAddress address = new WalletAddress(new OwnerKey(payer.publicKey()), noteKey());
    private final PaymentBuilder builder = new PaymentBuilder(
            new TestKeys(),
            new LedgerView(
                    network.networkId(),
                    TestNetwork.CURRENCY,
                    1,
                    1,
                    0,
                    network.configuration().limits()),
            new Random(3));

    @Test
    void paysAThousandPeopleBySeventyThreeTransactions() {
        Issue issue = issue(50_000_000);
        commit(issue);
        List<Instruction> instructions = instructions(1000);
        List<List<Instruction>> groups = new ArrayList<>();
        for (int from = 0; from < 1000; from += 15) {
            groups.add(instructions.subList(from, Math.min(1000, from + 15)));
        }

        BulkPlan plan =
                BulkPlan.of(builder, TestNetwork.outputsOf(issue), groups).orElseThrow();

        assertThat(plan.splits()).hasSize(6);
        assertThat(plan.payments()).hasSize(67);
        commit(plan.splits().toArray(new ClientTransaction[0]));
        commit(plan.payments().toArray(new ClientTransaction[0]));
        assertThat(plan.payments().stream().flatMap(payment -> payment.outputs().stream()))
                .containsExactlyElementsOf(instructions.stream()
                        .map(each -> new Token(each.payee().owner(), TestNetwork.CURRENCY.value(), each.amount()))
                        .toList());
    }

    @Test
    void paysAThousandPeopleInTwoCommits() {
        Issue issue = issue(50_000_000);
        commit(issue);
        List<Instruction> instructions = instructions(1000);

        BulkPlan plan = BulkPlan.of(builder, TestNetwork.outputsOf(issue), each(instructions))
                .orElseThrow();

        assertThat(plan.splits().size()).isBetween(67, 70);
        assertThat(plan.payments()).hasSize(1000);
        commit(plan.splits().toArray(new ClientTransaction[0]));
        for (int from = 0; from < 1000; from += 500) {
            commit(plan.payments().subList(from, from + 500).toArray(new ClientTransaction[0]));
        }
        for (int i = 0; i < 1000; i++) {
            Transfer payment = plan.payments().get(i);
            assertThat(payment.outputs().get(0).value())
                    .isEqualTo(instructions.get(i).amount());
        }
    }

    @Test
    void mergesManySmallTokensFirst() {
        long[] values = IntStream.range(0, 16).mapToLong(i -> 10 + i).toArray();
        Issue first = issue(values);
        Issue second = issue(values);
        commit(first, second);
        List<io.florin.ledger.token.TokenReference> tokens = new ArrayList<>(TestNetwork.outputsOf(first));
        tokens.addAll(TestNetwork.outputsOf(second));

        BulkPlan plan =
                BulkPlan.of(builder, tokens, each(instructionsOf(500, 30))).orElseThrow();

        commit(plan.splits().toArray(new ClientTransaction[0]));
        commit(plan.payments().toArray(new ClientTransaction[0]));
    }

    @Test
    void spendsEverythingExactly() {
        Issue issue = issue(17 * 5);
        commit(issue);

        BulkPlan plan = BulkPlan.of(
                        builder,
                        TestNetwork.outputsOf(issue),
                        each(IntStream.range(0, 17)
                                .mapToObj(_ -> instruction(5))
                                .toList()))
                .orElseThrow();

        commit(plan.splits().toArray(new ClientTransaction[0]));
        commit(plan.payments().toArray(new ClientTransaction[0]));
    }

    @Test
    void refusesWhatTheTokensDoNotCover() {
        Optional<BulkPlan> plan = BulkPlan.of(builder, TestNetwork.outputsOf(issue(10)), each(instructionsOf(6, 5)));

        assertThat(plan).isEmpty();
    }

    /// Each in a transfer of its own.
    private static List<List<Instruction>> each(List<Instruction> instructions) {
        return instructions.stream().map(List::of).toList();
    }

    private void commit(ClientTransaction... transactions) {
        assertThat(replay.apply(chain.append(transactions)).outcomes())
                .extracting(TransactionOutcome::status)
                .containsOnly(TransactionStatus.COMMITTED);
    }

    private Issue issue(long... values) {
        return network.issue(network.header(500), network.newId(), address.owner(), values);
    }

    private List<Instruction> instructions(int count) {
        return IntStream.range(0, count).mapToObj(i -> instruction(1000 + i)).toList();
    }

    private List<Instruction> instructionsOf(long... amounts) {
        return java.util.Arrays.stream(amounts).mapToObj(this::instruction).toList();
    }

    private Instruction instruction(long amount) {
        WalletAddress payee = new WalletAddress(new OwnerKey(network.newKey().publicKey()), noteKey());
        return new Instruction(payee, Amount.of(amount), "E2E", "", "salary", "");
    }

    private io.florin.crypto.Bytes32 noteKey() {
        return io.florin.crypto.seal.X25519KeyPair.fromSeed(network.newBytes(32))
                .publicKey();
    }

    private final class TestKeys implements PayerKeys {
        @Override
        public WalletAddress address() {
            return address;
        }

        @Override
        public Bytes sign(byte[] message) {
            return payer.sign(message);
        }
    }
}
