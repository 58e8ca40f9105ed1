package io.florin.runtime.chain;

import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SignedCheckpoint;
import io.florin.runtime.Failure;
import io.florin.runtime.api.ResultsApi;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Reads from committers what blocks did: proved as [ResultTip] says, in order, without a gap. Everybody who follows
/// results does it with this; where they have come is theirs to keep.
///
/// It goes on with the committer that answered last. One that is silent, or whose answer proves nothing, is left for
/// the next one at once; one that had no block for ten seconds stays, unless another one has some. Where the
/// configuration says that g committers may lie, g others have to sign the same checkpoint. One thread at a time.
public final class ResultReader {

    private static final Duration QUIET = Duration.ofSeconds(10);

    private final List<ResultsApi> committers;
    private final Observer observer;
    private final long quietNanos;
    private int current;
    private boolean answered;
    private long quietSince = System.nanoTime();
    private @Nullable ResultTip sought;

    /// Is told what somebody should know of.
    @FunctionalInterface
    public interface Observer {

        /// A committer gave something that proves nothing. To be silent, or behind the others, is not told.
        ///
        /// @param committer place in the list, from 0
        void refused(int committer, long block, String reason);
    }

    /// @param committers one or more, the preferred one first
    public ResultReader(List<ResultsApi> committers, Observer observer) {
        this(committers, observer, QUIET);
    }

    /// @param quiet how long the committer that is followed may have no block before others are asked
    ResultReader(List<ResultsApi> committers, Observer observer, Duration quiet) {
        if (committers.isEmpty()) {
            throw new IllegalArgumentException("results must come from somewhere");
        }
        this.committers = List.copyOf(committers);
        this.observer = observer;
        this.quietNanos = quiet.toNanos();
    }

    /// The results behind a tip.
    ///
    /// @param limit blocks, at most [BlockResult#LIST_MAX]
    /// @param wait how long the answer may wait for the first block, at most 20 s; after a failure it does not, so that
    ///     whoever follows a quiet ledger soon knows that it can be followed again
    /// @return no blocks if there were none in that time
    /// @throws Failure when no committer answers, or none of their answers proves anything
    public List<SettledBlock> after(ResultTip tip, int limit, Duration wait) {
        @Nullable Failure failed = null;
        for (int turn = 0; turn < committers.size(); turn++) {
            int committer = (current + turn) % committers.size();
            try {
                List<SettledBlock> blocks = read(committer, tip, limit, answered && turn == 0 ? wait : Duration.ZERO);
                took(committer, !blocks.isEmpty());
                return blocks.isEmpty() ? fromAnother(tip, limit) : blocks;
            } catch (RestClientException silent) {
                failed = new Failure("no committer answers: " + silent.getMostSpecificCause(), silent);
            } catch (Failure refused) {
                failed = refused;
            }
            answered = false;
        }
        throw failed == null ? new Failure("no committer answers") : failed;
    }

    /// The tip behind a block, by everything from genesis on: for who has come to the block without knowing how. After
    /// a failure it goes on where it stopped, and the same block is found again without reading.
    ///
    /// @throws Failure as [#after], and when the committers do not have the block
    public ResultTip tipAt(Genesis genesis, long block) {
        ResultTip tip = sought == null || sought.number() > block ? ResultTip.of(genesis) : sought;
        while (tip.number() < block) {
            int limit = (int) Math.min(BlockResult.LIST_MAX, block - tip.number());
            List<SettledBlock> blocks = after(tip, limit, Duration.ZERO);
            if (blocks.isEmpty()) {
                throw new Failure("no committer has block " + (tip.number() + 1));
            }
            tip = blocks.getLast().after();
            sought = tip;
        }
        return tip;
    }

    private void took(int committer, boolean something) {
        current = committer;
        answered = true;
        if (something) {
            quietSince = System.nanoTime();
        }
    }

