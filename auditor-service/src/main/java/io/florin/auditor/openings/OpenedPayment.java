package io.florin.auditor.openings;

import java.util.List;

/// A payment as a case opened it. Prints nothing of what it shows.
///
/// @param kind `TRANSFER`, `ISSUE` or `REDEEM`
/// @param members whose shares were counted, ascending
/// @param blamed members who gave wrong ones
public record OpenedPayment(
        String caseReference,
        String transactionId,
        long block,
        String kind,
        List<Person> payers,
        List<Output> outputs,
        List<Integer> members,
        List<Integer> blamed) {

    /// Somebody by the enrollment id; registration knows the name.
    ///
    /// @param enrollmentId 32 bytes in hex; empty where it is none that registration vouches for
    /// @param point eid·Ge, 48 bytes in hex
    public record Person(String enrollmentId, String point) {
        public boolean registered() {
            return !enrollmentId.isEmpty();
        }
    }

    /// @param value minor units
    public record Output(int index, Person payee, long value) {}

    public OpenedPayment {
        payers = List.copyOf(payers);
        outputs = List.copyOf(outputs);
        members = List.copyOf(members);
        blamed = List.copyOf(blamed);
    }

    @Override
    public String toString() {
        return "OpenedPayment[" + transactionId + "]";
    }
}
