package io.florin.sandbox.plan;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NetworkPlan.Endorsement;
import io.florin.identity.NetworkPlan.Members;
import io.florin.identity.NetworkPlan.Others;
import io.florin.identity.NetworkPlan.Privacy;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.util.ArrayList;
import java.util.List;

/// The nodes of the sandbox's network, in the order in which ports are given to them.
///
/// @param network what the network is made of
public record Topology(NetworkPlan network) {
    private static final String NAME = "florin-sandbox";
    private static final Members TWO = new Members(2, 2);

    /// The demonstration network of the runtime under the sandbox's name.
    public static Topology of(PrivacyModel model) {
        return new Topology(NetworkPlan.demo(NAME, model));
    }

    /// The same with an audit authority whose members open payments by case.
    public static Topology withPassiveAudit(PrivacyModel model) {
        return new Topology(NetworkPlan.demoWithPassiveAudit(NAME, model));
    }

    /// The demonstration network with an instant rail of four authorities. Nobody signs off payments on a rail, so the
    /// auditor signs off none of this network's.
    public static Topology withRail() {
        return new Topology(NetworkPlan.demoWithRail(NAME));
    }

    /// The fewest nodes that there can be with one of each role but the authorities of a rail, whose currency is in the
    /// clear: a currency that hides most and is under passive audit, since no other has certifiers and audit members;
    /// four parties, since three times the one that may fail and one more is the least that orders; two endorsers and
    /// two certifiers, since one alone could make money; three audit members, since a key of which two are needed is
    /// made by three; and one of everybody else.
    public static Topology smallest() {
        NetworkPlan demo = NetworkPlan.demoWithPassiveAudit(NAME, PrivacyModel.UNLINKABLE);
        return new Topology(new NetworkPlan(
                NAME,
                demo.ordering(),
                TWO,
                demo.committers(),
                demo.officers(),
                new Others(1, 1),
                demo.rules(),
                new Privacy(PrivacyModel.UNLINKABLE, TWO, demo.privacy().auditMembers())));
    }

    /// Default endorsers of a scheme: two of three, with ECDSA any three of five.
    public static Endorsement endorsement(SignatureScheme scheme) {
        return new Endorsement(scheme, scheme == SignatureScheme.ECDSA_P256 ? 3 : 2);
    }

    /// The same with endorsers who sign in another way.
    Topology withEndorsement(Endorsement endorsement) {
        return endorsement.equals(endorsement(SignatureScheme.BLS_G1))
                ? this
                : new Topology(network.withEndorsement(endorsement));
    }

    /// Every node of the network; certifiers, audit members and authorities of a rail last, so that the others have the
    /// same ports in every model.
    public List<Peer> nodes() {
        List<Peer> nodes = new ArrayList<>();
        add(nodes, NodeRole.REGISTRATION, 1);
        add(nodes, NodeRole.ORDERING, network.ordering().count());
        add(nodes, NodeRole.ENDORSER, network.endorsers().count());
        add(nodes, NodeRole.COMMITTER, network.committers().count());
        add(nodes, NodeRole.AUDITOR, network.others().auditors());
        add(nodes, NodeRole.CENTRAL_BANK, 1);
        add(nodes, NodeRole.BANK, network.others().banks());
        add(nodes, NodeRole.CERTIFIER, network.privacy().certifiers().count());
        add(nodes, NodeRole.AUDIT_MEMBER, network.privacy().auditMembers().count());
        add(nodes, NodeRole.INSTANT, network.authorities());
        return List.copyOf(nodes);
    }

    /// The nodes of one role.
    public List<Peer> nodes(NodeRole role) {
        return nodes().stream().filter(node -> node.role() == role).toList();
    }

    private static void add(List<Peer> nodes, NodeRole role, int count) {
        for (int id = 1; id <= count; id++) {
            nodes.add(new Peer(role, id));
        }
    }
}
