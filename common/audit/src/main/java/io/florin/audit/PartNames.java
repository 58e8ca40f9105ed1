package io.florin.audit;

import io.florin.ledger.privacy.AuditCiphertexts.Part;

/// Names of a payment's ciphertexts in requests and logs: `payer-0`, `payee-1`, `value-1-low`, `value-1-high`.
public final class PartNames {
    private PartNames() {}

    public static String of(Part part) {
        return switch (part) {
            case Part.Payer(int owner) -> "payer-" + owner;
            case Part.Payee(int output) -> "payee-" + output;
            case Part.Value(int output, int limb) -> "value-" + output + (limb == 0 ? "-low" : "-high");
        };
    }
}
