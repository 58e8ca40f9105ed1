package io.florin.benchmarks.committer;

import io.florin.benchmarks.BenchFailure;
import io.florin.committer.protocol.LedgerReader;
import io.florin.committer.protocol.StateView;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// Takes the blocks of a run again, one transaction after the other, by the slow and obvious validator. Every
/// status, every rolling state hash and every committer signature of every block must be as it says, the double spends
/// and only they must be aborted, and the unspent tokens in the shards must be those of the replay and add up to what
/// was issued.
final class LedgerProof {

    private static final int TOKENS_OF_OWNER_MAX = 1_000_000;

    /// Findings, all of them as they must be.
    record Checked(int blocks, long committed, long aborted, long supplyMinor) {}

    private final TransferWorkload workload;
    private final BlockFile file;

    LedgerProof(TransferWorkload workload, BlockFile file) {
        this.workload = workload;
        this.file = file;
    }

    /// @param last the last block that was taken, which is complete
    /// @throws BenchFailure naming the first thing that is wrong
    Checked check(LedgerReader committer, int last) {
        SerialReplay replay = new SerialReplay(workload.network().genesis());
        long committed = 0;
        long aborted = 0;
        try (BlockFile.Reader blocks = file.open()) {
            for (int number = 1; number <= last; number++) {
                Block block = blocks.next().orElseThrow();
                SerialReplay.Applied expected = replay.apply(block);
                checkBlock(committer, number, expected, replay);
                for (TransactionOutcome outcome : expected.outcomes()) {
                    BenchFailure.require(
                            outcome.status() == TransactionStatus.COMMITTED
                                    || outcome.status() == TransactionStatus.ABORTED_READ_CONFLICT,
                            "the workload has a transaction that is " + outcome.status());
                    committed += outcome.status() == TransactionStatus.COMMITTED ? 1 : 0;
                    aborted += outcome.status() == TransactionStatus.COMMITTED ? 0 : 1;
                }
            }
        }
        BenchFailure.require(
                aborted == file.contents().doubleSpendsUpTo(last), "not exactly the double spends are aborted");
        checkTokens(committer, last, replay);
        return new Checked(last, committed, aborted, workload.supplyMinor());
    }

    private static void checkBlock(
            LedgerReader committer, int number, SerialReplay.Applied expected, SerialReplay replay) {
        BlockStatuses statuses =
                committer.statuses(number).orElseThrow(() -> new BenchFailure("block " + number + " has no statuses"));
        BenchFailure.require(
                statuses.outcomes().equals(expected.outcomes()), "statuses of block " + number + " are wrong");
        BenchFailure.require(
                statuses.checkpoint().equals(expected.checkpoint()), "the state hash of block " + number + " is wrong");
        BenchFailure.require(
                statuses.isAuthentic(replay.configuration()), "the signature on block " + number + " is wrong");
    }

    private void checkTokens(LedgerReader committer, int last, SerialReplay replay) {
        long tokens = 0;
        long supply = 0;
        try (StateView view = committer.view().orElseThrow(() -> new BenchFailure("the state cannot be read"))) {
            BenchFailure.require(view.block() == last, "the state is not that of block " + last);
            for (OwnerKey owner : workload.owners()) {
                List<TokenReference> unspent = view.tokensOf(owner, TOKENS_OF_OWNER_MAX);
                for (TokenReference token : unspent) {
                    BenchFailure.require(replay.read(token.key()).isPresent(), "a spent token is in the shards");
                    supply = Math.addExact(supply, token.token().value().minorUnits());
                }
                tokens += unspent.size();
            }
        }
        BenchFailure.require(tokens == workload.tokens(), "there are " + tokens + " unspent tokens");
        BenchFailure.require(supply == workload.supplyMinor(), "the supply is " + supply + " minor units");
    }
}
