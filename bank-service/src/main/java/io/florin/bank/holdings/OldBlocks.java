package io.florin.bank.holdings;

import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Blocks of long ago, of which the state hash before is not known here, so that they are a committer's word. One that
/// it did not sign is as if it had not answered: what does not need that block goes on. For one turn of one thread.
final class OldBlocks {

    private final ResultsApi committer;
    private final LedgerAccess ledger;
    private @Nullable Failure unsigned;

    OldBlocks(ResultsApi committer, LedgerAccess ledger) {
        this.committer = committer;
        this.ledger = ledger;
    }

    record Block(long number, List<Committed> committed) {}

    /// @return the blocks from this one on, up to the first that the committer did not sign
    /// @throws Failure when the answer cannot be read
    List<Block> read(long from, int limit) {
        List<Block> read = new ArrayList<>();
        try {
            for (BlockResult result : BlockResult.decodeList(committer.results(from, limit, 0))) {
                Optional<Block> signed = result.signed(ledger.network(), ledger.configuration())
                        .map(transactions -> new Block(result.number(), Committed.of(transactions)));
                if (signed.isEmpty()) {
                    unsigned = new Failure("block " + result.number() + " is not signed by a committer");
                    return read;
                }
                read.add(signed.get());
            }
            return read;
        } catch (DecodeException | IllegalArgumentException unreadable) {
            throw new Failure("a committer's answer cannot be read", unreadable);
        }
    }

    /// @throws Failure when the committer did not sign a block that was asked for
    void check() {
        if (unsigned != null) {
            throw unsigned;
        }
    }
}
