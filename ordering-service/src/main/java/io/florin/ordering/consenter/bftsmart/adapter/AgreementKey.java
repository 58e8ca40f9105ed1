package io.florin.ordering.consenter.bftsmart.adapter;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.interfaces.RSAPrivateCrtKey;

/// This party's RSA key as the library is to see it: it signs with the same numbers, but its encoding is short.
///
/// In each agreement on a link's key the library takes the whole encoding of the private key for its exponent, a number
/// of nearly ten thousand bits for a group of 1024. That costs twenty times what an exponent of 512 bits does, twice
/// per link, and makes nothing stronger. So the encoding is SHA-512 of the real one: as secret as the key, and the same
/// in all links and after each start, which a [PlaceholderReplica] relies on. It is no PKCS #8, so nobody can take it
/// for the key.
final class AgreementKey implements RSAPrivateCrtKey {
    private static final byte[] DOMAIN = "florin consensus key agreement".getBytes(StandardCharsets.UTF_8);

    private final transient RSAPrivateCrtKey key;

    AgreementKey(RSAPrivateCrtKey key) {
        this.key = key;
    }

    /// A positive number of at most 512 bits, as a big integer takes it.
    @Override
    public byte[] getEncoded() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            digest.update(DOMAIN);
            return new BigInteger(1, digest.digest(key.getEncoded())).toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-512", e);
        }
    }

    @Override
    public String getFormat() {
        return "RAW";
    }

    @Override
    public String getAlgorithm() {
        return key.getAlgorithm();
    }

    @Override
    public BigInteger getModulus() {
        return key.getModulus();
    }

    @Override
    public BigInteger getPublicExponent() {
        return key.getPublicExponent();
    }

    @Override
    public BigInteger getPrivateExponent() {
        return key.getPrivateExponent();
    }

    @Override
    public BigInteger getPrimeP() {
        return key.getPrimeP();
    }

    @Override
    public BigInteger getPrimeQ() {
        return key.getPrimeQ();
    }

    @Override
    public BigInteger getPrimeExponentP() {
        return key.getPrimeExponentP();
    }

    @Override
    public BigInteger getPrimeExponentQ() {
        return key.getPrimeExponentQ();
    }

    @Override
    public BigInteger getCrtCoefficient() {
        return key.getCrtCoefficient();
    }
}
