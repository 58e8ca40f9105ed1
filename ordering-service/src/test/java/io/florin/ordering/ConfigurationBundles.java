package io.florin.ordering;

import io.florin.crypto.Bytes;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.SettlementTranslator;
import java.util.List;
import java.util.stream.Stream;

/// Changes of a test network's configuration, endorsed or not.
public final class ConfigurationBundles {
    private final TestNetwork network;

    public ConfigurationBundles(TestNetwork network) {
        this.network = network;
    }

    /// @param version the one it changes
    public ConfigurationChange change(long version, long expiryHeight, long expiryBlocksMax) {
        NetworkConfiguration now = network.configuration();
        var next = EditedConfiguration.of(now)
                .version(version + 1)
                .limits(new NetworkConfiguration.Limits(expiryBlocksMax, 30_000))
                .build();
        var header = new TransactionHeader(
                network.networkId(),
                NamespaceId.CONFIGURATION,
                1,
                version,
                expiryHeight,
                Bytes.of(network.newBytes(16)));
        return new ConfigurationChange(header, next, List.of());
    }

    /// Signed by two of the three endorsers.
    public Bundle endorsed(ConfigurationChange... changes) {
        List<Bytes> raws = encoded(changes);
        byte[] message =
                Bundle.message(network.networkId(), NamespaceId.CONFIGURATION, 1, 1, raws.size(), Bundle.rootOf(raws));
        var signature = ThresholdBls.combine(
                2,
                List.of(
                        ThresholdBls.signShare(network.shares().get(0), message),
                        ThresholdBls.signShare(network.shares().get(1), message)));
        return bundle(raws, 1, Bytes.of(signature.toArray()));
    }

    /// A bundle that anybody can make: the form is good, and the signature a point of the curve, but one of something
    /// else.
    public Bundle forged(Bundle signed, ConfigurationChange... changes) {
        return bundle(encoded(changes), 1, signed.signature());
    }

    /// Names a key that is not in force.
    public Bundle ofAnotherEpoch(Bundle signed) {
        return bundle(signed.transactions(), 2, signed.signature());
    }

    private static Bundle bundle(List<Bytes> raws, long epoch, Bytes signature) {
        return new Bundle(NamespaceId.CONFIGURATION, 1, epoch, raws, List.of(), signature);
    }

    private static List<Bytes> encoded(ConfigurationChange... changes) {
        return Stream.of(changes)
                .map(change ->
                        Bytes.of(SettlementTranslator.translate(change, false).encode()))
                .toList();
    }
}
