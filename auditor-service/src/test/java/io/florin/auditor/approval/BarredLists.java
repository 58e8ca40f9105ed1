package io.florin.auditor.approval;

import io.florin.auditor.approval.BarredWatch.Asked;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Lists of barred enrollments as registration of a test network gives them.
public final class BarredLists {
    private BarredLists() {}

    public static List<BarredEnrollment> entries(Map<Scalar, Standing> standings) {
        return standings.entrySet().stream()
                .map(one -> new BarredEnrollment(
                        HexFormat.of().formatHex(one.getKey().toBytes()),
                        one.getValue().name()))
                .sorted(Comparator.comparing(BarredEnrollment::eid))
                .toList();
    }

    public static BarredHead head(TestNetwork network, List<BarredEnrollment> entries, long through, long timeMillis) {
        BarredHead.Entries digest = new BarredHead.Entries();
        entries.forEach(entry -> digest.add(HexFormat.of().parseHex(entry.eid()), Standing.valueOf(entry.standing())));
        return BarredHead.sign(
                network.networkId(), network.registration(), through, timeMillis, digest.count(), digest.digest());
    }

    public static BarredWatch watch(TestNetwork network) {
        return new BarredWatch(network.networkId(), network.registration().publicKey(), 30_000);
    }

    /// The list as an auditor holds it that has just taken it.
    public static BarredList list(TestNetwork network, Map<Scalar, Standing> standings) {
        List<BarredEnrollment> entries = entries(standings);
        BarredWatch watch = watch(network);
        watch.take(head(network, entries, 1, 1), entries, new Asked(1, 1));
        return watch.current(1, 1).orElseThrow();
    }
}
