package io.florin.committer.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Whatever stands in the entries of a certified block, the verifier has a fate for it, and it is the oracle's.
final class HostileEntriesPropertyTest {

    private static final int BUNDLES = 6;
    private static final int MUTATIONS = 60;

    @Seeded(repeat = 4)
    void damagedBundlesHaveTheOraclesFate(long seed) {
        Random random = new Random(seed);
        TestNetwork network = new TestNetwork(seed);
        List<Bytes> entries = new ArrayList<>();
        for (int i = 0; i < BUNDLES; i++) {
            Bundle bundle = network.endorse(List.of(issue(network), issue(network)));
            entries.add(Bytes.of(bundle.encode()));
            hostileSignatures(random).forEach(signature -> entries.add(with(bundle, signature)));
            for (int mutation = 0; mutation < MUTATIONS; mutation++) {
                entries.add(Bytes.of(damaged(bundle.encode(), random)));
            }
        }
        Block block = new TestChain(network).appendEntries(entries);
        List<TransactionOutcome> outcomes =
                new SerialReplay(network.genesis()).apply(block).outcomes();
        List<VerifiedTransaction> verified = new SignatureVerifier(network.networkId())
                .verify(entries, 1, network.configuration(), network.random());
        assertThat(verified).hasSameSizeAs(outcomes);
        for (int index = 0; index < verified.size(); index++) {
            TransactionStatus status = outcomes.get(index).status();
            assertThat(verified.get(index).digest())
                    .isEqualTo(outcomes.get(index).digest());
            verified.get(index)
                    .fate()
                    .filter(fate -> !fate.claimsId())
                    .ifPresent(fate -> assertThat(fate).isEqualTo(status));
            if (status.isCommitted()) {
                assertThat(verified.get(index).fate()).isEmpty();
            }
        }
    }

    private static Issue issue(TestNetwork network) {
        return network.issue(network.header(50), network.newId(), new OwnerKey(network.newId()), 10, 20);
    }

    private static Bytes with(Bundle bundle, byte[] signature) {
        return Bytes.of(new Bundle(
                        bundle.namespace(),
                        bundle.rulesVersion(),
                        bundle.keyEpoch(),
                        bundle.transactions(),
                        bundle.audits(),
                        Bytes.of(signature))
                .encode());
    }

    /// The point at infinity in its right and wrong forms, nothing, everything, and points that may be off the curve or
    /// outside the group.
    private static List<byte[]> hostileSignatures(Random random) {
        byte[] infinity = new byte[Bundle.SIGNATURE_SIZE];
        infinity[0] = (byte) 0xC0;
        byte[] signedInfinity = infinity.clone();
        signedInfinity[0] = (byte) 0xE0;
        byte[] ones = new byte[Bundle.SIGNATURE_SIZE];
        Arrays.fill(ones, (byte) 0xFF);
        List<byte[]> signatures =
                new ArrayList<>(List.of(infinity, signedInfinity, new byte[Bundle.SIGNATURE_SIZE], ones));
        for (int i = 0; i < 8; i++) {
            byte[] point = new byte[Bundle.SIGNATURE_SIZE];
            random.nextBytes(point);
            point[0] = (byte) ((point[0] & 0x1F) | 0x80);
            signatures.add(point);
        }
        return signatures;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                yield bytes;
            }
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(40));
            default -> {
                bytes[at] = (byte) random.nextInt();
                bytes[Math.min(bytes.length - 1, at + 1)] = (byte) random.nextInt();
                yield bytes;
            }
        };
    }
}
