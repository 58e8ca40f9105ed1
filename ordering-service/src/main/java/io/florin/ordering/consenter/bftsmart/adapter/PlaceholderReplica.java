package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.tom.util.TOMUtil;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.security.PrivateKey;
import java.security.SecureRandom;

/// Sits in for a member that is away, on this host and for this party's member only.
///
/// The library cannot vote before it has agreed on a key with every other replica, so one party that is away when a
/// group begins would stop all others. The placeholder does the key agreement and from then on says nothing and throws
/// away what it hears, as a dead member would. Nobody else knows of it. When the real member comes, the placeholder's
/// connection is closed.
///
/// Where the party's own [KeyOffer] is known, the placeholder says that again. It is the same in all of the party's
/// links, so the key stays the one that the two members had; without the party's private key the placeholder does not
/// know it, and need not. That matters in a change of leader: the library proves its last decision with votes
/// authenticated by those keys, and under another key the votes of the party that has just died would count for
/// nothing. Where it is not known, the two have not met yet, and there are no such votes; then the offer is one with a
/// key of this party.
final class PlaceholderReplica {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int EXPONENT_BITS = 512;

    private final PrivateKey key;
    private final BigInteger prime;
    private final BigInteger generator;

    PlaceholderReplica(PrivateKey key, BigInteger prime, BigInteger generator) {
        this.key = key;
        this.prime = prime;
        this.generator = generator;
    }

    /// Its own part of the key agreement.
    KeyOffer offer() {
        byte[] number =
                generator.modPow(new BigInteger(EXPONENT_BITS, RANDOM), prime).toByteArray();
        return new KeyOffer(number, TOMUtil.signMessage(key, number));
    }

    /// Listens until the connection ends.
    static void listen(Socket near) throws IOException {
        near.setSoTimeout(0);
        near.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
}
