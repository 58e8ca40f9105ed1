package io.florin.bank.holdings;

import io.florin.bank.holdings.BlockEffects.Created;
import io.florin.bank.protocol.FinalStatus;
import java.util.List;

/// Finds the bank's tokens in what blocks did, as the currency's privacy model asks for.
interface TokenReader {

    /// Before blocks are applied, outside their database transactions.
    void prepare(List<Committed> committed);

    /// The new tokens of the bank's wallets; in the block's database transaction.
    List<Created> created(long block, List<Committed> committed);

    /// Of the new tokens, those that came back to the wallets that paid: what their notes say nobody needs to know.
    void change(List<Created> change);

    /// The transactions of a block; in its database transaction.
    void ended(List<FinalStatus> statuses);

    /// After all blocks up to this one are applied, outside database transactions.
    void catchUp(long block);
}
