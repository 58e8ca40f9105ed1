package io.florin.sandbox.rail;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferOrder;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.PayerKeys;
import java.util.List;

/// A person's own wallet with its account on the rail. The account is the hash of the key that owns the wallet's tokens
/// on the ledger, so the seed brings it back. Owned by one thread at a time.
public final class RailWallet implements PayerKeys {
    private final DemoPerson person;
    private final Ed25519KeyPair key;
    private final WalletAddress address;
    private final RailAccount account;

    private RailWallet(DemoEconomy economy, DemoPerson person, NetworkId network) {
        this.person = person;
        try (WalletSeed seed = EconomySeeder.selfHeldSeed(economy.seed(), person.id())) {
            this.key = seed.ownerKey(network, 0);
            this.address = new WalletAddress(
                    new OwnerKey(key.publicKey()), seed.noteKey(network, 0).publicKey());
        }
        this.account = RailAccount.of(address.owner());
    }

    /// Those of all people of the economy who hold the keys of their wallets.
    public static List<RailWallet> of(DemoEconomy economy, NetworkId network) {
        return economy.people().stream()
                .filter(person -> person.custody() == DemoPerson.Custody.SELF)
                .map(person -> new RailWallet(economy, person, network))
                .toList();
    }

    public String person() {
        return person.id();
    }

    /// The bank over whose connections its orders go.
    public Peer bank() {
        return new Peer(NodeRole.BANK, Integer.parseInt(person.bankId().substring("bank-".length())));
    }

    public RailAccount account() {
        return account;
    }

    @Override
    public WalletAddress address() {
        return address;
    }

    @Override
    public Bytes sign(byte[] message) {
        return key.sign(message);
    }

    /// An order of its account.
    ///
    /// @param amount in minor units, above zero
    /// @param expiryHeight last height of the ledger at which an authority votes for it
    /// @param userData whatever payer and payee agree on
    public SignedOrder order(
            RailScope scope, RailRecipient recipient, long amount, long sequence, long expiryHeight, Bytes32 userData) {
        return SignedOrder.sign(
                new TransferOrder(scope, owner(), recipient, Amount.of(amount), sequence, expiryHeight, userData), key);
    }
}
