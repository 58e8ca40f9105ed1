package io.florin.centralbank.supply;

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
public record SupplyView(
        long block,
        long issued,
        long redeemed,
        long outstanding,
        long reserves,
        long held,
        long opened,
        boolean constant,
        List<String> incidents) {}
