package io.florin.auditor.approval;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// List of those who may neither pay nor be paid in hidden currencies, as registration said at one time: enrollment
/// ids, suspended or revoked. Immutable. Prints no id; lives in memory only.
public final class BarredList {
    private final long through;
    private final long timeMillis;
    private final String digest;
    private final Map<Scalar, Standing> standings;

    private BarredList(long through, long timeMillis, String digest, Map<Scalar, Standing> standings) {
        this.through = through;
        this.timeMillis = timeMillis;
        this.digest = digest;
        this.standings = standings;
    }

    /// @return empty when the entries are not all of those that the head is about
    /// @throws IllegalArgumentException when an entry is malformed
    static Optional<BarredList> of(BarredHead head, List<BarredEnrollment> entries, long timeMillis) {
        BarredHead.Entries digest = new BarredHead.Entries();
        Map<Scalar, Standing> standings = HashMap.newHashMap(entries.size());
        for (BarredEnrollment entry : entries) {
            byte[] eid = HexFormat.of().parseHex(entry.eid());
            Standing standing = Standing.valueOf(entry.standing());
            digest.add(eid, standing);
            standings.put(Scalar.ofCanonical(eid), standing);
        }
        boolean whole = digest.count() == head.count() && digest.digest().equals(Bytes32.fromHex(head.digest()));
        return whole
                ? Optional.of(new BarredList(head.through(), timeMillis, head.digest(), standings))
                : Optional.empty();
    }

    /// The same list, confirmed at a later time.
    BarredList confirmed(BarredHead head, long timeMillis) {
        return new BarredList(head.through(), timeMillis, digest, standings);
    }

    boolean isListOf(BarredHead head) {
        return head.digest().equals(digest) && head.count() == standings.size();
    }

    /// Suspended or revoked; empty for everybody else.
    public Optional<Standing> standing(Scalar enrollment) {
        return Optional.ofNullable(standings.get(enrollment));
    }

    public int size() {
        return standings.size();
    }

    long through() {
        return through;
    }

    long timeMillis() {
        return timeMillis;
    }

    @Override
    public String toString() {
        return "BarredList[through=" + through + ", size=" + standings.size() + "]";
    }
}
