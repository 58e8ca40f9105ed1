package io.florin.runtime.api;

import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;

/// Bytes that a treasury signs to say where a withdrawal of a hidden currency goes. The central bank checks it before
/// each issue, so that nobody can turn an approved withdrawal elsewhere by writing into its database.
public final class SupplyPayee {
    /// Enrollment id and note key.
    public static final int ADDRESS_SIZE = 64;

    private SupplyPayee() {}

    /// Domain, network, then the request and the address (64 bytes).
    public static byte[] message(NetworkId network, SupplyRequest request, Bytes hiddenAddress) {
        byte[] payload = new CanonicalWriter(160)
                .fixed(request.encode())
                .fixed(hiddenAddress.toArray())
                .toByteArray();
        return Domain.SUPPLY_PAYEE.message(network, payload);
    }
}
