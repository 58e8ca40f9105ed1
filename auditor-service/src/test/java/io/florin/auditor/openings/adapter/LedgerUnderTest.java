package io.florin.auditor.openings.adapter;

import io.florin.auditor.protocol.CommittedPlaces;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.protocol.ReplayedBlocks;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.replay.SerialReplay.Applied;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// A ledger of one transaction in each block, as committer, party and the auditor's replay show it.
final class LedgerUnderTest implements CommitterApi, CommittedPlaces, ReplayedBlocks {
    /// Fault of what it shows.
    enum Flaw {
        NONE,
        ABORTED,
        UNSIGNED,
        OTHER_NETWORK,
        NO_QUORUM,
        OTHER_BLOCK
    }

    private final TestNetwork network;
    private final TestChain chain;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Applied> applied = new ArrayList<>();
    private final List<NetworkConfiguration> configurations = new ArrayList<>();
    Flaw flaw = Flaw.NONE;

    LedgerUnderTest(TestNetwork network, Paid... payments) {
        this(network, Stream.of(payments).map(Paid::payment).toArray(ClientTransaction[]::new));
    }

    LedgerUnderTest(TestNetwork network, ClientTransaction... transactions) {
        this.network = network;
        this.chain = new TestChain(network);
        SerialReplay replay = new SerialReplay(network.genesis());
        configurations.add(replay.configuration());
        for (ClientTransaction transaction : transactions) {
            Block block = chain.append(transaction);
            blocks.add(block);
            applied.add(replay.apply(block));
            configurations.add(replay.configuration());
        }
    }

    @Override
    public Optional<Long> blockOf(TransactionId id) {
        for (int i = 0; i < applied.size(); i++) {
            if (applied.get(i).committed().stream().anyMatch(each -> each.id().equals(id))) {
                return Optional.of(i + 1L);
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<CommittedBlock> committed(long number) {
        Block block = blocks.get(Math.toIntExact(number) - 1);
        return Optional.of(new CommittedBlock(
                number, OrderedTransaction.of(block.entries()), configurations.get(Math.toIntExact(number) - 1)));
    }

    @Override
    public byte[] receipt(String id) {
        TransactionId wanted = TransactionId.fromHex(id);
        Optional<Long> number = blockOf(wanted);
        if (number.isEmpty()) {
            throw HttpClientErrorException.create(
                    HttpStatus.NOT_FOUND, "not found", new HttpHeaders(), new byte[0], StandardCharsets.UTF_8);
        }
        Applied did = applied.get(Math.toIntExact(number.get()) - 1);
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

    /// A party's block store.
    OrderingInternalApi party() {
        return new OrderingInternalApi() {
            @Override
            public void submit(byte[] bundle) {
                throw new UnsupportedOperationException();
            }

            @Override
            public byte[] block(long number) {
                Block block = blocks.get(Math.toIntExact(flaw == Flaw.OTHER_BLOCK ? number + 1 : number) - 1);
                return flaw == Flaw.NO_QUORUM
                        ? new Block(
                                        block.header(),
                                        new QuorumCertificate(
                                                block.certificate().signatures().subList(0, 2)),
                                        block.entries())
                                .encode()
                        : block.encode();
            }

            @Override
            public ChainHead head() {
                throw new UnsupportedOperationException();
            }
        };
    }

    /// The auditor's replay.
    ReplayPosition view() {
        return view(configurations.getLast());
    }

    /// The auditor's replay of a ledger with this configuration.
    ReplayPosition view(NetworkConfiguration configuration) {
        return seen(() -> configuration);
    }

    /// A replay that goes on from the first configuration to the last one.
    ReplayPosition view(BooleanSupplier changed) {
        return seen(() -> changed.getAsBoolean() ? configurations.getLast() : configurations.getFirst());
    }

    private ReplayPosition seen(Supplier<NetworkConfiguration> configuration) {
        return new ReplayPosition() {
            @Override
            public NetworkId network() {
                return network.networkId();
            }

            @Override
            public NetworkConfiguration configuration() {
                return configuration.get();
            }

            @Override
            public long height() {
                return blocks.size();
            }

            @Override
            public String stateHash() {
                return "";
            }

            @Override
            public long knownHead() {
                return blocks.size();
            }

            @Override
            public boolean isCaughtUpWithStore() {
                return true;
            }

            @Override
            public Optional<Instant> seenAt(long block) {
                return Optional.empty();
            }
        };
    }

    @Override
    public LedgerHead head() {
        throw new UnsupportedOperationException();
    }

    /// Effects of a block.
    Applied applied(int number) {
        return applied.get(number - 1);
    }

    /// Results of blocks, as a committer tells them.
    ToldBlocks told() {
        return told((_, transactions) -> transactions);
    }

    /// @param lie makes of a block's number and what is so what is told
    ToldBlocks told(BiFunction<Long, List<SettledTransaction>, List<SettledTransaction>> lie) {
        ToldBlocks told = new ToldBlocks(network);
        applied.forEach(block -> told.add(
                block.checkpoint().headerHash(), lie.apply(told.height() + 1, ToldBlocks.transactionsOf(block))));
        return told;
    }

    @Override
    public byte[] results(long from, int limit, long waitMillis) {
        return ToldBlocks.answer(told().results(from, limit));
    }

    @Override
    public byte[] checkpoints(long from, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public NetworkView network() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TransactionView transaction(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TransactionView> transactions(List<String> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TokenView token(String key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public OwnerTokens tokensOf(String owner) {
        throw new UnsupportedOperationException();
    }
}
