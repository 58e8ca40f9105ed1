package io.florin.wallet.hidden;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.seal.SealedBox;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// A payee's address in a hidden currency as given to a payer: the enrollment id that will own the tokens and the key
/// for notes. 64 bytes; as text `flh1` and these with the first 4 bytes of SHA-256 over `flh1` and them, in URL-safe
/// base64. Only payer, payee and registration know whose id it is: an address is not published.
///
/// @param eid the enrollment id, not zero: that one is the padding token's
/// @param noteKey X25519
public record HiddenAddress(Scalar eid, Bytes32 noteKey) {

    /// Bytes in an encoding.
    public static final int SIZE = Scalar.SIZE + Bytes32.SIZE;

    /// Start of the text form.
    public static final String PREFIX = "flh1";

    private static final int CHECKSUM_SIZE = 4;

    public HiddenAddress {
        if (eid.isZero()) {
            throw new IllegalArgumentException("nobody has the enrollment id zero");
        }
    }

    /// Whether notes can be sealed to the note key: to the few keys of small order none can.
    public boolean takesNotes() {
        return SealedBox.takes(noteKey);
    }

    /// Enrollment id and note key, 64 bytes.
    public byte[] encode() {
        byte[] bytes = Arrays.copyOf(eid.toBytes(), SIZE);
        noteKey.copyInto(bytes, Scalar.SIZE);
        return bytes;
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static HiddenAddress decode(byte[] bytes) {
        if (bytes.length != SIZE) {
            throw new IllegalArgumentException("a hidden address has " + SIZE + " bytes, not " + bytes.length);
        }
        return new HiddenAddress(Scalar.read(bytes, 0), Bytes32.read(bytes, Scalar.SIZE));
    }

    public String toText() {
        byte[] encoded = encode();
        byte[] payload = Arrays.copyOf(encoded, SIZE + CHECKSUM_SIZE);
        System.arraycopy(checksum(encoded), 0, payload, SIZE, CHECKSUM_SIZE);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(payload);
    }

    /// @throws IllegalArgumentException when the text is no hidden address or its checksum is wrong
    public static HiddenAddress parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("an address of a hidden currency starts with " + PREFIX);
        }
        byte[] payload = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
        if (payload.length != SIZE + CHECKSUM_SIZE) {
            throw new IllegalArgumentException(
                    "a hidden address has " + (SIZE + CHECKSUM_SIZE) + " bytes, not " + payload.length);
        }
        byte[] encoded = Arrays.copyOf(payload, SIZE);
        if (!Arrays.equals(checksum(encoded), Arrays.copyOfRange(payload, SIZE, payload.length))) {
            throw new IllegalArgumentException("the checksum of the hidden address is wrong");
        }
        return decode(encoded);
    }

    private static byte[] checksum(byte[] encoded) {
        return Arrays.copyOf(Sha256.digest(PREFIX.getBytes(StandardCharsets.US_ASCII), encoded), CHECKSUM_SIZE);
    }

    @Override
    public String toString() {
        return "HiddenAddress";
    }
}
