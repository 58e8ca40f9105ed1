package io.florin.ledger.enrollment;

import io.florin.ledger.Amount;
import java.math.BigInteger;

/// The part of a tier's holding limit that one of a person's wallets may hold. Registration sees to it that those of
/// one person are never more than [#WHOLE] together, so what the person's wallets may hold is never more than the limit
/// of the highest of their tiers, whichever banks keep them, and no bank asks another.
///
/// @param tenThousandths 0 to 10,000
public record HoldingShare(int tenThousandths) {

    public static final int WHOLE_PARTS = 10_000;
    public static final HoldingShare WHOLE = new HoldingShare(WHOLE_PARTS);
    public static final HoldingShare NONE = new HoldingShare(0);

    private static final BigInteger PARTS = BigInteger.valueOf(WHOLE_PARTS);

    public HoldingShare {
        if (tenThousandths < 0 || tenThousandths > WHOLE_PARTS) {
            throw new IllegalArgumentException("a share has 0 to " + WHOLE_PARTS + " ten thousandths");
        }
    }

    /// The wallet's part of the limit, rounded down: shares that are a whole together never allow more than the limit.
    public Amount of(Amount holdingMax) {
        return Amount.of(BigInteger.valueOf(holdingMax.minorUnits())
                .multiply(BigInteger.valueOf(tenThousandths))
                .divide(PARTS)
                .longValueExact());
    }
}
