package io.florin.doubles.api;

import io.florin.runtime.api.CommitterApi;
import java.util.List;

/// A committer that nobody should ask; tests override what it is asked.
public class UnaskedCommitter implements CommitterApi {

    @Override
    public LedgerHead head() {
        throw new Unasked("head");
    }

    @Override
    public NetworkView network() {
        throw new Unasked("network");
    }

    @Override
    public TransactionView transaction(String id) {
        throw new Unasked("transaction");
    }

    @Override
    public List<TransactionView> transactions(List<String> ids) {
        throw new Unasked("transactions");
    }

    @Override
    public byte[] receipt(String id) {
        throw new Unasked("receipt");
    }

    @Override
    public TokenView token(String key) {
        throw new Unasked("token");
    }

    @Override
    public OwnerTokens tokensOf(String owner) {
        throw new Unasked("tokensOf");
    }

    @Override
    public byte[] results(long from, int limit, long waitMillis) {
        throw new Unasked("results");
    }

    @Override
    public byte[] checkpoints(long from, int limit) {
        throw new Unasked("checkpoints");
    }

    @Override
    public BlockTimes times(long number) {
        throw new Unasked("times");
    }
}
