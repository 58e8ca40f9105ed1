package io.florin.sandbox.check;

import io.florin.identity.NodeIdentity;
import io.florin.runtime.api.InstantInternalApi;
import io.florin.runtime.api.InstantInternalApi.ShardView;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.springframework.web.client.RestClientException;

/// Reports of the rail's living authorities about their shards: of those that answer. That all of them live is another
/// check's promise; fewer than a quorum are no rail.
///
/// @param living by authority, each with its shards in order
record RailReports(SortedMap<Integer, List<ShardView>> living) {
    /// As many looks in turn find the same, so that it is at rest: a second and a half at least, six windows.
    private static final int LOOKS = 15;

    /// Sum of a shard's amounts that does not change while nobody pays.
    private record Still(int executed, String executedHash, long held, long pending, long left, long ahead) {
        static Still of(ShardView view) {
            return new Still(
                    view.executed(), view.executedHash(), view.held(), view.pending(), view.left(), view.ahead());
        }
    }

    /// @throws io.florin.sandbox.run.SandboxException if they do not come to rest, or fewer than a quorum live
    static RailReports atRest(CheckContext context) {
        long height = context.ledger().replay().checkpoint().number();
        int quorum = RailLedger.rail(context).committee().size().quorum();
        try (NodeIdentity auditor =
                        NodeIdentity.load(context.plan().networkDirectory(), new Peer(NodeRole.AUDITOR, 1));
                InternalClients clients =
                        new InternalClients(auditor.tls(), StrictJson.mapper(), Await.PATIENCE, Await.PATIENCE)) {
            SortedMap<Integer, InstantInternalApi> authorities = new TreeMap<>();
            for (Peer authority : context.plan().topology().nodes(NodeRole.INSTANT)) {
                authorities.put(
                        authority.id(),
                        clients.proxy(
                                InstantInternalApi.class,
                                authority,
                                context.plan().internal(authority)));
            }
            List<RailReports> last = new ArrayList<>();
            Await.until("the rail's authorities to come to rest", Await.PATIENCE, () -> {
                RailReports now = look(authorities);
                if (now.living().size() < quorum || !now.isQuiet(height)) {
                    last.clear();
                } else {
                    if (!last.isEmpty() && !last.getLast().isAs(now)) {
                        last.clear();
                    }
                    last.add(now);
                }
                return last.size() >= LOOKS;
            });
            return last.getLast();
        }
    }

    private static RailReports look(SortedMap<Integer, InstantInternalApi> authorities) {
        SortedMap<Integer, List<ShardView>> found = new TreeMap<>();
        authorities.forEach((authority, api) -> {
            try {
                found.put(authority, api.shards());
            } catch (RestClientException away) {
                // not one of the living
            }
        });
        return new RailReports(found);
    }

    private boolean isQuiet(long height) {
        return living.values().stream()
                .flatMap(List::stream)
                .allMatch(shard -> shard.height() >= height && shard.unacknowledged() == 0);
    }

    private boolean isAs(RailReports other) {
        return living.keySet().equals(other.living().keySet())
                && living.entrySet().stream()
                        .allMatch(each -> still(each.getValue())
                                .equals(still(
                                        Objects.requireNonNull(other.living().get(each.getKey())))));
    }

    private static List<Still> still(List<ShardView> shards) {
        return shards.stream().map(Still::of).toList();
    }

    SortedSet<Integer> authorities() {
        return new TreeSet<>(living.keySet());
    }

    /// Sum over an authority's shards.
    static long sum(List<ShardView> shards, ToLongFunction<ShardView> of) {
        return shards.stream().mapToLong(of).sum();
    }
}
