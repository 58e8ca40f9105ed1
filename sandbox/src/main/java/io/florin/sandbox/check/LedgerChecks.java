package io.florin.sandbox.check;

import io.florin.committer.protocol.ShardMap;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.TokenView;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.kafka.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.client.HttpClientErrorException;

/// Checks of the chain, the endorsements, the statuses and the state.
final class LedgerChecks {
    private static final int IDS_PER_CALL = 500;
    private static final int RECEIPTS = 25;
    private static final int SHARDS = 2;

    private LedgerChecks() {}

    /// Every record of every party's topic is the next certified block, the same at all parties.
    static Verdict chain(Scene scene) {
        Map<Long, Bytes32> hashes = new HashMap<>();
        long height = 0;
        for (var party : scene.genesis().configuration().ordering().parties()) {
            SerialReplayChain chain = new SerialReplayChain(scene);
            for (Bytes record : scene.blockTopic(party.id())) {
                Optional<Block> block = Scene.decoded(record);
                Optional<String> flaw = block.isEmpty() ? Optional.of("not a block") : chain.flaw(block.get());
                if (flaw.isPresent()) {
                    return Verdict.broken(Topics.blocks(party.id()) + ": " + flaw.get());
                }
                long number = block.get().header().number();
                Bytes32 hash = block.get().header().hash();
                if (!hashes.computeIfAbsent(number, _ -> hash).equals(hash)) {
                    return Verdict.broken("two certified blocks of number " + number);
                }
                height = Math.max(height, number);
            }
        }
        return Verdict.of(height > 0, height + " blocks, each certified by a quorum, equal at all parties");
    }

    /// Follows one topic: numbers without gaps, hashes, roots and certificates.
    private static final class SerialReplayChain {
        private final Scene scene;
        private long number;
        private Bytes32 previous;

        SerialReplayChain(Scene scene) {
            this.scene = scene;
            this.previous = scene.genesis().networkId().value();
        }

        Optional<String> flaw(Block block) {
            if (block.header().number() != number + 1
                    || !block.header().previousHash().equals(previous)
                    || !block.header().network().equals(scene.genesis().networkId())) {
                return Optional.of("block " + block.header().number() + " does not follow block " + number);
            }
            if (!block.matchesRoot()) {
                return Optional.of("the entries of block " + block.header().number() + " do not match its header");
            }
            number = block.header().number();
            previous = block.header().hash();
            return block.certificate()
                    .flaw(block.header(), scene.genesis().configuration())
                    .map(flaw -> "block " + number + ": " + flaw);
        }
    }

