package io.florin.sandbox.cli;

import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.sandbox.plan.DemoLogin;
import io.florin.sandbox.plan.SandboxPlan;
import java.util.Locale;

/// Where the pages are and who can log in.
record Welcome(SandboxPlan plan) {
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("\nPages\n");
        line(text, "central bank", new Peer(NodeRole.CENTRAL_BANK, 1));
        line(text, "bank", new Peer(NodeRole.BANK, 1));
        line(text, "auditor", new Peer(NodeRole.AUDITOR, 1));
        text.append("\nDemo logins (drawn for this data directory; not for production)\n");
        for (DemoLogin login : plan.logins()) {
            text.append(String.format(
                    Locale.ROOT, "  %-16s %-20s %s%n", login.name(), plan.passwordOf(login), login.what()));
        }
        return text.toString();
    }

    private void line(StringBuilder text, String what, Peer node) {
        text.append(String.format(Locale.ROOT, "  %-16s %s/console%n", what, plan.http(node)));
    }
}
