package io.florin.runtime.api;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.TransactionId;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/// A secret that a submitter draws for a submission and shows again to ask how far a transaction is. An endorser
/// answers nobody else: who gathers a transaction is the submitter's business, since it may say who paid. An endorser
/// that did not get the submission learns neither ticket nor transaction from the question.
///
/// @param value 32 random bytes, in the header [EndorserApi#PROGRESS] of the submission as hexadecimal digits
public record ProgressTicket(Bytes32 value) {

    private static final byte[] DOMAIN = "florin-progress".getBytes(StandardCharsets.US_ASCII);

    public static ProgressTicket draw(RandomGenerator random) {
        byte[] bytes = new byte[Bytes32.SIZE];
        random.nextBytes(bytes);
        return new ProgressTicket(Bytes32.of(bytes));
    }

    /// @throws IllegalArgumentException unless it is 64 hexadecimal digits
    public static ProgressTicket fromHex(String hex) {
        return new ProgressTicket(Bytes32.fromHex(hex));
    }

    public String toHex() {
        return value.toHex();
    }

    /// Shown when asking for a transaction of the submission: SHA-256 over the domain, the ticket and the id.
    public Bytes32 handle(TransactionId id) {
        return Sha256.hash(DOMAIN, value.toArray(), id.value().toArray());
    }

    /// The handle as an endorser keeps it: its SHA-256.
    public static Bytes32 key(Bytes32 handle) {
        return Sha256.hash(handle.toArray());
    }

    @Override
    public String toString() {
        return "ProgressTicket";
    }
}
