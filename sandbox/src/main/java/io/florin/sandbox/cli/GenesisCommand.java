package io.florin.sandbox.cli;

import io.florin.identity.NetworkMaterial;
import io.florin.identity.PublicMaterial;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.rules.AuditWarnings;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "genesis",
        description =
                "Creates the network's genesis block and keys in the data directory, or shows the one that is there.")
final class GenesisCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "Makes genesis.bin there instead, from the public keys that organisations made, each on its"
                    + " own machine. All of them do it and compare the network id.")
    private @Nullable Path from;

    @Override
    public void run() {
        @Nullable Path publicKeys = from;
        if (publicKeys != null) {
            Genesis genesis = PublicMaterial.genesis(publicKeys);
            PublicMaterial.write(publicKeys, genesis);
            show("Network " + genesis.name() + " of the public keys in " + publicKeys, genesis);
            return;
        }
        SandboxPlan plan = options.plan();
        var directory = plan.networkDirectory();
        boolean known = NetworkMaterial.isIn(directory);
        Genesis genesis = known
                ? NetworkMaterial.genesis(directory)
                : NetworkMaterial.create(plan.topology().network(), directory, new SecureRandom(), Instant.now());
        show((known ? "Network " : "Created network ") + genesis.name() + " in " + directory, genesis);
    }

    private void show(String what, Genesis genesis) {
        var out = spec.commandLine().getOut();
        out.println(what);
        out.println("Network id " + genesis.networkId().toHex());
        AuditWarnings.of(genesis.configuration()).forEach(warning -> out.println("WARNING: " + warning));
        out.flush();
    }
}
