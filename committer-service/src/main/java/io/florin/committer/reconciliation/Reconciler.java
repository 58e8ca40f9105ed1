package io.florin.committer.reconciliation;

import io.florin.crypto.Bytes;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.Optional;

/// Decides what a search for a client transaction means. A transaction is *open* until it is *right* or an accusation.
///
/// It is *wrong* at once when what was found does not lead to what was endorsed: its id binds its content, so that
/// cannot change any more. It is *missing* only after several looks with growing pauses, and only when so many
/// endorsers deny it that one of the t who signed must be among them: endorsers store before they sign (protocol
/// decision 8), but may be down or slow. Pure; any thread.
public final class Reconciler {

    /// Patience of reconciliation.
    ///
    /// @param attemptsMin looks before a transaction counts as missing
    /// @param firstPauseMillis pause after the first look; doubles
    /// @param pauseMillisMax the longest pause
    public record Patience(int attemptsMin, long firstPauseMillis, long pauseMillisMax) {}

    /// Outcome of looking for an endorsed transaction's client transaction.
    public sealed interface Outcome {

        /// Its client transaction leads to exactly what was endorsed.
        record Right() implements Outcome {}

        /// Look again later.
        record Open(OpenCase openCase) implements Outcome {}

        record Accused(Accusation accusation) implements Outcome {}
    }

    /// @param named the configuration of the version that the endorsed transaction names, if it was ever in force
    /// @param current in force now; tells how many endorsers there are
    public record Configurations(Optional<NetworkConfiguration> named, NetworkConfiguration current) {}

    private final TransactionReview review;
    private final Patience patience;

    public Reconciler(TransactionReview review, Patience patience) {
        this.review = review;
        this.patience = patience;
    }

    /// The outcome for what cannot even be read; searching is no use.
    public Outcome unreadable(EndorsedTransaction endorsed, long nowMillis) {
        return new Outcome.Accused(Accusation.of(
                Accusation.Kind.MALFORMED, endorsed, "no-settlement-transaction", nowMillis, Bytes.EMPTY));
    }

    /// @param before what is open so far; attempts 0 for the first look
    public Outcome outcome(
            EndorsedTransaction endorsed,
            OpenCase before,
            SearchResult result,
            Configurations configurations,
            long nowMillis) {
        return switch (result) {
            case SearchResult.Found(ClientTransaction client) ->
                review.flaw(endorsed, client, configurations.named())
                        .<Outcome>map(reason -> new Outcome.Accused(Accusation.of(
                                Accusation.Kind.WRONG, endorsed, reason, nowMillis, Bytes.of(client.encode()))))
                        .orElseGet(Outcome.Right::new);
            case SearchResult.NotFound(int denied) ->
                notFound(endorsed, before, denied, configurations.current(), nowMillis);
        };
    }

    private Outcome notFound(
            EndorsedTransaction endorsed, OpenCase before, int denied, NetworkConfiguration current, long nowMillis) {
        OpenCase open = before.again(nowMillis, patience.firstPauseMillis(), patience.pauseMillisMax());
        int proof = current.endorserGroup(endorsed.settlement().namespace())
                .map(Reconciler::denialsThatProve)
                .orElse(1);
        if (open.attempts() < patience.attemptsMin() || denied < proof) {
            return new Outcome.Open(open);
        }
        return new Outcome.Accused(
                Accusation.of(Accusation.Kind.MISSING, endorsed, "no-endorser-has-it", nowMillis, Bytes.EMPTY));
    }

    /// Of n endorsers t signed; with n - t + 1 denials one of them denies what it must have.
    private static int denialsThatProve(EndorserGroup group) {
        return group.verificationKeys().size() - group.threshold() + 1;
    }
}
