package io.florin.endorser.directory.adapter;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/// A digest of a set of records in which one change costs one record: the sum of their hashes modulo 2^4096. Each hash
/// is as wide as the sum (SHA-256 in counter mode), because for a narrow sum another set with the same sum is found by
/// Wagner's generalised birthday attack; at this width that costs about 2^128.
///
/// @param value below 2^4096
record RecordSum(BigInteger value) {

    static final int SIZE = 512;
    static final RecordSum OF_NOTHING = new RecordSum(BigInteger.ZERO);

    private static final byte[] DOMAIN = "florin/v1/endorser-directory-record".getBytes(StandardCharsets.US_ASCII);
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(8 * SIZE);
    private static final int HASH_SIZE = 32;

    static RecordSum of(Bytes encoded) {
        return new RecordSum(new BigInteger(1, encoded.toArray()));
    }

    RecordSum plus(byte[] row) {
        return new RecordSum(value.add(hash(row)).mod(MODULUS));
    }

    RecordSum minus(byte[] row) {
        return new RecordSum(value.subtract(hash(row)).mod(MODULUS));
    }

    Bytes encode() {
        byte[] signed = value.toByteArray();
        byte[] fixed = new byte[SIZE];
        int length = Math.min(signed.length, SIZE);
        System.arraycopy(signed, signed.length - length, fixed, SIZE - length, length);
        return Bytes.of(fixed);
    }

    private static BigInteger hash(byte[] row) {
        byte[] wide = new byte[SIZE];
        for (int block = 0; block < SIZE / HASH_SIZE; block++) {
            byte[] part = Sha256.digest(DOMAIN, new byte[] {(byte) block}, row);
            System.arraycopy(part, 0, wide, block * HASH_SIZE, HASH_SIZE);
        }
        return new BigInteger(1, wide);
    }
}
