package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import java.util.Arrays;

/// Signatures that are hashes over the party and the message: fast, and wrong for any other party or message. Only a
/// test can forge them.
public record FakePartyKeys(int self) implements PartyKeys {

    @Override
    public Bytes sign(byte[] message) {
        return of(self, message);
    }

    @Override
    public boolean verify(int party, byte[] message, Bytes signature) {
        return of(party, message).equals(signature);
    }

    private static Bytes of(int party, byte[] message) {
        byte[] digest = Sha256.digest(new byte[] {(byte) party}, message);
        return Bytes.of(Arrays.copyOf(digest, 64));
    }
}
