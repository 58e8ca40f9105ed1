package io.florin.centralbank.configuration;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.supply.Network;
import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.Failure;
import io.florin.runtime.api.CommitterApi;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.web.client.RestClientException;

/// The configuration in force, and transactions that replace it. It is the one that the ledger proved to the follower,
/// if the committer says the same: what was followed stands in the database, and an officer must not be shown, nor sign
/// on top of, what somebody else wrote there.
final class LedgerConfiguration {
    private final NetworkId network;
    private final String name;
    private final CommitterApi committer;
    private final Network followed;
    private final Incidents incidents;
    private final RandomGenerator random;
    private volatile Seen known;

    LedgerConfiguration(
            Genesis genesis, CommitterApi committer, Network followed, Incidents incidents, RandomGenerator random) {
        this.network = genesis.networkId();
        this.name = genesis.name();
        this.committer = committer;
        this.followed = followed;
        this.incidents = incidents;
        this.random = random;
        this.known = new Seen(genesis.configuration(), 0);
    }

    /// @param height last block of the ledger when it was asked; the configuration is the one after that block or one
    ///     shortly before it
    record Seen(NetworkConfiguration configuration, long height) {}

    NetworkId network() {
        return network;
    }

    /// The network as the rules of changes know it.
    ChangeRules.Network identity() {
        return new ChangeRules.Network(name, network);
    }

    /// As last seen, genesis at first.
    Seen known() {
        return known;
    }

    /// Asks the committer: the configuration before the height.
    ///
    /// @throws Failure when it does not answer, or says another one than was followed
    Seen ask() {
        try {
            NetworkConfiguration said = NetworkConfiguration.decode(
                    Base64.getDecoder().decode(committer.network().configuration()));
            requireFollowed(said);
            known = new Seen(said, committer.head().number());
            return known;
        } catch (RestClientException away) {
            throw new Failure("the committer does not say which configuration is in force", away);
        }
    }

    private void requireFollowed(NetworkConfiguration said) {
        NetworkConfiguration proved = followed.configuration();
        if (said.equals(proved)) {
            return;
        }
        if (said.version() == proved.version()) {
            incidents.raise("configuration-differs", "version " + said.version());
        }
        throw new Failure("the committer says that version " + said.version()
                + " of the configuration is in force, the ledger was followed to version " + proved.version());
    }

    /// Bytes that an officer signs: everything of the next configuration, bound to this network.
    byte[] officerMessage(NetworkConfiguration next) {
        return unsigned(next, 0, Bytes.of(new byte[TransactionHeader.NONCE_SIZE]), List.of())
                .officerMessage();
    }

    /// Digest that officers are shown and approve, in 64 hexadecimal digits: SHA-256 of what they sign.
    String digest(NetworkConfiguration next) {
        return Sha256.hash(officerMessage(next)).toHex();
    }

    /// A transaction that puts the configuration in force, for the ledger at this height.
    ConfigurationChange change(Seen seen, NetworkConfiguration next, List<OfficerApproval> approvals) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        random.nextBytes(nonce);
        long expiry = seen.configuration().limits().expiryHeight(seen.height());
        return unsigned(next, expiry, Bytes.of(nonce), approvals);
    }

    /// Only the next version can replace the one in force, so the header names the version before.
    private ConfigurationChange unsigned(
            NetworkConfiguration next, long expiryHeight, Bytes nonce, List<OfficerApproval> approvals) {
        int rulesVersion = next.namespace(NamespaceId.CONFIGURATION)
                .map(Namespace::rulesVersion)
                .orElseThrow(() -> new IllegalArgumentException("a configuration without its own namespace"));
        TransactionHeader header = new TransactionHeader(
                network, NamespaceId.CONFIGURATION, rulesVersion, next.version() - 1, expiryHeight, nonce);
        return new ConfigurationChange(header, next, approvals);
    }
}
