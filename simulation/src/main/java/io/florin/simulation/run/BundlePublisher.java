package io.florin.simulation.run;

import io.florin.crypto.Bytes;
import io.florin.simulation.broker.Broker;
import io.florin.simulation.broker.SimulatedTopicWriter;
import io.florin.simulation.ordering.PartyNode;
import io.florin.simulation.world.Life;
import io.florin.simulation.world.Node;
import io.florin.simulation.world.SimulatedNetwork;
import io.florin.simulation.world.World;
import java.util.List;

/// Writes ready bundles to every party's topic.
final class BundlePublisher extends Node {
    private final SimulatedNetwork network;
    private final Broker broker;
    private final List<PartyNode> parties;
    private final List<Bytes> bundles;
    private final long withinMillis;

    BundlePublisher(
            World world,
            SimulatedNetwork network,
            Broker broker,
            List<PartyNode> parties,
            List<Bytes> bundles,
            long withinMillis) {
        super(world, "publisher");
        this.network = network;
        this.broker = broker;
        this.parties = parties;
        this.bundles = bundles;
        this.withinMillis = withinMillis;
    }

    @Override
    protected void boot(Life begun) {
        for (PartyNode party : parties) {
            var writer =
                    new SimulatedTopicWriter(this, begun, network, broker, "settlement.transactions." + party.party());
            for (int i = 0; i < bundles.size(); i++) {
                byte[] bundle = bundles.get(i).toArray();
                begun.after(i * withinMillis * 1000 / bundles.size(), () -> writer.write(bundle, _ -> {}));
            }
        }
    }

    @Override
    protected void forget() {
        // it never fails
    }
}
