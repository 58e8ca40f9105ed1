package io.florin.wallet.payment;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.TransactionHeader;
import java.util.random.RandomGenerator;

/// What a wallet knows of the ledger when it builds a transaction.
///
/// @param height last complete block
/// @param lifetimeBlocks how many blocks later the transaction expires
public record LedgerView(
        NetworkId network,
        NamespaceId namespace,
        int rulesVersion,
        long configurationVersion,
        long height,
        long lifetimeBlocks) {

    public TransactionHeader header(RandomGenerator random) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        random.nextBytes(nonce);
        return new TransactionHeader(
                network, namespace, rulesVersion, configurationVersion, height + lifetimeBlocks, Bytes.of(nonce));
    }
}
