package io.florin.bank.holdings;

import io.florin.bank.protocol.FinalStatus;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Blocks of long ago, of which the state hash before is not known here, so that they are a committer's word. One that
/// it did not sign is as if it had not answered: what does not need that block goes on. For one turn of one thread.
final class OldBlocks {

    private final ResultsApi committer;
    private final LedgerAccess ledger;
    private final Set<Long> unsigned = new HashSet<>();

    OldBlocks(ResultsApi committer, LedgerAccess ledger) {
        this.committer = committer;
        this.ledger = ledger;
    }

    /// @param ended transactions that will never commit
    record Block(long number, List<Committed> committed, List<FinalStatus> ended) {
        static Block of(long number, List<SettledTransaction> transactions) {
            return new Block(
                    number,
                    Committed.of(transactions),
                    transactions.stream()
                            .flatMap(each ->
                                    each
                                            .claimed()
                                            .map(id -> new FinalStatus(
                                                    id, each.outcome().status()))
                                            .stream())
                            .filter(each -> !each.status().isCommitted())
                            .toList());
        }
    }

    /// @return the blocks from this one on, up to the first that the committer did not sign
    /// @throws Failure when the answer cannot be read
    List<Block> read(long from, int limit) {
        List<Block> read = new ArrayList<>();
        try {
            for (BlockResult result : BlockResult.decodeList(committer.results(from, limit, 0))) {
                Optional<Block> signed = result.signed(ledger.network(), ledger.configuration())
                        .map(transactions -> Block.of(result.number(), transactions));
                if (signed.isEmpty()) {
                    unsigned.add(result.number());
                    return read;
                }
                read.add(signed.get());
            }
            return read;
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new Failure("a committer's answer cannot be read", unreadable);
        }
    }

    /// Whether the committer showed this block and did not sign it.
    boolean isUnsigned(long block) {
        return unsigned.contains(block);
    }

    /// @throws Failure when the committer did not sign a block that was asked for
    void check() {
        if (!unsigned.isEmpty()) {
            throw new Failure(
                    "block " + unsigned.stream().min(Long::compare).orElseThrow() + " is not signed by a committer");
        }
    }
}
