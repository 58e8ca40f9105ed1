package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.tom.util.TOMUtil;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.security.PrivateKey;
import java.security.SecureRandom;

/// Sits in for a member that is away, on this host and for this party's member only.
///
/// The library cannot vote before it has agreed on a key with every other replica, so one party that is away when a
/// group begins would stop all others. The stand-in does the key agreement with a key of this party and from then on
/// says nothing and throws away what it hears, as a dead member would. Nobody else knows of it, and what this party's
/// member makes of the key is checked by nobody. When the real member comes, the stand-in's connection is closed.
final class StandIn {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int EXPONENT_BITS = 512;
    private static final int NUMBER_MAX = 4096;
    private static final int AGREEMENT_MILLIS = 10_000;

    private final PrivateKey key;
    private final BigInteger prime;
    private final BigInteger generator;

    StandIn(PrivateKey key, BigInteger prime, BigInteger generator) {
        this.key = key;
        this.prime = prime;
        this.generator = generator;
    }

    /// Agrees on a key and listens until the connection ends.
    void serve(Socket near) throws IOException {
        near.setSoTimeout(AGREEMENT_MILLIS);
        byte[] number =
                generator.modPow(new BigInteger(EXPONENT_BITS, RANDOM), prime).toByteArray();
        byte[] signature = TOMUtil.signMessage(key, number);
        var output = new DataOutputStream(near.getOutputStream());
        output.writeInt(number.length);
        output.write(number);
        output.writeInt(signature.length);
        output.write(signature);
        output.flush();
        var input = new DataInputStream(near.getInputStream());
        skip(input);
        skip(input);
        near.setSoTimeout(0);
        input.transferTo(OutputStream.nullOutputStream());
    }

    private static void skip(DataInputStream input) throws IOException {
        int length = input.readInt();
        if (length < 0 || length > NUMBER_MAX) {
            throw new IOException("number of " + length + " bytes");
        }
        input.skipNBytes(length);
    }
}
