package io.florin.sandbox.plan;

import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import java.util.ArrayList;
import java.util.List;

/// How many nodes of each role there are in the sandbox, and the order in which ports are given to them.
public final class Topology {
    public static final int ORDERING_PARTIES = 4;
    public static final int ENDORSERS = 3;
    public static final int ENDORSEMENT_THRESHOLD = 2;
    public static final int OFFICERS = 3;
    public static final int OFFICERS_NEEDED = 2;
    public static final int BANKS = 3;

    private Topology() {}

    /// Every node of the network.
    public static List<Peer> nodes() {
        List<Peer> nodes = new ArrayList<>();
        add(nodes, NodeRole.REGISTRATION, 1);
        add(nodes, NodeRole.ORDERING, ORDERING_PARTIES);
        add(nodes, NodeRole.ENDORSER, ENDORSERS);
        add(nodes, NodeRole.COMMITTER, 1);
        add(nodes, NodeRole.AUDITOR, 1);
        add(nodes, NodeRole.CENTRAL_BANK, 1);
        add(nodes, NodeRole.BANK, BANKS);
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
