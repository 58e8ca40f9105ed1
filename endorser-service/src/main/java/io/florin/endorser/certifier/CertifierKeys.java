package io.florin.endorser.certifier;

import io.florin.crypto.Bytes;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The certifier's key shares, each used only while the configuration's newest group has it at its index. Any thread.
public final class CertifierKeys {

    private final Function<NamespaceId, Optional<PsKeyShare>> shares;
    private final Map<PsKeyShare, Bytes> verificationKeys = new ConcurrentHashMap<>();

    /// @param shares this node's share of the key of a namespace
    public CertifierKeys(Function<NamespaceId, Optional<PsKeyShare>> shares) {
        this.shares = shares;
    }

    /// A key in force.
    public record Key(long epoch, PsKeyShare share) {}

    /// Whether this certifier has anything to do with a namespace.
    public boolean concerns(NamespaceId namespace) {
        return shares.apply(namespace).isPresent();
    }

    /// The key that certifies tokens of a namespace; empty when this node's share is not of the newest group.
    public Optional<Key> inForce(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration
                .namespace(namespace)
                .flatMap(Namespace::hidden)
                .map(HiddenCurrency::certifiers)
                .filter(groups -> !groups.isEmpty())
                .flatMap(groups -> own(groups.getLast(), namespace));
    }

    private Optional<Key> own(CertifierGroup newest, NamespaceId namespace) {
        return shares.apply(namespace)
                .filter(share -> share.index() <= newest.verificationKeys().size())
                .filter(share ->
                        newest.verificationKeys().get(share.index() - 1).equals(verificationKey(share)))
                .map(share -> new Key(newest.epoch(), share));
    }

    private Bytes verificationKey(PsKeyShare share) {
        return verificationKeys.computeIfAbsent(
                share, each -> Bytes.of(each.verificationKey().encode()));
    }
}
