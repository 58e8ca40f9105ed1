package io.florin.simulation.committer;

import io.florin.committer.protocol.BlockVerdicts;
import io.florin.committer.protocol.CompletedBlock;
import io.florin.committer.protocol.CoordinatorEffect.Append;
import io.florin.committer.protocol.LoggedBlock;
import io.florin.committer.protocol.ShardMap;
import io.florin.committer.status.StatusBoard;
import io.florin.crypto.Bytes32;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionStatus;
import io.florin.simulation.world.SimulatedDisk;
import io.florin.simulation.world.SimulatedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Disk of a committer: blocks taken (not synced), complete blocks with their statuses (synced), verdicts (synced by
/// record), and its shards.
final class CommitterDisk {
    private final Genesis genesis;
    private final Checkpoint atGenesis;
    private final SimulatedLog<Block> taken;
    private final SimulatedLog<CompletedBlock> completed;
    private final SimulatedLog<Append> decisions;
    private final List<ShardDisk> shards = new ArrayList<>();

    CommitterDisk(Genesis genesis, SimulatedDisk disk, ShardMap map, Runnable beforeApply) {
        this.genesis = genesis;
        this.atGenesis = StatusBoard.atGenesis(genesis);
        this.taken = disk.log();
        this.completed = disk.log();
        this.decisions = disk.log();
        for (int shard = 0; shard < map.shards(); shard++) {
            shards.add(new ShardDisk(beforeApply));
        }
    }

    SimulatedLog<Append> decisions() {
        return decisions;
    }

    List<ShardDisk> shards() {
        return shards;
    }

    // ---- blocks

    void take(Block block) {
        long number = block.header().number();
        if (number <= taken.records().size()) {
            taken.truncate((int) number - 1);
        }
        taken.append(block);
    }

    Optional<Block> takenBlock(long number) {
        return number <= taken.records().size() ? Optional.of(taken.records().get((int) number - 1)) : Optional.empty();
    }

    void complete(CompletedBlock block) {
        completed.append(block);
        taken.sync();
        completed.sync();
    }

    List<CompletedBlock> completed() {
        return completed.records();
    }

    long lastComplete() {
        return completed.records().size();
    }

    Bytes32 stateHashBefore(long number) {
        return number == 1
                ? atGenesis.stateHash()
                : completed().get((int) number - 2).statuses().checkpoint().stateHash();
    }

    Checkpoint checkpoint() {
        return completed().isEmpty()
                ? atGenesis
                : completed().getLast().statuses().checkpoint();
    }

    NetworkConfiguration configuration() {
        return completed().isEmpty()
                ? genesis.configuration()
                : completed().getLast().configuration();
    }

    // ---- verdicts

    long lastApplied() {
        return Math.max(
                0, shards.stream().mapToLong(ShardDisk::appliedBlock).max().orElse(0));
    }

    long lastSequence() {
        return decisions.records().isEmpty() ? 0 : decisions.records().getLast().sequence();
    }

    SortedMap<Long, LoggedBlock> logged(List<Append> records, long afterBlock) {
        SortedMap<Long, LoggedBlock> logged = new TreeMap<>();
        for (Append append : records) {
            for (BlockVerdicts block : append.verdicts()) {
                if (block.block() > afterBlock) {
                    logged.merge(block.block(), of(block), CommitterDisk::joined);
                }
            }
        }
        return logged;
    }

    private static LoggedBlock of(BlockVerdicts block) {
        SortedMap<Integer, TransactionStatus> statuses = new TreeMap<>();
        block.verdicts().forEach(verdict -> statuses.put(verdict.index(), verdict.status()));
        return new LoggedBlock(block.headerHash(), statuses);
    }

    private static LoggedBlock joined(LoggedBlock before, LoggedBlock after) {
        SortedMap<Integer, TransactionStatus> statuses = new TreeMap<>(before.statuses());
        statuses.putAll(after.statuses());
        return new LoggedBlock(after.headerHash(), statuses);
    }
}
