package io.florin.sandbox.plan;

import io.florin.runtime.identity.NetworkPlan;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import java.util.ArrayList;
import java.util.List;

/// The nodes of the sandbox's network, in the order in which ports are given to them.
public final class Topology {
    /// The demonstration network of the runtime under the sandbox's name.
    public static final NetworkPlan NETWORK = NetworkPlan.demo("florin-sandbox");

    private Topology() {}

    /// Every node of the network.
    public static List<Peer> nodes() {
        List<Peer> nodes = new ArrayList<>();
        add(nodes, NodeRole.REGISTRATION, 1);
        add(nodes, NodeRole.ORDERING, NETWORK.ordering().count());
        add(nodes, NodeRole.ENDORSER, NETWORK.endorsers().count());
        add(nodes, NodeRole.COMMITTER, NETWORK.committers().count());
        add(nodes, NodeRole.AUDITOR, NETWORK.others().auditors());
        add(nodes, NodeRole.CENTRAL_BANK, 1);
        add(nodes, NodeRole.BANK, NETWORK.others().banks());
        return List.copyOf(nodes);
    }

    /// The nodes of one role.
    public static List<Peer> nodes(NodeRole role) {
        return nodes().stream().filter(node -> node.role() == role).toList();
    }

    private static void add(List<Peer> nodes, NodeRole role, int count) {
        for (int id = 1; id <= count; id++) {
            nodes.add(new Peer(role, id));
        }
    }
}
