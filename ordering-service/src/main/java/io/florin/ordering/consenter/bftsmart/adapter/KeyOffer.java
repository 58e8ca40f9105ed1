package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.tom.util.TOMUtil;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.PublicKey;

/// A member's first word on a link: its part of the key agreement, with its signature. Read here first, because the
/// library waits for it without an end, sends nothing to anybody meanwhile when it took the link, and gives a replica
/// up for good whose signature is bad.
record KeyOffer(byte[] number, byte[] signature) {
    private static final int LENGTH_MAX = 4096;

    static KeyOffer read(DataInputStream input) throws IOException {
        return new KeyOffer(bytes(input), bytes(input));
    }

    private static byte[] bytes(DataInputStream input) throws IOException {
        int length = input.readInt();
        if (length < 1 || length > LENGTH_MAX) {
            throw new IOException("a part of the key agreement of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        input.readFully(bytes);
        return bytes;
    }

    void writeTo(DataOutputStream output) throws IOException {
        output.writeInt(number.length);
        output.write(number);
        output.writeInt(signature.length);
        output.write(signature);
        output.flush();
    }

    boolean isSignedBy(PublicKey key) {
        return TOMUtil.verifySignature(key, number, signature);
    }
}
