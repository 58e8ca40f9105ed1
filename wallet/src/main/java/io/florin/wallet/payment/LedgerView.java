package io.florin.wallet.payment;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.TransactionHeader;
import io.florin.ledger.config.NetworkConfiguration.Limits;
import java.util.random.RandomGenerator;

/// A wallet's knowledge of the ledger when it builds a transaction.
///
/// @param height last complete block
/// @param limits of the configuration in force, which say when the transaction expires
public record LedgerView(
        NetworkId network,
        NamespaceId namespace,
        int rulesVersion,
        long configurationVersion,
        long height,
        Limits limits) {

    public TransactionHeader header(RandomGenerator random) {
        byte[] nonce = new byte[TransactionHeader.NONCE_SIZE];
        random.nextBytes(nonce);
        return new TransactionHeader(
                network, namespace, rulesVersion, configurationVersion, limits.expiryHeight(height), Bytes.of(nonce));
    }
}
