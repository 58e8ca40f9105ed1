package io.florin.bank.certification;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HiddenTokens.Uncertified;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.wallet.hidden.Certifications;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.OutputId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ObjIntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches the certifiers' shares of whole blocks, so that nobody sees which tokens are the bank's, and combines those
/// of its own ([CollectedShares]). Only a token that whole blocks did not certify, because its key is gone, is asked
/// for by name. Nothing is remembered but what is certified: after a restart it goes on at the oldest token that is
/// not. One thread drives it.
final class CertificationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CertificationLoop.class);
    private static final int TOKENS_PER_TURN = 512;
    private static final int SHARES_PER_CALL = 5_000;
    private static final int PAGES_MAX = 8;

    private final HiddenTokens tokens;
    private final LedgerAccess ledger;
    private final List<CertificationApi> certifiers;
    private final TransactionTemplate transactions;
    private final CollectedShares shares;

    /// Epochs of keys in force when tokens were last looked through.
    private SortedSet<Long> known = new TreeSet<>();

    CertificationLoop(
            HiddenTokens tokens,
            LedgerAccess ledger,
            List<CertificationApi> certifiers,
            TransactionTemplate transactions) {
        this.tokens = tokens;
        this.ledger = ledger;
        this.certifiers = List.copyOf(certifiers);
        this.transactions = transactions;
        this.shares = new CollectedShares(certifiers.size());
    }

    /// @return tokens certified
    int step() {
        uncertifyWhatEnded();
        List<Uncertified> waiting = tokens.uncertified(TOKENS_PER_TURN);
        shares.want(waiting.stream().map(Uncertified::token).toList(), groupsInForce());
        if (waiting.isEmpty()) {
            return 0;
        }
        ask(this::collect);
        List<Uncertified> certified = new ArrayList<>();
        for (Uncertified each : waiting) {
            combine(each).or(() -> byName(each)).ifPresent(certified::add);
        }
        if (!certified.isEmpty()) {
            transactions.executeWithoutResult(_ -> tokens.certified(certified));
        }
        return certified.size();
    }

    /// Nothing that one certifier says may stop the others.
    private void ask(ObjIntConsumer<CertificationApi> question) {
        for (int place = 0; place < certifiers.size(); place++) {
            try {
                question.accept(certifiers.get(place), place + 1);
            } catch (RestClientException e) {
                LOG.debug("a certifier does not answer: {}", e.toString());
            } catch (RuntimeException e) {
                LOG.warn("shares of a certifier cannot be used: certifier={}", place + 1, e);
            }
        }
    }

    private void collect(CertificationApi certifier, int index) {
        int malformed = 0;
        boolean more = true;
        for (int pages = 0; more && pages < PAGES_MAX; pages++) {
            OptionalLong from = shares.nextBlock(index);
            if (from.isEmpty()) {
                break;
            }
            CertificationPage page = certifier.certifications(from.getAsLong(), SHARES_PER_CALL);
            CollectedShares.Taken taken = shares.take(index, from.getAsLong(), SHARES_PER_CALL, page);
            malformed += taken.malformed();
            more = taken.more();
        }
        if (malformed > 0) {
            LOG.warn("a certifier's shares are malformed: certifier={} count={}", index, malformed);
        }
    }

    private Optional<Uncertified> combine(Uncertified waiting) {
        Certifications.Combined combined = shares.combine(waiting.token());
        if (!combined.blamed().isEmpty()) {
            LOG.warn("certifiers gave bad shares: {}", combined.blamed());
        }
        return combined.token().map(token -> new Uncertified(waiting.key(), token));
    }

    private Optional<Uncertified> byName(Uncertified waiting) {
        if (!shares.mayAskByName(waiting.token())) {
            return Optional.empty();
        }
        OutputId id = waiting.token().id();
        CertificationRequest request = new CertificationRequest(id.transaction().toHex(), id.index());
        ask((certifier, index) -> {
            if (!shares.take(index, id, certifier.certify(request))) {
                LOG.warn("a certifier's share is malformed: certifier={}", index);
            }
        });
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
