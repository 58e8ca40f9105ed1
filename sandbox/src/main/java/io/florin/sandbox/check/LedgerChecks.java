package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.kafka.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.springframework.web.client.HttpClientErrorException;

/// Checks of the chain, the endorsements, the statuses and the state.
final class LedgerChecks {
    private static final int IDS_PER_CALL = 500;
    private static final int RECEIPTS_MAX = 25;
    private static final int TOPIC_LOOKS = 20;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private LedgerChecks() {}

    static final Check CHAIN = new Check(
            "chain",
            "every party's topic is one certified chain, the same at all",
            Set.of("tampered-block", "emptied-topic"),
            LedgerChecks::chain);

    /// Every record of every party's topic is the next certified block, or one that came before, byte for byte; all
    /// topics hold the same blocks.
    static CheckResult chain(CheckContext context) {
        Map<Integer, List<Bytes>> topics = new TreeMap<>();
        long head = context.clients().committer().head().number();
        for (var party : context.genesis().configuration().ordering().parties()) {
            topics.put(party.id(), topic(context, party.id(), head));
        }
        return BlockTopics.verdict(context.genesis(), topics);
    }

    /// A party may publish a block a moment later than the others.
    private static List<Bytes> topic(CheckContext context, int party, long head) {
        List<Bytes> records = context.blockTopic(party);
        for (int again = 0; again < TOPIC_LOOKS && BlockTopics.last(records) < head; again++) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
            records = context.blockTopic(party);
        }
        return records;
    }

    static final Check ENDORSEMENTS = new Check(
            "endorsements",
            "nothing was ordered that endorsers did not sign",
            Set.of("forged-endorsement"),
            LedgerChecks::endorsements);

    /// No entry was ordered that the endorsers did not sign.
    static CheckResult endorsements(CheckContext context) {
        long transactions = 0;
        for (SerialReplay.Applied block : context.ledger().applied()) {
            for (TransactionOutcome outcome : block.outcomes()) {
                transactions++;
                boolean unsigned = outcome.status() == TransactionStatus.MALFORMED_BUNDLE
                        || outcome.status() == TransactionStatus.MALFORMED_ENDORSEMENT
                        || outcome.status() == TransactionStatus.MALFORMED_TRANSACTION;
                if (unsigned) {
                    return CheckResult.broken("block " + block.checkpoint().number() + ", index " + outcome.index()
                            + ": " + outcome.status());
                }
            }
        }
        return CheckResult.of(transactions > 0, transactions + " transactions, all under the threshold signature");
    }

    static final Check STATUSES = new Check(
            "statuses",
            "each ordered transaction has the status the serial replay gives it",
            Set.of("lost-status"),
            LedgerChecks::statuses);

    /// The committer says of every ordered transaction what the serial replay says.
    static CheckResult statuses(CheckContext context) {
        Map<TransactionId, TransactionStatus> expected = new HashMap<>();
        for (SerialReplay.Applied block : context.ledger().applied()) {
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
            context.clients()
                    .committer()
                    .transactions(part.stream().map(TransactionId::toHex).toList())
                    .forEach(view -> found.put(view.id(), view));
            for (TransactionId id : part) {
                TransactionView view = found.get(id.toHex());
                if (view == null) {
                    return CheckResult.broken("transaction " + id.toHex() + " has no status");
                }
                if (!view.status().equals(String.valueOf(expected.get(id)))) {
                    return CheckResult.broken("transaction " + id.toHex() + " is " + view.status()
                            + ", the replay says " + expected.get(id));
                }
            }
        }
        return CheckResult.of(!ids.isEmpty(), ids.size() + " transactions, each with its one final status");
    }

    static final Check STATE_HASH = new Check(
            "state hash",
            "the signed state hash is that of the serial replay",
            Set.of("forged-statuses"),
            LedgerChecks::stateHash);

    /// The signed state hash is that of the serial replay.
    static CheckResult stateHash(CheckContext context) {
        List<Bytes> records = TopicContents.of(context.plan().kafka().bootstrapServers(), Topics.STATUSES);
        Map<Long, Bytes32> expected = new HashMap<>();
        context.ledger()
                .applied()
                .forEach(block -> expected.put(
                        block.checkpoint().number(), block.checkpoint().stateHash()));
        Set<Long> told = new HashSet<>();
        for (BlockStatuses statuses : inOrder(records)) {
            if (!statuses.isAuthentic(context.genesis().configuration())) {
                return CheckResult.broken(
                        "statuses of block " + statuses.checkpoint().number() + " are not signed");
            }
            told.add(statuses.checkpoint().number());
            Bytes32 replayed = expected.getOrDefault(statuses.checkpoint().number(), Bytes32.ZERO);
            if (!statuses.checkpoint().stateHash().equals(replayed)) {
                return CheckResult.broken(
                        "the state hash of block " + statuses.checkpoint().number() + " is not the replay's");
            }
        }
        Optional<Long> untold = expected.keySet().stream()
                .filter(block -> !told.contains(block))
                .sorted()
                .findFirst();
        return untold.map(block -> CheckResult.broken("nobody has told the statuses of block " + block))
                .orElseGet(() -> CheckResult.of(
                        !told.isEmpty(),
                        "state hash of " + told.size() + " blocks signed and equal to the serial replay's"));
    }

    private static List<BlockStatuses> inOrder(List<Bytes> records) {
        return records.stream()
                .map(record -> BlockStatuses.decode(record.toArray()))
                .sorted(Comparator.comparingLong(
                        statuses -> statuses.checkpoint().number()))
                .toList();
    }

    static final Check RECEIPTS = new Check(
            "receipts", "receipts verify with the genesis alone", Set.of("wrong-receipt"), LedgerChecks::receipts);

    /// Receipts of transactions verify against the genesis alone.
    static CheckResult receipts(CheckContext context) {
        List<TransactionId> committed = new ArrayList<>();
        context.ledger()
                .applied()
                .forEach(block -> block.committed().forEach(transaction -> committed.add(transaction.id())));
        int step = Math.max(1, committed.size() / RECEIPTS_MAX);
        int verified = 0;
        for (int i = 0; i < committed.size(); i += step) {
            TransactionId id = committed.get(i);
            Optional<Receipt> given = receipt(context, id);
            if (given.isEmpty()) {
                continue; // that it has no status is for the check of statuses to say
            }
            Optional<String> flaw = flawOf(given.get(), id, context.genesis().configuration());
            if (flaw.isPresent()) {
                return CheckResult.broken("receipt of " + id.toHex() + ": " + flaw.get());
            }
            verified++;
        }
        return CheckResult.of(verified > 0, verified + " receipts verified without asking anybody");
    }

    /// Reason for which it is no receipt of the transaction, by the genesis alone; empty if it is one.
    static Optional<String> flawOf(Receipt receipt, TransactionId id, NetworkConfiguration genesis) {
        return receipt.flaw(genesis)
                .or(() -> receipt.outcome().id().equals(Optional.of(id))
                        ? Optional.empty()
                        : Optional.of("of another transaction"));
    }

    private static Optional<Receipt> receipt(CheckContext context, TransactionId id) {
        try {
            return Optional.of(Receipt.decode(context.clients().committer().receipt(id.toHex())));
        } catch (HttpClientErrorException.NotFound e) {
            if (!context.clients().committer().transactions(List.of(id.toHex())).isEmpty()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// Every spent token had been created, and none was worth less than nothing.
    static CheckResult balanced(CheckContext context) {
        Map<StateKey, Amount> values = new HashMap<>();
        long transfers = 0;
        for (SerialReplay.Applied block : context.ledger().applied()) {
            for (SettlementTransaction transaction : block.committed()) {
                Amount in = Amount.ZERO;
                for (var spend : transaction.spends()) {
                    Amount spent = values.remove(transaction.keyOf(spend));
                    if (spent == null) {
                        return CheckResult.broken(transaction.id().toHex() + " spends what was never created");
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
                        return CheckResult.broken(transaction.id().toHex() + " is not balanced");
                    }
                }
            }
        }
        return CheckResult.of(transfers > 0, transfers + " transfers, each with inputs equal to outputs");
    }
}
