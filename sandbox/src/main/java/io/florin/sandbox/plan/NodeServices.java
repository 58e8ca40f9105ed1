package io.florin.sandbox.plan;

import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.economy.DemoBank;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import java.util.Map;

/// Services that run a node of each role. Waves, in the opposite order of which they end: issuer, registration and
/// ordering, endorsers and committer, the auditor, the central bank and authorities of a rail, the banks.
enum NodeServices {
    REGISTRATION(
            "io.florin.registration.RegistrationApplication",
            "registration-service",
            "registrations",
            1,
            192,
            true,
            true),
    ORDERING("io.florin.ordering.OrderingApplication", "ordering-service", "ordering", 1, 512, false, false),
    ENDORSER("io.florin.endorser.EndorserApplication", "endorser-service", "endorsers", 2, 256, true, false),
    CERTIFIER("io.florin.certifier.CertifierApplication", "certifier-service", "certifiers", 3, 192, true, false),
    AUDIT_MEMBER(
            "io.florin.auditmember.AuditMemberApplication",
            "audit-member-service",
            "audit-members",
            3,
            160,
            true,
            true),
    COMMITTER("io.florin.committer.CommitterApplication", "committer-service", "committers", 2, 512, false, false),
    AUDITOR("io.florin.auditor.AuditorApplication", "auditor-service", "auditors", 3, 320, true, true),
    CENTRAL_BANK(
            "io.florin.centralbank.CentralBankApplication",
            "central-bank-service",
            "central-banks",
            3,
            192,
            true,
            true),
    BANK("io.florin.bank.BankApplication", "bank-service", "banks", 4, 320, true, true),
    INSTANT("io.florin.instant.InstantServiceApplication", "instant-service", "instant", 3, 192, false, false);

    /// Reserves that each bank brings to its account, in minor units.
    private static final long OPENING_RESERVES = 10_000_000_000L;

    private final String applicationClass;
    private final String configName;
    private final String endpoints;
    private final int wave;
    private final int heapMegabytes;
    private final boolean database;
    private final boolean console;

    NodeServices(
            String applicationClass,
            String configName,
            String endpoints,
            int wave,
            int heapMegabytes,
            boolean database,
            boolean console) {
        this.applicationClass = applicationClass;
        this.configName = configName;
        this.endpoints = endpoints;
        this.wave = wave;
        this.heapMegabytes = heapMegabytes;
        this.database = database;
        this.console = console;
    }

    static NodeServices of(NodeRole role) {
        return switch (role) {
            case REGISTRATION -> REGISTRATION;
            case ORDERING -> ORDERING;
            case ENDORSER -> ENDORSER;
            case CERTIFIER -> CERTIFIER;
            case AUDIT_MEMBER -> AUDIT_MEMBER;
            case COMMITTER -> COMMITTER;
            case AUDITOR -> AUDITOR;
            case CENTRAL_BANK -> CENTRAL_BANK;
            case BANK -> BANK;
            case INSTANT -> INSTANT;
        };
    }

    String applicationClass() {
        return applicationClass;
    }

    String configName() {
        return configName;
    }

    /// The list of `florin.endpoints` that names nodes of this role.
    String endpoints() {
        return endpoints;
    }

    int wave() {
        return wave;
    }

    int heapMegabytes() {
        return heapMegabytes;
    }

    boolean database() {
        return database;
    }

    boolean console() {
        return console;
    }

    /// Adds the settings of this role's nodes only.
    void addProperties(SandboxPlan plan, Peer node, Map<String, String> properties) {
        String prefix = "florin." + node.role().label();
        properties.put(prefix + ".directory", plan.nodeDirectory(node).toString());
        switch (this) {
            case BANK -> {
                DemoBank bank = DemoEconomyGenerator.bank(node.id());
                properties.put(prefix + ".name", bank.name());
                properties.put(prefix + ".bic", bank.bic());
            }
            case REGISTRATION -> addRegistration(plan, properties);
            case CENTRAL_BANK -> addCentralBank(plan, properties);
            case ORDERING -> addOrdering(plan, node, properties);
            // amounts of the demonstration are small, and so may be the table that reads them
            case AUDITOR -> properties.put(prefix + ".openings.table-bits", "15");
            case INSTANT -> addInstant(plan, node, properties);
            case ENDORSER, CERTIFIER, AUDIT_MEMBER, COMMITTER -> {}
        }
        // everybody in the sandbox calls from one address
        properties.put("florin.http.rate-limit.requests-per-second", "100000");
        properties.put("florin.http.rate-limit.burst", "100000");
    }

    private static void addOrdering(SandboxPlan plan, Peer node, Map<String, String> properties) {
        properties.put(
                "florin.ordering.data-directory", plan.nodeDirectory(node).toString());
        // all parties share one small machine: with less, a change of leader under load is suspected before it is done
        properties.put("florin.ordering.consensus.timeout", "4s");
        for (Peer party : plan.topology().nodes(NodeRole.ORDERING)) {
            String entry = "florin.ordering.consensus.parties[" + (party.id() - 1) + "].";
            properties.put(entry + "id", Integer.toString(party.id()));
            properties.put(entry + "host", SandboxPlan.HOST);
            properties.put(entry + "port", Integer.toString(plan.consensusPort(party)));
        }
    }

    private static void addInstant(SandboxPlan plan, Peer node, Map<String, String> properties) {
        // two, so that money crosses from one to the other
        properties.put("florin.instant.shards", "2");
        properties.put("florin.instant.address", SandboxPlan.HOST);
        properties.put("florin.instant.port", Integer.toString(plan.railPort(node)));
        for (Peer authority : plan.topology().nodes(NodeRole.INSTANT)) {
            String entry = "florin.instant.authorities[" + (authority.id() - 1) + "].";
            properties.put(entry + "id", Integer.toString(authority.id()));
            properties.put(entry + "host", SandboxPlan.HOST);
            properties.put(entry + "port", Integer.toString(plan.railPort(authority)));
        }
    }

    /// The demo's banks are members from the start, and clean applications of the demo's tiers need no person.
    private static void addRegistration(SandboxPlan plan, Map<String, String> properties) {
        String prefix = "florin.registration.";
        properties.put(prefix + "auto-approve-tiers", "1,2,3");
        properties.put(prefix + "auto-approve-treasuries", "true");
        for (Peer bank : plan.topology().nodes(NodeRole.BANK)) {
            DemoBank demo = DemoEconomyGenerator.bank(bank.id());
            String entry = prefix + "bootstrap.participants[" + (bank.id() - 1) + "].";
            properties.put(entry + "id", Integer.toString(bank.id()));
            properties.put(entry + "name", demo.name());
            properties.put(entry + "bic", demo.bic());
        }
    }

    private static void addCentralBank(SandboxPlan plan, Map<String, String> properties) {
        for (int officer = 1; officer <= plan.topology().network().officers().count(); officer++) {
            String entry = "florin.central-bank.officers[" + (officer - 1) + "].";
            properties.put(entry + "logins[0]", "officer" + officer);
            properties.put(entry + "logins[1]", SandboxPlan.officerClient(officer));
            properties.put(entry + "key", plan.officerKeyFile(officer).toString());
        }
        for (Peer bank : plan.topology().nodes(NodeRole.BANK)) {
            String entry = "florin.supply.reserves[" + (bank.id() - 1) + "].";
            properties.put(entry + "participant", Integer.toString(bank.id()));
            properties.put(entry + "balance", Long.toString(OPENING_RESERVES));
        }
    }
}
