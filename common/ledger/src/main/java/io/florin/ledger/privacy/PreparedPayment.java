package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.range.PreparedMask;
import io.florin.crypto.sigma.PreparedAnnouncements;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A transfer of which all is ready that depends on neither payees nor amounts: credentials and tokens shown, serial
/// numbers, the payers' ciphertexts, all announcements, the masks of range proofs.
///
/// Used twice it would link payments and give away the payer's secrets. So one instance makes one payment, whatever
/// that comes to, and is nowhere but in memory: no encoding, no copy. Nor should its process be one that is restored
/// from a snapshot. What is not used is dropped at no cost. Any thread. Prints nothing.
public final class PreparedPayment {
    private final AtomicReference<@Nullable Parts> unused;
    private final long epoch;
    private final int outputs;
    private final Bytes32 parameters;

    /// The parts that are ready.
    ///
    /// @param masks one for each range proof
    record Parts(PaymentInputs inputs, PreparedAnnouncements announcements, List<PreparedMask> masks) {
        @Override
        public String toString() {
            return "Parts";
        }
    }

    PreparedPayment(Bytes32 parameters, int outputs, Parts parts) {
        this.parameters = parameters;
        this.unused = new AtomicReference<>(parts);
        this.epoch = parts.inputs().epoch();
        this.outputs = outputs;
    }

    /// Of the owners' credentials: once it has passed nobody takes the payment.
    public long credentialEpoch() {
        return epoch;
    }

    /// Number of outputs that the payment will have.
    public int outputs() {
        return outputs;
    }

    /// PPHASH of the parameters under which it verifies.
    public Bytes32 parameters() {
        return parameters;
    }

    /// @throws IllegalStateException if a payment was made of it before
    Parts take() {
        Parts parts = unused.getAndSet(null);
        if (parts == null) {
            throw new IllegalStateException("a prepared payment is made once");
        }
        return parts;
    }

    @Override
    public String toString() {
        return "PreparedPayment";
    }
}
