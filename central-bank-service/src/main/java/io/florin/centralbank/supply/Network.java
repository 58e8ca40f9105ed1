package io.florin.centralbank.supply;

import io.florin.centralbank.protocol.Treasuries;
import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.Issue;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.token.Token;
import io.florin.runtime.api.CommitterApi;
import io.florin.wallet.notes.NoteContent;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the central bank knows of its network: genesis, and the configuration in force as last asked of the committer.
final class Network {
    private final NetworkId id;
    private final CommitterApi committer;
    private final Treasuries treasuries;
    private final RandomGenerator random;
    private final long lifetimeBlocks;
    private volatile NetworkConfiguration configuration;

    /// @param lifetimeBlocks how many blocks an issue may wait, unless the configuration allows fewer
    Network(
            Genesis genesis,
            CommitterApi committer,
            Treasuries treasuries,
            RandomGenerator random,
            long lifetimeBlocks) {
        this.id = genesis.networkId();
        this.configuration = genesis.configuration();
        this.committer = committer;
        this.treasuries = treasuries;
        this.random = random;
        this.lifetimeBlocks = lifetimeBlocks;
    }

    NetworkId id() {
        return id;
    }

    NetworkConfiguration configuration() {
        return configuration;
    }

    void refresh() {
        NetworkConfiguration seen = NetworkConfiguration.decode(
                Base64.getDecoder().decode(committer.network().configuration()));
        if (seen.version() > configuration.version()) {
            configuration = seen;
        }
    }

    Namespace currency() {
        return configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the network has no currency"));
    }

    byte[] officerMessage(SupplyRequest request) {
        Namespace currency = currency();
        return request.officerMessage(id, currency.id(), currency.rulesVersion());
    }

    /// Where the ledger keeps the record of a request, hex.
    String recordKey(SupplyRequest request) {
        var namespace = currency().id();
        return switch (request.direction()) {
            case WITHDRAWAL -> StateKeys.withdrawal(namespace, request.id()).toHex();
            case REDEMPTION -> StateKeys.redemption(namespace, request.id()).toHex();
        };
    }

    /// One token for the whole amount; its note is sealed to the treasury, so that a restored wallet finds it.
    Issue issue(SupplyRequest request, long height, List<OfficerApproval> approvals) {
        Token token = new Token(request.owner(), currency().id().value(), request.amount());
        Bytes note = treasuries
                .owner(request.owner())
                .map(owner -> NoteContent.bare(token).seal(id, owner.noteKey(), random))
                .orElse(Bytes.EMPTY);
        return new Issue(header(height), request, List.of(token), List.of(note), approvals);
    }

    private TransactionHeader header(long height) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        random.nextBytes(nonce);
        Namespace currency = currency();
        long lifetime = Math.min(lifetimeBlocks, configuration.limits().expiryBlocksMax() / 2);
        return new TransactionHeader(
                id,
                currency.id(),
                currency.rulesVersion(),
                configuration.version(),
                height + Math.max(1, lifetime),
                Bytes.of(nonce));
    }
}
