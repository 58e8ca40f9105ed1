package io.florin.wallet.address;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.SealedBox;
import io.florin.ledger.OwnerKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// A payee's address as given to a payer: the key that will own the tokens and the key for notes. As text: `fln1` and
/// 68 bytes in URL-safe base64: owner key, note key, and the first 4 bytes of SHA-256 over `fln1` and both keys. A slip
/// of the pen is refused with probability 1 - 2^-32.
public record WalletAddress(OwnerKey owner, Bytes32 noteKey) {

    private static final String PREFIX = "fln1";
    private static final int CHECKSUM_SIZE = 4;

    /// Whether notes can be sealed to the note key: to the few keys of small order none can, and a payment to such an
    /// address could not be built.
    public boolean takesNotes() {
        return SealedBox.takes(noteKey);
    }

    public String toText() {
        byte[] payload = new byte[64 + CHECKSUM_SIZE];
        owner.value().copyInto(payload, 0);
        noteKey.copyInto(payload, 32);
        System.arraycopy(checksum(Arrays.copyOf(payload, 64)), 0, payload, 64, CHECKSUM_SIZE);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(payload);
    }

    /// @throws IllegalArgumentException when the text is no address or its checksum is wrong
    public static WalletAddress parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a wallet address starts with " + PREFIX);
        }
        byte[] payload = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
        if (payload.length != 64 + CHECKSUM_SIZE) {
            throw new IllegalArgumentException("a wallet address has 68 bytes, not " + payload.length);
        }
        byte[] keys = Arrays.copyOf(payload, 64);
        if (!Arrays.equals(checksum(keys), Arrays.copyOfRange(payload, 64, 64 + CHECKSUM_SIZE))) {
            throw new IllegalArgumentException("the checksum of the wallet address is wrong");
        }
        return new WalletAddress(OwnerKey.of(Arrays.copyOf(keys, 32)), Bytes32.of(Arrays.copyOfRange(keys, 32, 64)));
    }

    private static byte[] checksum(byte[] keys) {
        return Arrays.copyOf(Sha256.digest(PREFIX.getBytes(StandardCharsets.US_ASCII), keys), CHECKSUM_SIZE);
    }
}
