package io.florin.centralbank.supply;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// The central bank's own view of the supply at one block, minor units. Constant: reserves + held + outstanding =
/// opened.
///
/// @param issued and redeemed: as the ledger's records say
/// @param outstanding issued - redeemed
/// @param reserves free reserves of all banks
/// @param held set aside for withdrawals under way
/// @param opened what banks brought when their accounts were opened
/// @param constant whether nothing was made or lost
/// @param incidents codes and details of what stopped issuing
@Schema(description = "Supply and reserves at one block, minor units; reserves + held + outstanding = opened")
public record SupplyFigures(
        @Schema(description = "The last block followed") long block,

        @Schema(description = "Issued, as the ledger's records say")
        long issued,

        @Schema(description = "Redeemed, as the ledger's records say")
        long redeemed,

        @Schema(description = "Issued less redeemed") long outstanding,
        @Schema(description = "Free reserves of all banks") long reserves,

        @Schema(description = "Set aside for withdrawals under way")
        long held,

        @Schema(description = "What banks brought") long opened,

        @Schema(description = "Whether nothing was made or lost")
        boolean constant,

        @Schema(description = "Codes and details of incidents that stop issuing")
        List<String> incidents) {}
