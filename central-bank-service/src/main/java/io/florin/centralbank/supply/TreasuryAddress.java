package io.florin.centralbank.supply;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.SupplyRequest;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.runtime.api.SupplyPayee;
import io.florin.wallet.hidden.HiddenAddress;

/// Address to which a withdrawal of a hidden currency goes, as the bank's treasury signed it.
///
/// @param signature by the treasury's owner key
record TreasuryAddress(HiddenAddress address, Bytes signature) {

    /// @throws IllegalArgumentException when it is none
    TreasuryAddress {
        if (!address.takesNotes()) {
            throw new IllegalArgumentException("nobody can seal a note to this key");
        }
    }

    /// @throws IllegalArgumentException when it is none
    static TreasuryAddress of(HiddenPayee payee) {
        return of(Bytes.fromHex(payee.hiddenAddress()), Bytes.fromHex(payee.signature()));
    }

    /// @throws IllegalArgumentException when it is none
    static TreasuryAddress of(Bytes address, Bytes signature) {
        return new TreasuryAddress(HiddenAddress.decode(address.toArray()), signature);
    }

    Bytes encoded() {
        return Bytes.of(address.encode());
    }

    /// Whether the request's owner wants its tokens here.
    boolean isOf(SupplyRequest request, NetworkId network) {
        return Ed25519.verify(
                request.owner().value(), SupplyPayee.message(network, request, encoded()), signature.toArray());
    }
}
