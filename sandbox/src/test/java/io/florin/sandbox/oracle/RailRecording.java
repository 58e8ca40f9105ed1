package io.florin.sandbox.oracle;

import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.replay.BlockVerdict;
import io.florin.auditor.replay.LedgerReplay;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.auditor.supply.SupplyProof;
import io.florin.committer.wiring.CommitterEngine;
import io.florin.committer.wiring.CommitterObserver;
import io.florin.committer.wiring.EngineSettings;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.SignedEvent;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.RailRescue;
import io.florin.ledger.client.RailRescueOutcome;
import io.florin.ledger.client.RailWithdrawal;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.FinalProof;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.token.TokenReference;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/// Blocks with money on an instant rail, always the same ones, and what a committer's engine and an auditor's cores say
/// of them: no demo has a rail yet. In the form of the recordings that `oracle.py` reads.
final class RailRecording {

    private static final long LIMIT = 1000;
    private static final long EXPIRY = 500;
    private static final long WITHOUT_A_RAIL = 1;
    private static final long WITH_A_RAIL = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestNetwork network = new TestNetwork(84, AuditPolicy.NEVER);
    private final TestChain chain = new TestChain(network);
    private final Ed25519KeyPair alice = network.newKey();
    private final OwnerKey owner = new OwnerKey(alice.publicKey());
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail limited = new InstantRail(
            TestNetwork.CURRENCY, RailKind.ACCOUNTS, rail.committee().withFloatLimit(Amount.of(LIMIT)));
    private final LedgerReplay replay = new LedgerReplay(network.genesis());
    private final SupplyInvariant supply = new SupplyInvariant(1);
    private final List<String> lines = new ArrayList<>();
    private long sequence;

    /// @param directory for the committer, empty
    static List<String> lines(Path directory) throws InterruptedException {
        RailRecording recording = new RailRecording();
        List<Block> blocks = recording.story();
        recording.line("genesis", recording.network.genesis().encode());
        blocks.forEach(block -> recording.line("block 1", block.encode()));
        recording.committed(directory, blocks);
        blocks.forEach(recording::proved);
        return recording.lines;
    }

    private void line(String what, byte[] value) {
        lines.add(what + " " + Base64.getEncoder().encodeToString(value));
    }

    private List<Block> story() {
        Issue issue = network.issue(network.header(EXPIRY), network.newId(), owner, 1000, 700, 300, 50, 40, 30, 20);
        List<TokenReference> coins = TestNetwork.outputsOf(issue);
        FinalPayment out = out(250);
        List<Block> blocks = new ArrayList<>();
        blocks.add(chain.append(issue));
        blocks.add(chain.append(configuration(WITHOUT_A_RAIL, limited)));
        blocks.add(
                chain.append(deposit(coins.get(0), 600, 2), deposit(coins.get(1), 0, 2), deposit(coins.get(2), 0, 2)));
        blocks.add(chain.append(withdrawal(out), withdrawal(out), withdrawal(out(9999)), withdrawal(out(50))));
        blocks.add(chain.append(rescues()));
        blocks.add(chain.appendBundles(
                network.endorseRaw(new MalformedRailTransactions(network, coins.get(3)).all(), List.of())));
        blocks.add(chain.append(configuration(WITH_A_RAIL, limited, second())));
        blocks.add(
                chain.append(deposit(coins.get(4), 0, 2), deposit(coins.get(5), 10, 3), deposit(coins.get(6), 0, 3)));
        return blocks;
    }

    /// @param before version of the configuration that it changes
    private ConfigurationChange configuration(long before, InstantRail... rails) {
        return network.change(
                EditedConfiguration.of(network.configuration())
                        .version(before + 1)
                        .rails(rails)
                        .build(),
                EXPIRY);
    }

    private InstantRail second() {
        return TestRail.of(
                        new RailScope(network.networkId(), new RailId(2), 1),
                        SigningScheme.THRESHOLD_BLS,
                        RailFinality.VOTES)
                .asConfigured(TestNetwork.CURRENCY, RailKind.OUTPUTS);
    }

    private ClientTransaction deposit(TokenReference coin, long change, long configuration) {
        return network.deposit(
                network.header(EXPIRY, configuration),
                limited,
                owner,
                List.of(alice),
                List.of(coin),
                change == 0 ? List.of() : List.of(TestNetwork.token(alice, change)));
    }

    private FinalPayment out(long amount) {
        return rail.finish(rail.order(alice, new RailRecipient.OnLedger(owner), amount, sequence++));
    }

    private ClientTransaction withdrawal(FinalPayment payment) {
        return new RailWithdrawal(network.header(EXPIRY, WITH_A_RAIL), new FinalProof.OfAccount(payment));
    }

    private ClientTransaction[] rescues() {
        SignedOrder one = rail.order(alice, network.newKey(), 1, 77);
        SignedOrder other = rail.order(alice, network.newKey(), 1, 77);
        var evidence = rail.evidence(RescueGround.TwoOrders.of(one, other));
        var outcome = rail.nobodyHolds(RailSequence.of(one.order()));
        return new ClientTransaction[] {
            new RailRescueOutcome(network.header(EXPIRY, WITH_A_RAIL), outcome),
            new RailRescue(network.header(EXPIRY, WITH_A_RAIL), evidence),
            new RailRescue(network.header(EXPIRY, WITH_A_RAIL), evidence),
            new RailRescueOutcome(network.header(EXPIRY, WITH_A_RAIL), outcome),
            new RailRescueOutcome(network.header(EXPIRY, WITH_A_RAIL), outcome)
        };
    }

    private void committed(Path directory, List<Block> blocks) throws InterruptedException {
        try (CommitterEngine engine = new CommitterEngine(
                EngineSettings.of(directory).withShards(2),
                network.genesis(),
                0,
                network.committer(),
                (component, bug) -> {
                    throw new AssertionError(component, bug);
                },
                CommitterObserver.NONE)) {
            for (Block block : blocks) {
                engine.submit(block);
            }
            if (!engine.awaitComplete(blocks.size(), PATIENCE)) {
                throw new AssertionError(
                        "the committer stopped at block " + engine.head().number());
            }
            for (int number = 1; number <= blocks.size(); number++) {
                BlockStatuses statuses = engine.statuses(number).orElseThrow();
                line("statuses", statuses.encode());
            }
        }
    }

    private void proved(Block block) {
        var verdict = replay.offer(OptionalLong.of(block.header().number()), Bytes.of(block.encode()));
        ReplayedBlock replayed = ((BlockVerdict.Accepted) verdict).block();
        Figures figures =
                supply.replayed(replayed, new Counted(replay)).figures().getFirst();
        Checkpoint checkpoint = replayed.checkpoint();
        var proof = new SupplyProof(network.networkId(), figures, checkpoint.headerHash(), checkpoint.stateHash());
        var event = new SupplyProved(
                figures.block(),
                figures.namespace(),
                figures.issued(),
                figures.redeemed(),
                figures.outstanding(),
                figures.onRails(),
                figures.holds(),
                checkpoint.headerHash(),
                checkpoint.stateHash(),
                network.auditor().sign(proof.message()));
        line(
                "event",
                SignedEvent.of(network.networkId(), figures.block(), event, 0, network.auditor())
                        .encode());
    }

    private record Counted(LedgerReplay replay) implements ReplayState {
        @Override
        public boolean fromStore() {
            return false;
        }

        @Override
        public SortedMap<Integer, BigInteger> unspent() {
            return replay.unspent();
        }
    }
}
