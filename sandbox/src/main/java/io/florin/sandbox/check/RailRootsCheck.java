package io.florin.sandbox.check;

import io.florin.runtime.api.InstantInternalApi.ShardView;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Check of what the authorities executed, against each other.
final class RailRootsCheck {
    private RailRootsCheck() {}

    static final Check ROOTS = new Check(
            "rail roots",
            "all living authorities executed the same orders, by the roots of their shards",
            Set.of("two-certificates"),
            RailRootsCheck::roots);

    private static CheckResult roots(CheckContext context) {
        RailReports reports = RailReports.atRest(context);
        List<String> first =
                roots(reports.living().values().stream().findFirst().orElseThrow());
        for (Map.Entry<Integer, List<ShardView>> authority : reports.living().entrySet()) {
            if (!roots(authority.getValue()).equals(first)) {
                return CheckResult.broken("authority " + authority.getKey() + " executed other orders than authority "
                        + reports.living().firstKey());
            }
        }
        long executed = reports.living().firstEntry().getValue().stream()
                .mapToLong(ShardView::executed)
                .sum();
        return CheckResult.of(
                executed > 0,
                executed + " orders under the same roots at " + reports.living().size() + " authorities");
    }

    private static List<String> roots(List<ShardView> shards) {
        return shards.stream().map(ShardView::executedHash).toList();
    }
}
