package io.florin.simulation.bank;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import io.florin.simulation.hidden.HiddenWallets;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.payment.PayerKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The bank's wallets, whom they pay and what.
///
/// @param wallets keys by number, from 0
/// @param payee of all payments, who has nothing else
/// @param orders in the order in which customers give them
/// @param hidden accounts of the wallets, and behind them that of the payee, where the currency hides amounts and
/// owners
/// @param stale whether transactions are built as many blocks behind the ledger as half of the furthest expiry, so that
///     they expire with the next blocks
public record BankCustomers(
        NamespaceId currency,
        List<Ed25519KeyPair> wallets,
        OwnerKey payee,
        Optional<HiddenWallets> hidden,
        List<CustomerOrder> orders,
        boolean stale) {

    /// Notes can be sealed to it, and nobody reads them.
    private static final Bytes32 NOTE_KEY = noteKey();

    private static Bytes32 noteKey() {
        byte[] base = new byte[Bytes32.SIZE];
        base[0] = 9;
        return Bytes32.of(base);
    }

    Map<OwnerKey, Long> owners() {
        Map<OwnerKey, Long> owners = new LinkedHashMap<>();
        for (int wallet = 0; wallet < wallets.size(); wallet++) {
            owners.put(new OwnerKey(wallets.get(wallet).publicKey()), (long) wallet);
        }
        return owners;
    }

    /// As many blocks behind the ledger is what transactions are built on.
    long staleBlocks(Limits limits) {
        return stale ? limits.expiryBlocksMax() / 2 - 1 : 0;
    }

    /// Amounts that a transaction gives the payee, output by output.
    public List<Long> paidBy(SettlementTransaction transaction) {
        List<Long> paid = new ArrayList<>();
        for (Write write : transaction.writes()) {
            if (write instanceof Write.Output(int _, Token token)
                    && token.owner().equals(payee)) {
                paid.add(token.value().minorUnits());
            } else if (write instanceof Write.HiddenOutput) {
                hidden.flatMap(wallets -> wallets.paid(transaction.keyOf(write)))
                        .ifPresent(paid::add);
            }
        }
        return paid;
    }

    WalletAddress payeeAddress() {
        return new WalletAddress(payee, NOTE_KEY);
    }

    PayerKeys keys(long wallet) {
        Ed25519KeyPair key = wallets.get((int) wallet);
        return new PayerKeys() {
            @Override
            public WalletAddress address() {
                return new WalletAddress(new OwnerKey(key.publicKey()), NOTE_KEY);
            }

            @Override
            public Bytes sign(byte[] message) {
                return key.sign(message);
            }
        };
    }
}
