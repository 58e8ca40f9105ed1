package io.florin.certifier;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.TokenBase;
import io.florin.crypto.ps.TokenOpening;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A transaction with one hidden output whose opening the test knows.
record Hidden(SettlementTransaction transaction, TokenOpening opening) {

    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    List<Bytes32> context() {
        return transaction.reads().stream().map(Read::key).map(StateKey::value).toList();
    }

    TokenBase base() {
        return TokenBase.of(context(), 0);
    }

    BlindedToken token() {
        return opening.commit(base());
    }

    /// Spends so many tokens.
    static Hidden spending(int inputs) {
        return spending(serials(inputs), 1);
    }

    /// In the namespace of what is spent.
    ///
    /// @param configurationVersion in force
    static Hidden spending(List<StateKey> spent, long configurationVersion) {
        var opening = new TokenOpening(
                Scalar.random(RANDOM), Scalar.ofLong(500), Scalar.random(RANDOM), Scalar.random(RANDOM));
        BlindedToken token =
                opening.commit(TokenBase.of(spent.stream().map(StateKey::value).toList(), 0));
        return new Hidden(settlement(spent, token, configurationVersion), opening);
    }

    /// Nobody can prove such a transaction, but endorsers who lie together could commit it.
    static SettlementTransaction overlong() {
        return settlement(serials(SettlementTransaction.READS_MAX), spending(1).token(), 1);
    }

    /// Of tokens that nobody has spent.
    static List<StateKey> serials(int count) {
        return IntStream.range(0, count).mapToObj(_ -> serial(CURRENCY)).toList();
    }

    private static SettlementTransaction settlement(
            List<StateKey> spent, BlindedToken token, long configurationVersion) {
        byte[] id = new byte[32];
        RANDOM.nextBytes(id);
        List<Write> writes = new ArrayList<>();
        for (int read = 0; read < spent.size(); read++) {
            writes.add(new Write.Serial(read));
        }
        writes.add(new Write.HiddenOutput(0, new HiddenToken.Unlinkable(token.owner(), token.value())));
        return new SettlementTransaction(
                TransactionId.of(id),
                TransactionKind.TRANSFER,
                spent.getFirst().namespace(),
                true,
                configurationVersion,
                1_000,
                spent.stream().map(Read::absent).toList(),
                writes);
    }

    static StateKey serial(NamespaceId namespace) {
        byte[] digest = new byte[32];
        RANDOM.nextBytes(digest);
        return StateKey.of(namespace, Bytes32.of(digest));
    }
}
