package io.florin.instant.standing.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.standing.OwnerStandings;
import io.florin.ledger.NetworkId;
import io.florin.ledger.enrollment.RecordSequence;
import io.florin.ledger.enrollment.RecordSequence.Fault;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.rail.RailAccount;
import io.florin.runtime.Failure;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.chain.RecordPage;
import io.florin.runtime.loop.BackgroundLoop;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Follows registration's records from the first one at each start, and tells the authority whose standing changed.
/// The journals keep standings, so a start needs no registration; those that changed meanwhile are told when it
/// answers. A record out of its order, or that is not registration's, changes nothing: the same place is asked for
/// again.
///
/// One loop drives it; any thread asks how far it is.
public final class StandingFollower {

    /// Time for which registration may keep a question until there is a record.
    private static final Duration AWAIT_RECORDS = Duration.ofSeconds(4);

    private final RegistrationInternalApi registration;
    private final RecordSequence sequence;
    private final Supplier<Optional<RailAuthority>> authority;
    private final InstantLog log;
    private final OwnerStandings standings = new OwnerStandings();
    private final Map<RailAccount, Boolean> untold = new LinkedHashMap<>();
    private long refusedAt = -1;
    private volatile String trouble = "nothing heard yet";

    /// @param authority empty until it is open
    public StandingFollower(
            RegistrationInternalApi registration,
            NetworkId network,
            Bytes32 registrationKey,
            Supplier<Optional<RailAuthority>> authority,
            InstantLog log) {
        this.registration = registration;
        this.sequence = new RecordSequence(network, registrationKey, Position.START);
        this.authority = authority;
        this.log = log;
    }

    /// @return how many records
    public int step() {
        Optional<RailAuthority> to = authority.get();
        if (to.isEmpty() || !tellRest(to.get())) {
            return BackgroundLoop.AWAITS;
        }
        try {
            int taken = read();
            trouble = "";
            return tellRest(to.get()) ? taken : BackgroundLoop.AWAITS;
        } catch (RestClientException silent) {
            trouble = "registration does not answer";
            throw silent;
        }
    }

    private int read() {
        long before = sequence.position().sequence();
        RecordPage page = BackgroundLoop.asking(
                () -> RecordPage.after(after -> registration.recordsAwaited(after, AWAIT_RECORDS.toMillis()), before));
        @Nullable Fault fault = take(page);
        int taken = Math.toIntExact(sequence.position().sequence() - before);
        if (taken < RegistrationInternalApi.RECORDS_MAX) {
            untold.putAll(standings.takeChanged());
        }
        if (fault != null) {
            throw refused(fault);
        }
        return taken;
    }

    private @Nullable Fault take(RecordPage page) {
        for (Bytes encoded : page.records()) {
            switch (sequence.take(encoded)) {
                case Verdict.Next(RegistrationRecord record) -> standings.take(record.event());
                case Verdict.Repeated() -> {}
                case Verdict.Refused(Fault fault) -> {
                    return fault;
                }
            }
        }
        return page.whole() ? null : Fault.UNREADABLE;
    }

    private Failure refused(Fault fault) {
        long after = sequence.position().sequence();
        trouble = "registration's records are refused";
        if (refusedAt != after) {
            refusedAt = after;
            log.recordRefused(fault.name(), after);
        }
        return new Failure(trouble + ": " + fault + " after " + after);
    }

    private boolean tellRest(RailAuthority to) {
        var entries = untold.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<RailAccount, Boolean> next = entries.next();
            if (!to.suspended(next.getKey(), next.getValue())) {
                return false;
            }
            entries.remove();
        }
        return true;
    }

    /// The number of the last record that was read, 0 before the first.
    public long lastRecord() {
        return sequence.position().sequence();
    }

    /// Reason for which registration is not followed; empty when all is well.
    public String trouble() {
        return trouble;
    }
}
