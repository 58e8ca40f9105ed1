package io.florin.crypto.transcript;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The example protocol of draft-irtf-cfrg-fiat-shamir, sumcheck over the Mersenne prime 2³¹ − 1: a protocol of
/// many rounds by which the vectors exercise sponge and codecs together.
final class Sumcheck {
    private static final FieldCodec FIELD =
            new FieldCodec(BigInteger.TWO.pow(31).subtract(BigInteger.ONE), ByteOrder.LITTLE_ENDIAN);
    private static final int ROUND_SIZE = 2 * FIELD.width();

    private Sumcheck() {}

    static byte[] prove(byte[] session, List<BigInteger> witness) {
        BigInteger sum =
                witness.stream().reduce(BigInteger.ZERO, BigInteger::add).mod(FIELD.modulus());
        DuplexSponge sponge = start(session, Integer.numberOfTrailingZeros(witness.size()), sum);
        ByteArrayOutputStream argument = new ByteArrayOutputStream();
        List<BigInteger> table = witness;
        while (table.size() > 1) {
            BigInteger atZero = BigInteger.ZERO;
            BigInteger atOne = BigInteger.ZERO;
            for (int i = 0; i < table.size(); i += 2) {
                atZero = atZero.add(table.get(i));
                atOne = atOne.add(table.get(i + 1));
            }
            byte[] message = FIELD.serialize(
                    List.of(atZero.mod(FIELD.modulus()), atOne.subtract(atZero).mod(FIELD.modulus())));
            argument.writeBytes(message);
            sponge.absorb(message);
            table = fold(table, FIELD.decode(sponge.squeeze(FIELD.width())));
        }
        return argument.toByteArray();
    }

    /// The last claim.
    ///
    /// @throws IllegalArgumentException if the argument is malformed or wrong
    static BigInteger verify(byte[] session, BigInteger sum, byte[] argument, int variables) {
        if (argument.length != variables * ROUND_SIZE) {
            throw new IllegalArgumentException("wrong length");
        }
        DuplexSponge sponge = start(session, variables, sum);
        BigInteger claim = sum;
        for (int i = 0; i < variables; i++) {
            byte[] message = Arrays.copyOfRange(argument, i * ROUND_SIZE, (i + 1) * ROUND_SIZE);
            List<BigInteger> line = FIELD.deserialize(message, 2);
            BigInteger both = line.get(0).shiftLeft(1).add(line.get(1)).mod(FIELD.modulus());
            if (!both.equals(claim)) {
                throw new IllegalArgumentException("round does not add up");
            }
            sponge.absorb(message);
            BigInteger challenge = FIELD.decode(sponge.squeeze(FIELD.width()));
            claim = line.get(1).multiply(challenge).add(line.get(0)).mod(FIELD.modulus());
        }
        return claim;
    }

    private static DuplexSponge start(byte[] session, int variables, BigInteger sum) {
        DuplexSponge sponge = new DuplexSponge(session);
        sponge.absorb(Framing.uint32(variables));
        sponge.absorb(FIELD.serialize(List.of(sum)));
        return sponge;
    }

    private static List<BigInteger> fold(List<BigInteger> table, BigInteger at) {
        List<BigInteger> folded = new ArrayList<>(table.size() / 2);
        for (int i = 0; i < table.size(); i += 2) {
            BigInteger slope = table.get(i + 1).subtract(table.get(i));
            folded.add(slope.multiply(at).add(table.get(i)).mod(FIELD.modulus()));
        }
        return folded;
    }
}
