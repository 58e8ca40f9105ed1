package io.florin.sandbox.cli;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.plan.DemoLogin;
import io.florin.sandbox.plan.SandboxPlan;
import java.util.List;
import java.util.Locale;

/// Greeting with the pages, the logins, and the officers' passphrases.
record Welcome(SandboxPlan plan) {
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("\nPages\n");
        pages(text, "central bank", NodeRole.CENTRAL_BANK);
        pages(text, "bank", NodeRole.BANK);
        pages(text, "auditor", NodeRole.AUDITOR);
        pages(text, "audit member", NodeRole.AUDIT_MEMBER);
        pages(text, "registration", NodeRole.REGISTRATION);
        text.append("\nDemo logins (drawn for this data directory; not for production)\n");
        boolean members = !plan.topology().nodes(NodeRole.AUDIT_MEMBER).isEmpty();
        for (DemoLogin login : plan.logins()) {
            if (members || !login.isOfAuditMember()) {
                line(text, login.name(), String.format(Locale.ROOT, "%-20s %s", plan.passwordOf(login), login.what()));
            }
        }
        List<Peer> authorities = plan.topology().nodes(NodeRole.INSTANT);
        if (!authorities.isEmpty()) {
            text.append("\nAuthorities of the instant rail; the auditor signs off no payments here\n");
            authorities.forEach(node -> line(text, node.directoryName(), plan.http(node) + "/v1/rail"));
        }
        text.append("\nPassphrases by which officers sign what they approve\n");
        int officers = plan.topology().network().officers().count();
        for (int officer = 1; officer <= officers; officer++) {
            line(text, "officer" + officer, plan.officerPassphrase(officer));
        }
        return text.toString();
    }

    private void pages(StringBuilder text, String what, NodeRole role) {
        for (Peer node : plan.topology().nodes(role)) {
            boolean alone = plan.topology().nodes(role).size() == 1;
            line(text, alone ? what : what + " " + node.id(), plan.http(node) + "/console");
        }
    }

    private static void line(StringBuilder text, String what, String value) {
        text.append(String.format(Locale.ROOT, "  %-16s %s%n", what, value));
    }
}
