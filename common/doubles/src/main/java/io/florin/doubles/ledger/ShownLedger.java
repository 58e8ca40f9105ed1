package io.florin.doubles.ledger;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.doubles.api.UnaskedCommitter;
import io.florin.doubles.api.UnaskedParty;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.replay.SerialReplay.Applied;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.OrderingInternalApi;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// A ledger of one transaction in each block, as a committer and a party show it: with genuine signatures, unless a
/// test wants a [Flaw]. One thread.
public final class ShownLedger {
    /// Fault of what it shows.
    public enum Flaw {
        NONE,
        ABORTED,
        UNSIGNED,
        OTHER_NETWORK,
        NO_QUORUM,
        OTHER_BLOCK
    }

    /// A committer's list of results, as it is asked for.
    public interface Results {
        List<BlockResult> from(long block, int limit, long waitMillis);
    }

    private final TestNetwork network;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Applied> applied = new ArrayList<>();
    private final List<NetworkConfiguration> configurations = new ArrayList<>();
    private Flaw flaw = Flaw.NONE;

    public ShownLedger(TestNetwork network, Paid... payments) {
        this(network, Stream.of(payments).map(Paid::payment).toArray(ClientTransaction[]::new));
    }

    public ShownLedger(TestNetwork network, ClientTransaction... transactions) {
        this.network = network;
        TestChain chain = new TestChain(network);
        SerialReplay replay = new SerialReplay(network.genesis());
        configurations.add(replay.configuration());
        for (ClientTransaction transaction : transactions) {
            Block block = chain.append(transaction);
            blocks.add(block);
            applied.add(replay.apply(block));
            configurations.add(replay.configuration());
        }
    }

    /// From now on it shows this fault.
    public void show(Flaw fault) {
        flaw = fault;
    }

    public NetworkId networkId() {
        return network.networkId();
    }

    public long height() {
        return blocks.size();
    }

    /// @param number from 1
    public Block block(long number) {
        return blocks.get(Math.toIntExact(number) - 1);
    }

    /// Effects of a block.
    ///
    /// @param number from 1
    public Applied applied(long number) {
        return applied.get(Math.toIntExact(number) - 1);
    }

    /// In force after a block.
    ///
    /// @param number 0 for that of genesis
    public NetworkConfiguration configurationAfter(long number) {
        return configurations.get(Math.toIntExact(number));
    }

    /// The block in which the transaction committed; empty if it did not.
    public Optional<Long> blockOf(TransactionId id) {
        for (int i = 0; i < applied.size(); i++) {
            if (applied.get(i).committed().stream().anyMatch(each -> each.id().equals(id))) {
                return Optional.of(i + 1L);
            }
        }
        return Optional.empty();
    }

    // ---- as a committer shows it

    /// A committer that says of transactions and of blocks what is so.
    public CommitterApi committer() {
        return committer((from, limit, _) -> told().results(from, limit));
    }

    /// A committer that says of each transaction what is so, and of blocks this.
    public CommitterApi committer(Results results) {
        return new UnaskedCommitter() {
            @Override
            public byte[] receipt(String id) {
                return ShownLedger.this.receipt(id);
            }

            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                return ToldBlocks.answer(results.from(from, limit, waitMillis));
            }
        };
    }

    /// @param id of a transaction, hex
    /// @return encoded
    public byte[] receipt(String id) {
        Applied did = blockOf(TransactionId.fromHex(id))
                .map(this::applied)
                .orElseThrow(() -> HttpClientErrorException.create(
                        HttpStatus.NOT_FOUND, "not found", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8));
        TransactionOutcome genuine = did.outcomes().getFirst();
        TransactionOutcome outcome = flaw == Flaw.ABORTED
                ? new TransactionOutcome(
                        genuine.index(), TransactionStatus.ABORTED_READ_CONFLICT, genuine.id(), genuine.digest())
                : genuine;
        Checkpoint said = did.checkpoint();
        Bytes32 root = MerkleTree.rootOfLeafHashes(List.of(MerkleTree.leafHash(outcome.encode())));
        Checkpoint checkpoint = new Checkpoint(
                flaw == Flaw.OTHER_NETWORK ? new NetworkId(Bytes32.ZERO) : said.network(),
                said.number(),
                said.headerHash(),
                root,
                said.stateHash());
        BlockStatuses statuses = network.statuses(checkpoint, List.of(outcome));
        byte[] signature = statuses.signature().toArray();
        if (flaw == Flaw.UNSIGNED) {
            signature[5] ^= 1;
        }
        return new Receipt(
                        outcome,
                        MerkleTree.path(List.of(MerkleTree.leafHash(outcome.encode())), 0),
                        checkpoint,
                        List.of(new CommitterSignature(statuses.committer(), Bytes.of(signature))))
                .encode();
    }

    /// Results of blocks, as a committer tells them.
    public ToldBlocks told() {
        return told((_, transactions) -> transactions);
    }

    /// @param lie makes of a block's number and what is so what is told
    public ToldBlocks told(BiFunction<Long, List<SettledTransaction>, List<SettledTransaction>> lie) {
        ToldBlocks told = new ToldBlocks(network);
        applied.forEach(block -> told.add(
                block.checkpoint().headerHash(), lie.apply(told.height() + 1, ToldBlocks.transactionsOf(block))));
        return told;
    }

    // ---- as a party shows it

    /// A party's block store.
    public OrderingInternalApi party() {
        return new UnaskedParty() {
            @Override
            public byte[] block(long number) {
                return certified(number);
            }
        };
    }

    private byte[] certified(long number) {
        Block block = block(flaw == Flaw.OTHER_BLOCK ? number + 1 : number);
        return flaw == Flaw.NO_QUORUM
                ? new Block(
                                block.header(),
                                new QuorumCertificate(
                                        block.certificate().signatures().subList(0, 2)),
                                block.entries())
                        .encode()
                : block.encode();
    }
}
