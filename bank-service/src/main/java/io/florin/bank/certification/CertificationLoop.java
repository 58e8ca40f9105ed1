package io.florin.bank.certification;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HiddenTokens.Uncertified;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.group.G1;
import io.florin.crypto.ps.CertificationShare;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.wallet.hidden.Certifications;
import io.florin.wallet.hidden.OutputId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;

/// Fetches the certifiers' shares of whole blocks, so that nobody sees which tokens are the bank's, and combines those
/// of its own. Only a token that whole blocks did not certify, because its key is gone, is asked for by name. Nothing
/// is remembered but what is certified: after a restart it goes on at the oldest token that is not. One thread drives
/// it.
final class CertificationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CertificationLoop.class);
    private static final int TOKENS_PER_TURN = 512;
    private static final int SHARES_PER_CALL = 5_000;
    private static final int PAGES_MAX = 8;
    private static final int PAUSE_MAX = 1_024;

    private final HiddenTokens tokens;
    private final LedgerAccess ledger;
    private final List<CertificationApi> certifiers;
    private final TransactionTemplate transactions;
    private final Map<CertifierGroup, Certifications> groups = new HashMap<>();
    private final Map<OutputId, Shares> wanted = new HashMap<>();

    /// The block that each certifier, by its place in the list, is asked from next.
    private final Map<Integer, Long> next = new HashMap<>();

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
    }

    /// Shares of one output by the epoch of their key.
    private static final class Shares {
        private final Map<Long, List<CertificationShare>> byEpoch = new TreeMap<>();
        private int pause = 1;
        private int rounds;

        /// At once, then after ever longer pauses.
        boolean mayAskByName() {
            if (++rounds < pause) {
                return false;
            }
            rounds = 0;
            pause = Math.min(2 * pause, PAUSE_MAX);
            return true;
        }

        void add(int certifier, Certified share) {
            try {
                G1 point = G1.decode(HexFormat.of().parseHex(share.share()));
                byEpoch.computeIfAbsent(share.epoch(), _ -> new ArrayList<>())
                        .add(new CertificationShare(certifier, point));
            } catch (IllegalArgumentException malformed) {
                LOG.warn("a certifier's share is malformed: certifier={}", certifier);
            }
        }
    }

    /// @return tokens certified
    int step() {
        uncertifyWhatEnded();
        List<Uncertified> waiting = tokens.uncertified(TOKENS_PER_TURN);
        want(waiting);
        if (waiting.isEmpty()) {
            return 0;
        }
        long first = waiting.getFirst().token().block();
        long last = waiting.getLast().token().block();
        for (int certifier = 0; certifier < certifiers.size(); certifier++) {
            try {
                collect(certifier, first, last);
            } catch (RestClientException e) {
                LOG.debug("a certifier does not answer: {}", e.toString());
            } catch (RuntimeException e) { // nothing that one certifier says may stop the others
                LOG.warn("shares of a certifier cannot be used: certifier={}", certifier + 1, e);
            }
        }
        List<Uncertified> certified = new ArrayList<>();
        for (Uncertified each : waiting) {
            Shares found = wanted.getOrDefault(each.token().id(), new Shares());
            combine(each, found)
                    .or(() -> isLeft(each, found) && found.mayAskByName() ? byName(each) : Optional.empty())
                    .ifPresent(certified::add);
        }
        if (!certified.isEmpty()) {
            transactions.executeWithoutResult(_ -> tokens.certified(certified));
        }
        return certified.size();
    }

    /// Forgets what is certified, and goes back to the block of a token that is new here.
    private void want(List<Uncertified> waiting) {
        wanted.keySet()
                .retainAll(waiting.stream().map(each -> each.token().id()).toList());
        for (Uncertified each : waiting) {
            if (wanted.putIfAbsent(each.token().id(), new Shares()) == null) {
                next.replaceAll((_, block) -> Math.min(block, each.token().block()));
            }
        }
    }

    private void collect(int certifier, long first, long last) {
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            long from = next.getOrDefault(certifier, first);
            if (from > last) {
                return;
            }
            CertificationPage answer = certifiers.get(certifier).certifications(from, SHARES_PER_CALL);
            for (Certified share : answer.shares()) {
                idOf(share).map(wanted::get).ifPresent(shares -> shares.add(certifier + 1, share));
            }
            if (answer.next() <= from) {
                return;
            }
            next.put(certifier, Math.min(answer.next(), answer.followed() + 1));
            if (answer.next() > answer.followed()) {
                return;
            }
        }
    }

    private static Optional<OutputId> idOf(Certified share) {
        try {
            return Optional.of(new OutputId(TransactionId.fromHex(share.transactionId()), share.output()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private Optional<Uncertified> combine(Uncertified waiting, Shares shares) {
        for (var each : shares.byEpoch.entrySet()) {
            Optional<Certifications> group = group(each.getKey());
            if (group.isPresent() && each.getValue().size() >= group.get().threshold()) {
                Certifications.Combined combined = group.get().combine(waiting.token(), each.getValue());
                if (!combined.blamed().isEmpty()) {
                    LOG.warn("certifiers gave bad shares: {}", combined.blamed());
                }
                if (combined.token().isPresent()) {
                    return combined.token().map(token -> new Uncertified(waiting.key(), token));
                }
            }
        }
        return Optional.empty();
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

    /// Whether whole blocks will not certify the token: their shares are under keys that are gone, or all certifiers
    /// are past its block and have too few of one key.
    private boolean isLeft(Uncertified waiting, Shares shares) {
        boolean underOldKey = !shares.byEpoch.isEmpty()
                && shares.byEpoch.keySet().stream()
                        .allMatch(epoch -> group(epoch).isEmpty());
        boolean allPast = IntStream.range(0, certifiers.size())
                .allMatch(certifier ->
                        next.getOrDefault(certifier, 0L) > waiting.token().block());
        return underOldKey || allPast;
    }

    private Optional<Uncertified> byName(Uncertified waiting) {
        Shares fresh = new Shares();
        OutputId id = waiting.token().id();
        for (int certifier = 0; certifier < certifiers.size(); certifier++) {
            try {
                CertificationRequest request =
                        new CertificationRequest(id.transaction().toHex(), id.index());
                fresh.add(certifier + 1, certifiers.get(certifier).certify(request));
            } catch (RuntimeException e) {
                LOG.debug("a certifier gives no share of an output: {}", e.toString());
            }
        }
        return combine(waiting, fresh);
    }

    /// Of the configuration in force.
    private Optional<Certifications> group(long epoch) {
        return groupsInForce().stream()
                .filter(group -> group.epoch() == epoch)
                .findFirst()
                .map(group -> groups.computeIfAbsent(group, Certifications::of));
    }

    private List<CertifierGroup> groupsInForce() {
        return ledger.configuration()
                .namespace(ledger.currency())
                .flatMap(namespace -> namespace.hidden())
                .map(HiddenCurrency::certifiers)
                .orElse(List.of());
    }
}
