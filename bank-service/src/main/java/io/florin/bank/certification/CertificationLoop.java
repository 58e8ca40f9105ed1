package io.florin.bank.certification;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HiddenTokens.Uncertified;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.wallet.hidden.Certifications;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.TransactionOutput;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/// Fetches the certifiers' shares of ranges of blocks, so that nobody sees which tokens are the bank's, and combines
/// those of its own ([CollectedShares]). Only a token that whole blocks did not certify, because its key is gone, is
/// asked for by name, once it is confirmed ([Confirmations]) and has waited. Nothing is remembered but what is
/// certified: after a restart it goes on at the oldest token that is not. A certifier that hangs is waited for once
/// ([CertifierLines]). One thread drives it.
final class CertificationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CertificationLoop.class);
    private static final int TOKENS_PER_TURN = 512;
    private static final int PAGES_MAX = 8;

    /// Tokens that are asked for by name in one turn: each is a question to every certifier.
    private static final int NAMED_PER_TURN = 32;

    private final HiddenTokens tokens;
    private final LedgerAccess ledger;
    private final CertifierLines certifiers;
    private final TransactionTemplate transactions;
    private final CollectedShares shares;
    private final Confirmations confirmations;
    private final InstantSource clock;

    /// Epochs of keys in force when tokens were last looked through.
    private SortedSet<Long> known = new TreeSet<>();

    private boolean waits;

    /// @param clock that nobody sets back
    CertificationLoop(
            HiddenTokens tokens,
            LedgerAccess ledger,
            CertifierLines certifiers,
            CollectedShares shares,
            Confirmations confirmations,
            TransactionTemplate transactions,
            InstantSource clock) {
        this.tokens = tokens;
        this.ledger = ledger;
        this.certifiers = certifiers;
        this.transactions = transactions;
        this.shares = shares;
        this.confirmations = confirmations;
        this.clock = clock;
    }

    /// Whether the last step found tokens that were not certified.
    boolean waits() {
        return waits;
    }

    /// @return tokens certified
    int step() {
        uncertifyWhatEnded();
        List<Uncertified> waiting = tokens.uncertified(TOKENS_PER_TURN);
        shares.want(waiting.stream().map(Uncertified::token).toList(), groupsInForce());
        waits = !waiting.isEmpty();
        if (!waits) {
            return 0;
        }
        collect();
        Instant now = clock.instant();
        confirmations.step(shares, now);
        List<Uncertified> certified = new ArrayList<>();
        int named = 0;
        for (Uncertified each : waiting) {
            Optional<Uncertified> combined = combine(each);
            if (combined.isEmpty() && named < NAMED_PER_TURN && shares.mayAskByName(each.token(), now)) {
                named++;
                combined = byName(each);
            }
            combined.ifPresent(certified::add);
        }
        if (!certified.isEmpty()) {
            transactions.executeWithoutResult(_ -> tokens.certified(certified));
        }
        return certified.size();
    }

    /// Each certifier is asked for its next page at the same time as the others.
    private void collect() {
        Set<Integer> done = new HashSet<>();
        for (int pages = 0; pages < PAGES_MAX && done.size() < certifiers.size(); pages++) {
            certifiers.ask((certifier, index) -> question(certifier, index, done));
        }
    }

    /// An answer that comes late is one to the question that would be asked now, or none.
    private Optional<Callable<Runnable>> question(CertificationApi certifier, int index, Set<Integer> done) {
        OptionalLong from = done.contains(index) ? OptionalLong.empty() : shares.nextBlock(index);
        if (from.isEmpty()) {
            done.add(index);
            return Optional.empty();
        }
        return Optional.of(() -> {
            CertificationPage page = certifier.certifications(from.getAsLong(), CertificationApi.SHARES_MAX);
            return () -> {
                if (shares.nextBlock(index).equals(from)) {
                    CollectedShares.Taken taken =
                            shares.take(index, from.getAsLong(), CertificationApi.SHARES_MAX, page);
                    if (taken.malformed() > 0) {
                        LOG.warn("a certifier's shares are malformed: certifier={} count={}", index, taken.malformed());
                    }
                    if (!taken.more()) {
                        done.add(index);
                    }
                }
            };
        });
    }

    private Optional<Uncertified> combine(Uncertified waiting) {
        Certifications.Combined combined = shares.combine(waiting.token());
        if (!combined.blamed().isEmpty()) {
            LOG.warn("certifiers gave bad shares: {}", combined.blamed());
        }
        return combined.token().map(token -> new Uncertified(waiting.key(), token));
    }

    private Optional<Uncertified> byName(Uncertified waiting) {
        TransactionOutput id = waiting.token().id();
        CertificationRequest request = new CertificationRequest(id.transaction().toHex(), id.index());
        certifiers.ask((certifier, index) -> Optional.of(() -> {
            Certified share = certifier.certify(request);
            return () -> {
                if (!shares.take(index, id, share)) {
                    LOG.warn("a certifier's share is malformed: certifier={}", index);
                }
            };
        }));
        return combine(waiting);
    }

    /// Tokens under a key that officers ended are certified anew; looked for when keys have changed, and at the start
    /// where a key may have ended before.
    private void uncertifyWhatEnded() {
        SortedSet<Long> inForce = new TreeSet<>();
        groupsInForce().forEach(group -> inForce.add(group.epoch()));
        if (inForce.isEmpty() || inForce.equals(known)) {
            return;
        }
        boolean allSinceTheFirst = inForce.last() == inForce.size();
        if (!allSinceTheFirst) {
            int count = Objects.requireNonNull(transactions.execute(_ -> tokens.uncertify(inForce)));
            LOG.info("tokens whose certifiers' key has ended are certified anew: count={}", count);
        }
        known = inForce;
    }

    private List<CertifierGroup> groupsInForce() {
        return ledger.configuration()
                .hidden(ledger.currency())
                .map(HiddenCurrency::certifiers)
                .orElse(List.of());
    }
}
