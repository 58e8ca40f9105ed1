package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.openapi.Schemathesis;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Asks the first node of each role whether it answers as its description says.
final class DescribedInterfaces {
    private final SandboxPlan plan;
    private final DemoClients clients;
    private final Schemathesis schemathesis;
    private final Path folder;

    DescribedInterfaces(SandboxPlan plan, DemoClients clients, Schemathesis schemathesis, Path folder) {
        this.plan = plan;
        this.clients = clients;
        this.schemathesis = schemathesis;
        this.folder = folder;
    }

    void hold(Set<NodeRole> roles) throws Exception {
        Map<String, String> findings = new TreeMap<>();
        for (NodeRole role : roles) {
            var node = new Peer(role, 1);
            schemathesis
                    .findings(plan.http(node), token(plan, clients, node), folder)
                    .ifPresent(finding -> findings.put(node.directoryName(), finding));
        }
        assertThat(findings).isEmpty();
    }

    /// Of whoever has most rights there; committers, endorsers and certifiers know no callers.
    static Optional<String> token(SandboxPlan plan, DemoClients clients, Peer node) {
        return switch (node.role()) {
            case BANK -> Optional.of(clients.token(plan.machineClientOf(node)));
            case CENTRAL_BANK -> Optional.of(clients.token(SandboxPlan.officerClient(1)));
            case REGISTRATION -> Optional.of(clients.token(SandboxPlan.REGISTRAR_CLIENT));
            case AUDITOR ->
                plan.passiveAudit() ? Optional.of(clients.token(SandboxPlan.AUDITOR_CLIENT)) : Optional.empty();
            case AUDIT_MEMBER -> Optional.of(clients.token(SandboxPlan.auditOfficerClient(node, 1)));
            default -> Optional.empty();
        };
    }
}