    /// No entry was ordered that the endorsers did not sign.
    static Verdict endorsements(Scene scene) {
        long transactions = 0;
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            for (TransactionOutcome outcome : block.outcomes()) {
                transactions++;
                boolean unsigned = outcome.status() == TransactionStatus.MALFORMED_BUNDLE
                        || outcome.status() == TransactionStatus.MALFORMED_ENDORSEMENT
                        || outcome.status() == TransactionStatus.MALFORMED_TRANSACTION;
                if (unsigned) {
                    return Verdict.broken("block " + block.checkpoint().number() + ", index " + outcome.index() + ": "
                            + outcome.status());
                }
            }
        }
        return Verdict.of(transactions > 0, transactions + " transactions, all under the threshold signature");
    }

    /// The committer says of every ordered transaction what the serial replay says.
    static Verdict statuses(Scene scene) {
        Map<TransactionId, TransactionStatus> expected = new HashMap<>();
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            for (TransactionOutcome outcome : block.outcomes()) {
                if (outcome.status().claimsId()) {
                    expected.put(outcome.id().orElseThrow(), outcome.status());
                }
            }
        }
        List<TransactionId> ids = List.copyOf(expected.keySet());
        for (int from = 0; from < ids.size(); from += IDS_PER_CALL) {
            List<TransactionId> part = ids.subList(from, Math.min(from + IDS_PER_CALL, ids.size()));
            Map<String, TransactionView> found = new HashMap<>();
            scene.clients()
                    .committer()
                    .transactions(part.stream().map(TransactionId::toHex).toList())
                    .forEach(view -> found.put(view.id(), view));
            for (TransactionId id : part) {
                TransactionView view = found.get(id.toHex());
                if (view == null) {
                    return Verdict.broken("transaction " + id.toHex() + " has no status");
                }
                if (!view.status().equals(String.valueOf(expected.get(id)))) {
                    return Verdict.broken("transaction " + id.toHex() + " is " + view.status() + ", the replay says "
                            + expected.get(id));
                }
            }
        }
        return Verdict.of(!ids.isEmpty(), ids.size() + " transactions, each with its one final status");
    }

    /// The signed state hash is that of the serial replay.
    static Verdict stateHash(Scene scene) {
        List<Bytes> records = TopicContents.of(scene.plan().kafka().bootstrapServers(), Topics.STATUSES);
        Map<Long, Bytes32> expected = new HashMap<>();
        scene.ledger()
                .applied()
                .forEach(block -> expected.put(
                        block.checkpoint().number(), block.checkpoint().stateHash()));
        long last = 0;
        for (BlockStatuses statuses : inOrder(records)) {
            if (!statuses.isAuthentic(scene.genesis().configuration())) {
                return Verdict.broken(
                        "statuses of block " + statuses.checkpoint().number() + " are not signed");
            }
            last = Math.max(last, statuses.checkpoint().number());
            Bytes32 replayed = expected.getOrDefault(statuses.checkpoint().number(), Bytes32.ZERO);
            if (!statuses.checkpoint().stateHash().equals(replayed)) {
                return Verdict.broken(
                        "the state hash of block " + statuses.checkpoint().number() + " is not the replay's");
            }
        }
        return Verdict.of(
                last == scene.ledger().replay().checkpoint().number(),
                "state hash signed and equal to the serial replay's up to block " + last);
    }

    private static List<BlockStatuses> inOrder(List<Bytes> records) {
        return records.stream()
                .map(record -> BlockStatuses.decode(record.toArray()))
                .sorted(Comparator.comparingLong(
                        statuses -> statuses.checkpoint().number()))
                .toList();
    }

    /// The tokens that the state shards hold are those of the serial replay.
    static Verdict state(Scene scene) {
        Map<OwnerKey, Set<StateKey>> expected = new HashMap<>();
        for (StateKey key : scene.ledger().replay().keys()) {
            byte[] value =
                    scene.ledger().replay().read(key).orElseThrow().value().toArray();
            if (value.length == Token.ENCODED_SIZE && !key.equals(StateKeys.CONFIGURATION)) {
                expected.computeIfAbsent(Token.decode(value).owner(), _ -> new HashSet<>())
                        .add(key);
            }
        }
        CommitterApi committer = scene.clients().committer();
        long tokens = 0;
        for (OwnerKey owner : owners(scene)) {
            Set<StateKey> shown = new HashSet<>();
            for (TokenView view : committer.tokensOf(owner.toHex()).tokens()) {
                shown.add(StateKey.fromHex(view.key()));
            }
            if (!shown.equals(expected.getOrDefault(owner, Set.of()))) {
                return Verdict.broken("owner " + owner.toHex() + " has " + shown.size() + " tokens in the shards, "
                        + expected.getOrDefault(owner, Set.of()).size() + " in the replay");
            }
            tokens += shown.size();
        }
        return Verdict.of(tokens > 0, tokens + " unspent tokens, the same in the shards and in the replay");
    }

    /// Everybody who ever owned a token.
    private static Set<OwnerKey> owners(Scene scene) {
        Set<OwnerKey> owners = new HashSet<>();
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                transaction
                        .outputs()
                        .forEach(output -> owners.add(output.token().owner()));
            }
        }
        return owners;
    }

    /// Receipts of transactions verify against the genesis alone.
    static Verdict receipts(Scene scene) {
        List<TransactionId> committed = new ArrayList<>();
        scene.ledger()
                .applied()
                .forEach(block -> block.committed().forEach(transaction -> committed.add(transaction.id())));
        int step = Math.max(1, committed.size() / RECEIPTS);
        int verified = 0;
        for (int i = 0; i < committed.size(); i += step) {
            TransactionId id = committed.get(i);
            Optional<Receipt> given = receipt(scene, id);
            if (given.isEmpty()) {
                continue; // that it has no status is for the check of statuses to say
            }
            Receipt receipt = given.get();
            Optional<String> flaw = receipt.flaw(scene.genesis().configuration());
            if (flaw.isPresent() || !receipt.outcome().id().equals(Optional.of(id))) {
                return Verdict.broken("receipt of " + id.toHex() + ": " + flaw.orElse("of another transaction"));
            }
            verified++;
        }
        return Verdict.of(verified > 0, verified + " receipts verified without asking anybody");
    }

    private static Optional<Receipt> receipt(Scene scene, TransactionId id) {
        try {
            return Optional.of(Receipt.decode(scene.clients().committer().receipt(id.toHex())));
        } catch (HttpClientErrorException.NotFound e) {
            if (!scene.clients().committer().transactions(List.of(id.toHex())).isEmpty()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// How many of 100 transfers write to more than one state shard.
    static int crossShardPercent(Scene scene) {
        ShardMap shards = new ShardMap(SHARDS);
        long transfers = 0;
        long crossing = 0;
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                if (transaction.kind() != TransactionKind.TRANSFER) {
                    continue;
                }
                transfers++;
                long touched = transaction.writes().stream()
                        .map(write -> shards.of(transaction.keyOf(write)))
                        .distinct()
                        .count();
                crossing += touched > 1 ? 1 : 0;
            }
        }
        return transfers == 0 ? 0 : Math.toIntExact(crossing * 100 / transfers);
    }

    /// What was spent had been created, and nothing was worth less than nothing.
    static Verdict balanced(Scene scene) {
        Map<StateKey, Amount> values = new HashMap<>();
        long transfers = 0;
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                Amount in = Amount.ZERO;
                for (var spend : transaction.spends()) {
                    Amount spent = values.remove(transaction.keyOf(spend));
                    if (spent == null) {
                        return Verdict.broken(transaction.id().toHex() + " spends what was never created");
                    }
                    in = in.plus(spent);
                }
                Amount out = Amount.ZERO;
                for (var output : transaction.outputs()) {
                    values.put(transaction.keyOf(output), output.token().value());
                    out = out.plus(output.token().value());
                }
                if (transaction.kind() == TransactionKind.TRANSFER) {
                    transfers++;
                    if (!in.equals(out)) {
                        return Verdict.broken(transaction.id().toHex() + " is not balanced");
                    }
                }
            }
        }
        return Verdict.of(transfers > 0, transfers + " transfers, each with inputs equal to outputs");
    }
}
