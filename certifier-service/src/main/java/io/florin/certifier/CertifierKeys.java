package io.florin.certifier;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.identity.CertifierShare;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The certifier's key shares. Which one signs, the configuration alone says: the one whose verification key the newest
/// group has at its index. So all certifiers change to the next key, or to new shares of one, at the same block. Any
/// thread.
public final class CertifierKeys {

    private final Function<NamespaceId, List<CertifierShare>> shares;
    private final Map<PsKeyShare, Bytes> verificationKeys = new ConcurrentHashMap<>();
    private final Set<PsKeyShare> wereInForce = ConcurrentHashMap.newKeySet();

    /// @param shares this node's shares of the keys of a namespace
    public CertifierKeys(Function<NamespaceId, List<CertifierShare>> shares) {
        this.shares = shares;
    }

    /// A key in force.
    ///
    /// @param sharing hash of all verification keys: shares under different ones do not make a signature together
    public record Key(long epoch, Bytes32 sharing, PsKeyShare share) {}

    /// Duty of this certifier under a configuration.
    public sealed interface Duty {

        record Sign(Key key) implements Duty {}

        /// The newest group's key is from before this certifier's time, or its share of it is erased: whatever was
        /// committed under it is remembered, and signed on request under a key that this certifier has.
        record Remember() implements Duty {}

        /// A key newer than all of this certifier's is in force, or newer shares of the same key than the one that it
        /// signed with: it must get its share before it goes on.
        record Wait() implements Duty {}
    }

    /// Whether this certifier has anything to do with a namespace.
    public boolean concerns(NamespaceId namespace) {
        return !shares.apply(namespace).isEmpty();
    }

    /// Duty for tokens of a namespace that are committed under this configuration.
    public Duty duty(NetworkConfiguration configuration, NamespaceId namespace) {
        Optional<CertifierGroup> newest = newest(configuration, namespace);
        Optional<Key> key = newest.flatMap(group -> own(group, namespace));
        if (key.isPresent()) {
            return new Duty.Sign(key.get());
        }
        return newest.isPresent() && isPast(newest.get(), namespace) ? new Duty.Remember() : new Duty.Wait();
    }

    /// Notes what a configuration names on the way: a share that was in force and is named no more was replaced by a
    /// refresh, and to go on without the new one would be to pass over blocks.
    public void follow(NetworkConfiguration configuration) {
        configuration
                .namespaces()
                .forEach(namespace -> newest(configuration, namespace.id())
                        .flatMap(group -> own(group, namespace.id()))
                        .ifPresent(key -> wereInForce.add(key.share())));
    }

    private boolean isPast(CertifierGroup newest, NamespaceId namespace) {
        List<CertifierShare> held = shares.apply(namespace);
        boolean replaced =
                held.stream().anyMatch(each -> each.epoch() == newest.epoch() && wereInForce.contains(each.share()));
        return !replaced && held.stream().anyMatch(each -> each.epoch() >= newest.epoch());
    }

    /// Whether a key is in force of whose epoch this node has shares, but none that the configuration names: after a
    /// refresh it needs that of before until the configuration names the new ones, or nothing is certified here.
    public boolean lacksShareOfOwnEpoch(NetworkConfiguration configuration) {
        return configuration.namespaces().stream()
                .map(Namespace::id)
                .anyMatch(namespace -> newest(configuration, namespace)
                        .filter(group -> own(group, namespace).isEmpty())
                        .filter(group ->
                                shares.apply(namespace).stream().anyMatch(held -> held.epoch() == group.epoch()))
                        .isPresent());
    }

    /// The key that certifies tokens of a namespace; empty when this node has no share of the newest group's.
    public Optional<Key> inForce(NetworkConfiguration configuration, NamespaceId namespace) {
        return duty(configuration, namespace) instanceof Duty.Sign(Key key) ? Optional.of(key) : Optional.empty();
    }

    private static Optional<CertifierGroup> newest(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration
                .hidden(namespace)
                .map(HiddenCurrency::certifiers)
                .filter(groups -> !groups.isEmpty())
                .map(List::getLast);
    }

    private Optional<Key> own(CertifierGroup group, NamespaceId namespace) {
        return shares.apply(namespace).stream()
                .filter(held -> held.epoch() == group.epoch())
                .map(CertifierShare::share)
                .filter(share -> share.index() <= group.verificationKeys().size())
                .filter(share -> group.verificationKeys().get(share.index() - 1).equals(verificationKey(share)))
                .findFirst()
                .map(share -> new Key(group.epoch(), sharing(group), share));
    }

    private static Bytes32 sharing(CertifierGroup group) {
        return Sha256.hash(group.verificationKeys().stream().map(Bytes::toArray).toArray(byte[][]::new));
    }

    private Bytes verificationKey(PsKeyShare share) {
        return verificationKeys.computeIfAbsent(
                share, each -> Bytes.of(each.verificationKey().encode()));
    }
}
