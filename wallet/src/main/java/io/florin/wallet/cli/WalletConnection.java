package io.florin.wallet.cli;

import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.LedgerHead;
import io.florin.runtime.api.CommitterApi.NetworkView;
import io.florin.runtime.api.CommitterApi.OwnerTokens;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.chain.ResultReader;
import io.florin.runtime.http.DistinctCommitters;
import io.florin.runtime.http.SignedAnswerCheck;
import io.florin.runtime.submission.EndorserClient;
import io.florin.runtime.submission.SubmissionClient;
import io.florin.wallet.hidden.OtherCommitters;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/// A wallet's view of the network. The network id is the hash of the genesis that the committer shows; a wallet that
/// has pinned an id refuses any other. From then on a committer's answers count that a committer of that genesis
/// signed, and of what blocks did only that which follows from genesis ([ResultTip]): the first committer alone is
/// asked for it, and others only for what it alone is not believed. One thread.
final class WalletConnection {

    private final HttpApis apis;
    private final CommitterApi committer;
    private final OtherCommitters otherCommitters;
    private final Map<URI, EndorserApi> endorserApis;
    private final EndorserClient endorsers;
    private final Optional<AuditorApi> auditor;
    private final Genesis genesis;
    private final ResultReader results;
    private NetworkConfiguration configuration;
    private final NamespaceId currency;

    /// @param committerUrls the first one is followed
    WalletConnection(
            List<URI> committerUrls, List<URI> endorserUrls, Optional<URI> auditorUrl, Optional<NetworkId> pinned) {
        this.apis = new HttpApis(Duration.ofSeconds(3), Duration.ofSeconds(15));
        this.endorserApis = new LinkedHashMap<>();
        endorserUrls.forEach(url -> endorserApis.put(url, apis.client(EndorserApi.class, url)));
        this.auditor = auditorUrl.map(url -> apis.client(AuditorApi.class, url));
        URI committerUrl = committerUrls.getFirst();
        NetworkView shown = apis.client(CommitterApi.class, committerUrl).network();
        this.genesis = Genesis.decode(Base64.getDecoder().decode(shown.genesis()));
        if (pinned.isPresent() && !pinned.get().equals(network())) {
            throw new IllegalStateException("this is network " + network().toHex() + ", not the one expected");
        }
        DistinctCommitters distinct = new DistinctCommitters();
        this.committer = committer(committerUrl, distinct.followed());
        this.results = new ResultReader(List.of(committer), (_, _, _) -> {}); // the command ends, and says why
        this.otherCommitters = new OtherCommitters(
                committerUrls.stream()
                        .skip(1)
                        .map(url -> committer(url, distinct.another()))
                        .toList(),
                network(),
                genesis.configuration());
        this.configuration = NetworkConfiguration.decode(
                Base64.getDecoder().decode(committer.network().configuration()));
        this.currency = configuration.namespaces().stream()
                .filter(namespace -> !namespace.currency().isEmpty())
                .findFirst()
                .orElseThrow()
                .id();
        this.endorsers = new EndorserClient(List.copyOf(endorserApis.values()), new SecureRandom());
    }

    private CommitterApi committer(URI url, IntPredicate counts) {
        return apis.client(CommitterApi.class, url, SignedAnswerCheck.of(url, genesis, counts));
    }

    NetworkId network() {
        return genesis.networkId();
    }

    /// In force: as the committer shows it, and once blocks were followed, as they made it.
    NetworkConfiguration configuration() {
        return configuration;
    }

    /// The currency's public parameters; empty where nothing is hidden.
    Optional<HiddenCurrency> hidden() {
        return configuration.hidden(currency);
    }

    NamespaceId currency() {
        return currency;
    }

    /// The endorsers one by one, by address.
    Map<URI, EndorserApi> endorserApis() {
        return endorserApis;
    }

    <T> T client(Class<T> api, URI url) {
        return apis.client(api, url);
    }

    /// Hands a transaction of the currency to the endorsers.
    ///
    /// @throws EndorserClient.Refused when so many endorsers refuse that it cannot commit
    /// @throws EndorserClient.Unavailable when none took it, and too few refuse it
    void submit(Submission submission) {
        endorsers.submit(submission, configuration.endorserGroup(currency).orElseThrow());
    }

    /// Hands in again what may have been taken before: whatever is said of it proves nothing, but that it is taken.
    ///
    /// @return whether an endorser took it
    boolean submitAgain(Submission submission) {
        var group = configuration.endorserGroup(currency).orElseThrow();
        return new SubmissionClient(endorsers).submitAgain(() -> submission, group)
                instanceof SubmissionClient.Answer.Taken;
    }

    CommitterApi committer() {
        return committer;
    }

    /// The tip of who has followed nothing yet.
    ResultTip start() {
        return ResultTip.of(genesis);
    }

    /// Reads what blocks did. Hundreds are asked for from behind the tip to the head, whatever is in them, so that the
    /// committer learns where a wallet stood and no more.
    ///
    /// @param each gets the blocks up to the head in order
    /// @return the tip at the head, or the one given if that is not behind
    /// @throws io.florin.runtime.Failure when the committer is silent, or what it says proves nothing
    ResultTip follow(ResultTip from, long head, Consumer<SettledBlock> each) {
        ResultTip tip = from;
        while (tip.number() < head) {
            List<SettledBlock> blocks = results.after(tip, BlockResult.LIST_MAX, Duration.ZERO);
            if (blocks.isEmpty()) {
                throw new IllegalStateException(
                        "the committer does not show block " + (tip.number() + 1) + " of " + head);
            }
            for (SettledBlock block : blocks) {
                if (block.number() <= head) {
                    each.accept(block);
                    tip = block.after();
                }
            }
        }
        configuration = tip.configuration();
        return tip;
    }

    /// Transactions of one block, by a committer's word: committers of the genesis stay as long as the network runs.
    ///
    /// @return empty if none of them signed it
    Optional<List<SettledTransaction>> signed(BlockResult result) {
        return result.signed(network(), genesis.configuration());
    }

    /// Those beside the one that is followed.
    OtherCommitters otherCommitters() {
        return otherCommitters;
    }

    Optional<AuditorApi> auditor() {
        return auditor;
    }

    LedgerView ledger() {
        LedgerHead head = committer.head();
        int rules = configuration.namespace(currency).orElseThrow().rulesVersion();
        return new LedgerView(
                network(), currency, rules, head.configurationVersion(), head.number(), configuration.limits());
    }

    /// The unspent tokens of a key and the height they are seen at; each is checked against its state key.
    OwnedTokens tokensOf(OwnerKey owner) {
        OwnerTokens answer = committer.tokensOf(owner.toHex());
        List<TokenReference> tokens = new ArrayList<>();
        for (CommitterApi.TokenView view : answer.tokens()) {
            TokenReference reference = reference(view);
            if (!reference.key().toHex().equals(view.key())
                    || !reference.token().owner().equals(owner)) {
                throw new IllegalStateException("the committer shows a token that does not match its key");
            }
            tokens.add(reference);
        }
        return new OwnedTokens(answer.block(), List.copyOf(tokens));
    }

    static TokenReference reference(CommitterApi.TokenView view) {
        return new TokenReference(
                TransactionId.fromHex(view.transactionId()),
                view.output(),
                new Token(OwnerKey.fromHex(view.owner()), view.type(), Amount.of(view.value())));
    }

    /// @param block height at which the tokens are unspent
    record OwnedTokens(long block, List<TokenReference> tokens) {}
}
