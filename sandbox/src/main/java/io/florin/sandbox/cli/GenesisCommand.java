package io.florin.sandbox.cli;

import io.florin.ledger.config.Genesis;
import io.florin.runtime.identity.NetworkMaterial;
import io.florin.sandbox.plan.SandboxPlan;
import java.security.SecureRandom;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

    @Override
    public void run() {
        SandboxPlan plan = options.plan();
        var out = spec.commandLine().getOut();
        var directory = plan.networkDirectory();
        boolean known = NetworkMaterial.isIn(directory);
        Genesis genesis = known
                ? NetworkMaterial.genesis(directory)
                : NetworkMaterial.create(plan.topology().network(), directory, new SecureRandom(), Instant.now());
        out.println((known ? "Network " : "Created network ") + genesis.name() + " in " + directory);
        out.println("Network id " + genesis.networkId().toHex());
        out.flush();
    }
}
