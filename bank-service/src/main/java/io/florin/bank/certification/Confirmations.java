package io.florin.bank.certification;

import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.OtherCommitters;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has another source confirm tokens before certifiers are asked for them by name, since the committer that is followed
/// could have invented them. One range of blocks is read at a time, for all tokens in it, and the turn does not wait
/// for it: a committer that hangs holds up nothing but what only it can confirm. Where the network has one committer,
/// as many certifiers as the threshold must have shown the output in what they show everybody.
///
/// One thread drives it; the count is for any.
final class Confirmations {

    private static final Logger LOG = LoggerFactory.getLogger(Confirmations.class);

    private final OtherCommitters others;
    private final Executor readers;
    private final AtomicLong differences = new AtomicLong();
    private @Nullable CompletableFuture<Map<TransactionOutput, OtherCommitters.Sight>> reading;
    private boolean complained;

    /// @param readers run what asks other committers
    Confirmations(OtherCommitters others, Executor readers) {
        this.others = others;
        this.readers = readers;
    }

    /// Takes what was read, and has the next range read. To be called once in each turn.
    ///
    /// @param now of a clock that nobody sets back
    void step(CollectedShares shares, Instant now) {
        take(shares, now);
        if (reading != null) {
            return;
        }
        for (List<OwnedToken> tokens : shares.toConfirm(1)) {
            if (others.isAlone()) {
                certifiersShow(shares, tokens, now);
            } else if (others.areTooFew()) {
                complain("certifiers are asked for no token by name: more committers must be in"
                        + " florin.endpoints.committers, to confirm what the first one shows");
            } else {
                reading = CompletableFuture.supplyAsync(() -> others.look(tokens), readers);
            }
        }
        take(shares, now);
    }

    /// Tokens that the followed committer shows and the other source does not, counted each time they are looked for,
    /// since the start.
    long differences() {
        return differences.get();
    }

    private void take(CollectedShares shares, Instant now) {
        if (reading == null || !reading.isDone()) {
            return;
        }
        Map<TransactionOutput, OtherCommitters.Sight> seen =
                Objects.requireNonNull(reading).join();
        reading = null;
        seen.forEach((id, sight) -> {
            if (others.isConfirmed(sight)) {
                shares.confirmed(id, now);
            }
        });
        differ(
                seen.values().stream().filter(sight -> sight.without() > 0).count(),
                "committers do not all show outputs that the followed one shows: count={}");
    }

    private void certifiersShow(CollectedShares shares, List<OwnedToken> tokens, Instant now) {
        List<OwnedToken> shown = tokens.stream().filter(shares::isShown).toList();
        shown.forEach(token -> shares.confirmed(token.id(), now));
        differ(
                tokens.size() - shown.size(),
                "certifiers do not show outputs that the followed committer shows, and are not asked for them by name:"
                        + " count={}");
    }

    private void differ(long count, String message) {
        if (count > 0) {
            differences.addAndGet(count);
            LOG.warn(message, count);
        }
    }

    private void complain(String message) {
        if (!complained) {
            complained = true;
            LOG.warn(message);
        }
    }
}
