package io.florin.centralbank.supply;

import io.florin.runtime.api.AuditorApi;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Watches for an auditor and committers that stay apart. The auditor replays blocks as they come and hears later what
/// committers signed: a block without agreement is nothing yet, one that stays without it is an objection. Agreement
/// about a block is about all before it.
///
/// Owned by one thread.
final class AgreementWatch {
    private final Duration within;
    private final InstantSource clock;
    private @Nullable Lacking lacking;

    /// @param within how long agreement about a block may stay away
    AgreementWatch(Duration within, InstantSource clock) {
        this.within = within;
        this.clock = clock;
    }

    private record Lacking(long block, Instant since) {}

    /// Looks at the newest proofs.
    ///
    /// @return the first block about which agreement has stayed away for too long
    OptionalLong objection(List<AuditorApi.SupplyView> proofs) {
        Lacking before = lacking;
        boolean goesOn = before != null
                && proofs.stream().noneMatch(proof -> proof.committerAgrees() && proof.block() >= before.block());
        if (before != null && goesOn) {
            return clock.instant().isAfter(before.since().plus(within))
                    ? OptionalLong.of(before.block())
                    : OptionalLong.empty();
        }
        OptionalLong first = proofs.stream()
                .filter(proof -> !proof.committerAgrees())
                .mapToLong(AuditorApi.SupplyView::block)
                .min();
        lacking = first.isPresent() ? new Lacking(first.getAsLong(), clock.instant()) : null;
        return OptionalLong.empty();
    }
}