    /// Once in a while without a block: one committer may stand still, or keep blocks to itself, while others go on.
    private List<SettledBlock> fromAnother(ResultTip tip, int limit) {
        if (System.nanoTime() - quietSince < quietNanos) {
            return List.of();
        }
        quietSince = System.nanoTime();
        for (int turn = 1; turn < committers.size(); turn++) {
            int committer = (current + turn) % committers.size();
            try {
                List<SettledBlock> blocks = read(committer, tip, limit, Duration.ZERO);
                if (!blocks.isEmpty()) {
                    took(committer, true);
                    return blocks;
                }
            } catch (RestClientException | Failure alsoNothing) {
                continue; // the one that is followed answers, and says that there is nothing
            }
        }
        return List.of();
    }

    /// @throws Failure when the first block is not proved; with a later one the list ends before it
    private List<SettledBlock> read(int committer, ResultTip tip, int limit, Duration wait) {
        List<BlockResult> results = results(committer, tip, limit, wait);
        Signatures others = new Signatures(committer, tip);
        List<SettledBlock> settled = new ArrayList<>();
        ResultTip next = tip;
        for (BlockResult result : results) {
            switch (next.judge(result, others.of(result, next))) {
                case Judged.Settled(SettledBlock block) -> {
                    settled.add(block);
                    next = block.after();
                }
                case Judged.Flawed(String reason) -> {
                    observer.refused(committer, next.number() + 1, reason);
                    if (settled.isEmpty()) {
                        throw new Failure("the result of block " + (next.number() + 1) + " proves nothing: " + reason);
                    }
                    return settled;
                }
                case Judged.Unconfirmed(int signed, int needed) -> {
                    if (settled.isEmpty()) {
                        throw new Failure("block " + (next.number() + 1) + " is signed by " + signed
                                + " committers yet, " + needed + " are needed");
                    }
                    return settled;
                }
            }
        }
        return settled;
    }

    private List<BlockResult> results(int committer, ResultTip tip, int limit, Duration wait) {
        long from = tip.number() + 1;
        byte @Nullable [] answer =
                BackgroundLoop.asking(() -> committers.get(committer).results(from, limit, wait.toMillis()));
        try {
            if (answer == null) {
                throw new DecodeException("an answer with nothing in it");
            }
            List<BlockResult> results = BlockResult.decodeList(answer);
            if (results.size() > limit) {
                String reason = results.size() + " results where " + limit + " were asked for";
                observer.refused(committer, from, reason);
                throw new Failure("a committer answers " + reason);
            }
            return results;
        } catch (DecodeException | IllegalArgumentException unreadable) {
            observer.refused(committer, from, "unreadable");
            throw new Failure("a committer's answer cannot be read", unreadable);
        }
    }

    /// Of the other committers, where one is not enough; asked once for one list of results.
    private final class Signatures {
        private final int followed;
        private final long from;
        private @Nullable List<SignedCheckpoint> signed;

        private Signatures(int followed, ResultTip tip) {
            this.followed = followed;
            this.from = tip.number() + 1;
        }

        private List<CommitterSignature> of(BlockResult result, ResultTip tip) {
            if (tip.configuration().committers().liars() == 0) {
                return List.of();
            }
            if (signed == null) {
                signed = ask();
            }
            return signed.stream()
                    .filter(each -> each.checkpoint().equals(result.statuses().checkpoint()))
                    .map(SignedCheckpoint::signature)
                    .toList();
        }

        private List<SignedCheckpoint> ask() {
            List<SignedCheckpoint> all = new ArrayList<>();
            for (int other = 0; other < committers.size(); other++) {
                if (other != followed) {
                    try {
                        byte @Nullable [] answer = committers.get(other).checkpoints(from, BlockResult.LIST_MAX);
                        all.addAll(answer == null ? List.of() : SignedCheckpoint.decodeList(answer));
                    } catch (DecodeException | IllegalArgumentException unreadable) {
                        observer.refused(other, from, "unreadable checkpoints");
                    } catch (RestClientException silent) {
                        continue; // who does not answer did not sign yet either, and has not lied
                    }
                }
            }
            return all;
        }
    }
}
