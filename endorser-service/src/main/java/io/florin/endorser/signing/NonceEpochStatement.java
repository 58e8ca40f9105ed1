package io.florin.endorser.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.charset.StandardCharsets;

/// An endorser's word about the epoch of its ledger of one-time secrets, signed with its identity key. Peers keep the
/// latest and give it back when the ledger is opened: so they can tell the owner of an epoch that it has reached, and
/// none can make one up that shuts the ledger.
///
/// @param endorser the owner's index
/// @param epoch of the ledger of the key with this epoch
public record NonceEpochStatement(NetworkId network, NamespaceId namespace, long keyEpoch, int endorser, long epoch) {

    private static final byte[] DOMAIN = "florin/endorser/nonce-epoch/1".getBytes(StandardCharsets.US_ASCII);

    /// The owner's signature.
    public Bytes signed(Ed25519KeyPair key) {
        return key.sign(toBeSigned());
    }

    /// False for anything that is no signature of it, too.
    public boolean isSigned(Bytes32 identity, Bytes signature) {
        return signature.size() == Ed25519.SIGNATURE_SIZE
                && Ed25519.verify(identity, toBeSigned(), signature.toArray());
    }

    private byte[] toBeSigned() {
        return new CanonicalWriter()
                .fixed(DOMAIN)
                .fixed(network.value())
                .u16(namespace.value())
                .u32(keyEpoch)
                .u8(endorser)
                .u63(epoch)
                .toByteArray();
    }
}
