package io.florin.sandbox.plan;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.oidc.OidcIssuerApplication;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/// The issuer's properties: passwords, page clients with their way back, machine clients.
final class IssuerLaunch {
    static final String NAME = "oidc-issuer";
    private static final int HEAP_MEGABYTES = 128;

    private IssuerLaunch() {}

    static ServiceLaunch of(SandboxPlan plan) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("server.address", SandboxPlan.HOST);
        properties.put("server.port", Integer.toString(plan.ports().port(NAME + ".http")));
        properties.put("florin.http.public-address", plan.issuer().toString());
        properties.put("florin.metrics.token", plan.secretOf(SandboxPlan.METRICS_CLIENT));
        properties.put("florin.oidc-issuer.issuer", plan.issuer().toString());
        properties.put(
                "florin.oidc-issuer.signing-key-file",
                plan.dataDirectory().resolve("oidc-issuer/signing-key.json").toString());
        for (DemoLogin login : DemoLogin.ALL) {
            properties.put("florin.oidc-issuer.people." + login.name() + ".password", plan.passwordOf(login));
        }
        for (Peer node : plan.consoles()) {
            page(plan, node, properties);
        }
        for (Peer bank : plan.topology().nodes(NodeRole.BANK)) {
            String client = "florin.oidc-issuer.machines." + plan.machineClientOf(bank);
            properties.put(client + ".secret", plan.secretOf(plan.machineClientOf(bank)));
            properties.put(client + ".roles", "bank-api");
            properties.put(client + ".participant", bank.directoryName());
        }
        for (int officer = 1; officer <= plan.topology().network().officers().count(); officer++) {
            String name = SandboxPlan.officerClient(officer);
            String client = "florin.oidc-issuer.machines." + name;
            properties.put(client + ".secret", plan.secretOf(name));
            properties.put(client + ".roles", "central-bank-officer");
            properties.put(client + ".participant", "central-bank");
        }
        for (Peer member : plan.topology().nodes(NodeRole.AUDIT_MEMBER)) {
            for (int officer = 1; officer <= 2; officer++) {
                machine(
                        plan,
                        SandboxPlan.auditOfficerClient(member, officer),
                        "audit-officer",
                        member.directoryName(),
                        properties);
            }
        }
        if (plan.passiveAudit()) {
            machine(plan, SandboxPlan.AUDITOR_CLIENT, "auditor", "auditor", properties);
        }
        machine(plan, SandboxPlan.REGISTRAR_CLIENT, "registration-officer", "registration", properties);
        machine(plan, SandboxPlan.SECOND_REGISTRAR_CLIENT, "registration-officer", "registration", properties);
        return new ServiceLaunch(
                NAME,
                OidcIssuerApplication.class.getName(),
                OidcIssuerApplication.CONFIG_NAME,
                0,
                HEAP_MEGABYTES,
                properties);
    }

    private static void machine(
            SandboxPlan plan, String name, String role, String participant, Map<String, String> properties) {
        String client = "florin.oidc-issuer.machines." + name;
        properties.put(client + ".secret", plan.secretOf(name));
        properties.put(client + ".roles", role);
        properties.put(client + ".participant", participant);
    }

    private static void page(SandboxPlan plan, Peer node, Map<String, String> properties) {
        String client = "florin.oidc-issuer.pages." + node.directoryName();
        URI base = plan.http(node);
        properties.put(client + ".secret", plan.secretOf(node.directoryName()));
        properties.put(
                client + ".redirect-uris",
                base.resolve("/login/oauth2/code/florin").toString());
        properties.put(
                client + ".post-logout-redirect-uris", base.resolve("/console").toString());
        if (node.role() == NodeRole.BANK || node.role() == NodeRole.AUDIT_MEMBER) {
            properties.put(client + ".participant", node.directoryName());
        }
    }
}
