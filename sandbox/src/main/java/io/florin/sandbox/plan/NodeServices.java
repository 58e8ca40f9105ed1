package io.florin.sandbox.plan;

import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import java.util.Map;

/// What runs a node of each role. Waves: issuer, then registration and ordering, then endorsers and committer, then
/// the auditor and the central bank, then the banks, so that each finds at start what it reads at start.
enum NodeServices {
    REGISTRATION("io.florin.registration.RegistrationApplication", "registration-service", 1, 192, true, true),
    ORDERING("io.florin.ordering.OrderingApplication", "ordering-service", 1, 512, false, false),
    ENDORSER("io.florin.endorser.EndorserApplication", "endorser-service", 2, 256, true, false),
    COMMITTER("io.florin.committer.CommitterApplication", "committer-service", 2, 512, false, false),
    AUDITOR("io.florin.auditor.AuditorApplication", "auditor-service", 3, 320, true, true),
    CENTRAL_BANK("io.florin.centralbank.CentralBankApplication", "central-bank-service", 3, 192, true, true),
    BANK("io.florin.bank.BankApplication", "bank-service", 4, 320, true, true);

    private final String applicationClass;
    private final String configName;
    private final int wave;
    private final int heapMegabytes;
    private final boolean database;
    private final boolean console;

    NodeServices(
            String applicationClass,
            String configName,
            int wave,
            int heapMegabytes,
            boolean database,
            boolean console) {
        this.applicationClass = applicationClass;
        this.configName = configName;
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
            case COMMITTER -> COMMITTER;
            case AUDITOR -> AUDITOR;
            case CENTRAL_BANK -> CENTRAL_BANK;
            case BANK -> BANK;
        };
    }

    String applicationClass() {
        return applicationClass;
    }

    String configName() {
        return configName;
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

    /// What only this role's nodes are told.
    void addProperties(SandboxPlan plan, Peer node, Map<String, String> properties) {
        properties.put(
                "florin." + node.role().label() + ".directory",
                plan.nodeDirectory(node).toString());
    }
}
