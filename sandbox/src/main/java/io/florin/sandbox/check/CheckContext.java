package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.identity.NetworkMaterial;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.token.Token;
import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.wallet.address.WalletAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Everything the checks look at. Blocks come from the topics as they are; the replay is the checks' own.
public final class CheckContext {
    private final SandboxPlan plan;
    private final DemoClients clients;
    private final DemoEconomy economy;
    private final SeededEconomy seeded;
    private final PayrollRun.Result payroll;
    private final Genesis genesis;
    private final Map<Bytes32, Set<Bytes32>> clean;
    private final Map<Account, OwnerKey> owners;
    private Optional<Ledger> ledger = Optional.empty();

    public CheckContext(
            SandboxPlan plan,
            DemoClients clients,
            DemoEconomy economy,
            SeededEconomy seeded,
            PayrollRun.Result payroll) {
        this(plan, clients, economy, seeded, payroll, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    private CheckContext(
            SandboxPlan plan,
            DemoClients clients,
            DemoEconomy economy,
            SeededEconomy seeded,
            PayrollRun.Result payroll,
            Map<Bytes32, Set<Bytes32>> clean,
            Map<Account, OwnerKey> owners) {
        this.plan = plan;
        this.clients = clients;
        this.economy = economy;
        this.seeded = seeded;
        this.payroll = payroll;
        this.genesis = NetworkMaterial.genesis(plan.networkDirectory());
        this.clean = clean;
        this.owners = owners;
    }

    /// A new look at everything, which passes over what a search went through and found clean, and knows what never
    /// changes.
    CheckContext again() {
        return new CheckContext(plan, clients, economy, seeded, payroll, clean, owners);
    }

    /// Owner key of the account's tokens, as its bank says when it is asked first.
    OwnerKey ownerOf(Account account) {
        return owners.computeIfAbsent(account, unknown -> {
            String address = clients.bank(unknown.bank())
                    .get("/v1/wallets/" + unknown.wallet())
                    .path("address")
                    .asString("");
            return WalletAddress.parse(address).owner();
        });
    }

    /// Hashes of contents in which nothing of what a search looked for was met.
    Set<Bytes32> clean(Bytes32 search) {
        return clean.computeIfAbsent(search, _ -> ConcurrentHashMap.newKeySet());
    }

    SandboxPlan plan() {
        return plan;
    }

    DemoClients clients() {
        return clients;
    }

    DemoEconomy economy() {
        return economy;
    }

    SeededEconomy seeded() {
        return seeded;
    }

    PayrollRun.Result payroll() {
        return payroll;
    }

    Genesis genesis() {
        return genesis;
    }

    /// The records of a party's topic of blocks, in order.
    List<Bytes> blockTopic(int party) {
        return TopicContents.of(plan.kafka().bootstrapServers(), Topics.blocks(party));
    }

    /// The chain as the first readable copy of each block in any topic shows it, replayed.
    Ledger ledger() {
        if (ledger.isEmpty()) {
            ledger = Optional.of(replay());
        }
        return ledger.get();
    }

    /// @param applied what each block did, in order
    /// @param replay at the last block
    record Ledger(List<Block> blocks, List<SerialReplay.Applied> applied, SerialReplay replay) {

        /// Minor units of everybody's unspent tokens, where the ledger shows them.
        Map<OwnerKey, Long> balances() {
            Map<OwnerKey, Long> balances = new HashMap<>();
            for (StateKey key : replay.keys()) {
                byte[] value = replay.read(key).orElseThrow().value().toArray();
                if (value.length == Token.ENCODED_SIZE) {
                    Token token = Token.decode(value);
                    balances.merge(token.owner(), token.value().minorUnits(), Math::addExact);
                }
            }
            return balances;
        }
    }

    /// The last transaction that committed; the blocks after it hold none.
    SettlementTransaction lastCommitted() {
        return ledger().applied().reversed().stream()
                .filter(block -> !block.committed().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing is committed"))
                .committed()
                .getLast();
    }

    private Ledger replay() {
        Map<Long, List<Block>> candidates = new TreeMap<>();
        genesis.configuration()
                .ordering()
                .parties()
                .forEach(party -> blockTopic(party.id())
                        .forEach(record -> decoded(record)
                                .ifPresent(block -> candidates
                                        .computeIfAbsent(block.header().number(), _ -> new ArrayList<>())
                                        .add(block))));
        SerialReplay replay = new SerialReplay(genesis);
        List<Block> blocks = new ArrayList<>();
        List<SerialReplay.Applied> applied = new ArrayList<>();
        for (List<Block> copies : candidates.values()) {
            for (Block copy : copies) {
                try {
                    applied.add(replay.apply(copy));
                    blocks.add(copy);
                    break;
                } catch (SerialReplay.BlockRefused e) {
                    // another party's copy may be good; the check of topics names this one
                    continue;
                }
            }
        }
        return new Ledger(blocks, applied, replay);
    }

    static Optional<Block> decoded(Bytes record) {
        try {
            return Optional.of(Block.decode(record.toArray()));
        } catch (io.florin.ledger.codec.DecodeException e) {
            return Optional.empty();
        }
    }
}
