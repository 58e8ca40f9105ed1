package io.florin.committer.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.simulation.Workload;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SignatureVerifierTest {

    private final TestNetwork network = new TestNetwork(8);
    private final SignatureVerifier verifier = new SignatureVerifier(network.networkId());

    private Issue issue() {
        return network.issue(network.header(50), network.newId(), new OwnerKey(network.newId()), 10, 20);
    }

    private List<TransactionStatus> fates(List<Bytes> entries) {
        return verifier.verify(entries, 1, network.configuration(), network.random()).stream()
                .map(transaction -> transaction.fate().orElse(TransactionStatus.COMMITTED))
                .toList();
    }

    @Test
    void oneForgedBundleAmongManyFailsAlone() {
        List<Bytes> entries = new ArrayList<>();
        List<TransactionStatus> expected = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Bundle good = network.endorse(List.of(issue(), issue()));
            if (i == 5 || i == 9) {
                Bundle other = network.endorse(List.of(issue()));
                good = new Bundle(
                        good.namespace(),
                        1,
                        1,
                        good.transactions(),
                        good.audits(),
                        i == 5 ? other.signature() : Bytes.of(network.newBytes(48)));
            }
            boolean forged = i == 5 || i == 9;
            entries.add(Bytes.of(good.encode()));
            for (int transaction = 0; transaction < 2; transaction++) {
                expected.add(forged ? TransactionStatus.MALFORMED_ENDORSEMENT : TransactionStatus.COMMITTED);
            }
        }
        assertThat(fates(entries)).isEqualTo(expected);
    }

    /// Endorsements of a block of 256 bundles, of which those at some places have a signature of other bundles: how
    /// many signatures its batches check, and that exactly these are found.
    private List<Integer> checks(int bundles, BitSet forged) {
        Bundle good = network.endorse(List.of(issue()));
        Bytes foreign = network.endorse(List.of(issue())).signature();
        Bundle bad = new Bundle(good.namespace(), 1, 1, good.transactions(), good.audits(), foreign);
        List<Integer> sizes = new ArrayList<>();
        SignatureVerifier counting = new SignatureVerifier(network.networkId(), (key, messages, signatures, random) -> {
            sizes.add(messages.size());
            // the block's bundles are alike, so a batch is wrong if it holds a foreign signature: no pairing is needed
            return signatures.stream().noneMatch(each -> each.bytes().equals(foreign));
        });
        List<Bytes> entries = IntStream.range(0, bundles)
                .mapToObj(i -> Bytes.of((forged.get(i) ? bad : good).encode()))
                .toList();

        List<VerifiedTransaction> verified = counting.verify(entries, 1, network.configuration(), network.random());

        assertThat(IntStream.range(0, bundles)
                        .filter(i ->
                                verified.get(i).fate().equals(Optional.of(TransactionStatus.MALFORMED_ENDORSEMENT)))
                        .boxed())
                .as("the forged ones, and no other")
                .isEqualTo(forged.stream().boxed().toList());
        return sizes;
    }

    @Test
    void oneForgedBundleOf256CostsSeventeenBatches() {
        assertThat(checks(256, new BitSet())).as("none is forged").containsExactly(256);
        for (int place : List.of(0, 1, 127, 128, 200, 255)) {
            BitSet forged = new BitSet();
            forged.set(place);
            List<Integer> sizes = checks(256, forged);
            assertThat(sizes).as("at %s", place).hasSizeLessThanOrEqualTo(1 + 2 * 8);
            assertThat(sizes.stream().mapToInt(Integer::intValue).sum())
                    .as("signatures checked, at %s", place)
                    .isLessThan(3 * 256);
        }
    }

    @Test
    void manyForgedBundlesCostHalfAsMuchAgainAsEachAlone() {
        for (int every : List.of(1, 2, 3, 16, 64)) {
            BitSet forged = new BitSet();
            IntStream.range(0, 256).filter(i -> i % every == 0).forEach(forged::set);
            double work = checks(256, forged).stream()
                    .mapToDouble(size -> size == 1 ? 1 : 1 + size / 8.0)
                    .sum();
            assertThat(work).as("every %s. is forged", every).isLessThan(1 + 256 / 8.0 + 1.5 * 256 + 34);
        }
    }

    @Test
    void verifiesEachGroupsBundlesByItsSchemeInOneBlock() {
        EndorserGroup bls =
                network.configuration().endorserGroup(TestNetwork.CURRENCY).orElseThrow();
        TestGroup frost = TestGroup.frost(TestNetwork.CURRENCY, 2, network.newKey());
        TestGroup ecdsa = TestGroup.ecdsa(TestNetwork.CURRENCY, 2);
        for (TestGroup second : List.of(frost, ecdsa)) {
            NetworkConfiguration configuration =
                    TestGroup.configurationWith(network.configuration(), bls, second.group());
            Bundle byBls = network.endorse(List.of(issue()));
            Bundle bySecond = second.endorse(network, byBls.transactions());
            Bundle forged = new Bundle(
                    bySecond.namespace(), 1, 2, bySecond.transactions(), List.of(), Bytes.of(network.newBytes(64)));
            Bundle wrongScheme =
                    new Bundle(bySecond.namespace(), 1, 1, bySecond.transactions(), List.of(), bySecond.signature());
            List<Bytes> entries = List.of(byBls, bySecond, forged, wrongScheme, byBls).stream()
                    .map(bundle -> Bytes.of(bundle.encode()))
                    .toList();

            assertThat(verifier.verify(entries, 1, configuration, network.random()).stream()
                            .map(transaction -> transaction.fate().orElse(TransactionStatus.COMMITTED)))
                    .as("%s", second.group().scheme())
                    .containsExactly(
                            TransactionStatus.COMMITTED,
                            TransactionStatus.COMMITTED,
                            TransactionStatus.MALFORMED_ENDORSEMENT,
                            TransactionStatus.MALFORMED_ENDORSEMENT,
                            TransactionStatus.COMMITTED);
            assertThat(fates(List.of(Bytes.of(bySecond.encode()))))
                    .as("a group that is not in the configuration")
                    .containsExactly(TransactionStatus.MALFORMED_ENDORSEMENT);
        }
    }

    @Test
    void aSignatureUnderAnotherNetworkEndorsesNothing() {
        Bundle foreign = new TestNetwork(9).endorse(List.of(issue()));
        assertThat(fates(List.of(Bytes.of(foreign.encode())))).containsExactly(TransactionStatus.MALFORMED_ENDORSEMENT);
    }

    @Test
    void theSameBundleTwiceIsEndorsedTwice() {
        Bytes entry = Bytes.of(network.endorse(List.of(issue())).encode());
        assertThat(fates(List.of(entry, entry)))
                .containsExactly(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);
    }

    @Test
    void writeKeysAreThoseOfTheTransaction() {
        Bundle bundle = network.endorse(List.of(issue()));
        VerifiedTransaction verified = verifier.verify(
                        List.of(Bytes.of(bundle.encode())), 1, network.configuration(), network.random())
                .getFirst();
        SettlementTransaction transaction = verified.transaction().orElseThrow();
        assertThat(verified.writeKeys())
                .isEqualTo(transaction.writes().stream().map(transaction::keyOf).toList());
    }

    /// Findings of the verifier, which has no state, never contradict the oracle's status.
    @Seeded(repeat = 3)
    void agreesWithTheOracleOnWorkloads(long seed) {
        Workload workload = new Workload(seed, 8, 40);
        SignatureVerifier subject = new SignatureVerifier(workload.network().networkId());
        var configuration = workload.network().configuration();
        for (int i = 0; i < workload.blocks().size(); i++) {
            var outcomes = workload.expected().get(i).outcomes();
            var block = workload.blocks().get(i);
            List<VerifiedTransaction> verified = subject.verify(
                    block.entries(),
                    block.header().number(),
                    configuration,
                    workload.network().random());
            assertThat(verified).hasSameSizeAs(outcomes);
            for (int index = 0; index < verified.size(); index++) {
                TransactionStatus status = outcomes.get(index).status();
                assertThat(verified.get(index).digest())
                        .isEqualTo(outcomes.get(index).digest());
                if (status != TransactionStatus.REJECTED_DUPLICATE_TX_ID) {
                    verified.get(index)
                            .fate()
                            .ifPresent(fate -> assertThat(fate).isEqualTo(status));
                }
            }
            for (var transaction : workload.expected().get(i).committed()) {
                configuration = transaction.newConfiguration().orElse(configuration);
            }
        }
    }
}
