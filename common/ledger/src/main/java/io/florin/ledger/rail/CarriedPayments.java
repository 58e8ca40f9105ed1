package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;

/// Final payments to an account that come with its owner's order, for authorities that do not know yet that they are
/// final.
///
/// @param payments at most [#MAX]: each costs an authority two quorum checks
public record CarriedPayments(List<FinalPayment> payments) {

    public static final int MAX = 16;
    public static final CarriedPayments NONE = new CarriedPayments(List.of());

    /// @throws IllegalArgumentException if there are too many
    public CarriedPayments {
        payments = List.copyOf(payments);
        if (payments.size() > MAX) {
            throw new IllegalArgumentException("at most " + MAX + " payments are carried");
        }
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(payments.size());
        payments.forEach(payment -> payment.writeTo(writer));
    }

    public static CarriedPayments readFrom(CanonicalReader reader) {
        return new CarriedPayments(reader.list(reader.u8(), MAX, () -> FinalPayment.readFrom(reader)));
    }
}
