package io.florin.wallet.instant;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.QuorumSignature;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One payment on its way to being final, as far as the answers of a committee say. It believes no authority: what is
/// signed is verified when a quorum is made of it, and whoever signed something wrong is left out from then on.
///
/// | stage | asked of all | ends with |
/// |---|---|---|
/// | voting | order | 2F + 1 votes, or a certificate that somebody shows |
/// | confirming | certificate | 2F + 1 effects |
/// | final | – | |
/// | refused | – | see below |
///
/// Without a certificate, a payment is refused when 2F + 1 authorities refuse it for good, or F + 1 for what is wrong
/// in the bytes of its order. F + 1 refusals of another kind prove nothing: the only honest one among them may be a
/// block ahead, and the liars vote after all. Of 2F + 1, F + 1 are honest, and too few are left for a certificate. With
/// a certificate, refusals count for nothing, since a rescue may make it stand. With or without one, it is refused when
/// F + 1 show an outcome that ends its sequence without it.
///
/// An answer that comes late, twice, or from a step before changes nothing. Who asks again gets the same answer, so a
/// lost one costs a round trip. Owned by one thread.
///
/// @param <C> the payment's certificate
/// @param <F> its file
public final class PaymentProgress<C, F> implements CommitteeAnswers {

    private final PaymentForm<C, F> form;
    private final Bytes32 id;
    private final RailScope scope;
    private final CommitteeVerifier committee;
    private final Map<Integer, AuthoritySignature> votes = new TreeMap<>();
    private final Map<Integer, AuthoritySignature> effects = new TreeMap<>();
    private final SortedMap<Integer, RailRefusal> refusals = new TreeMap<>();
    private final SortedSet<Integer> wrong = new TreeSet<>();
    /// Authorities that showed an outcome which ends the sequence without this payment. One liar may have made one of
    /// honest statements that the ledger did not take; one of F + 1 has it from the ledger.
    private final SortedSet<Integer> ended = new TreeSet<>();
    private Optional<C> certificate = Optional.empty();
    private Optional<F> file = Optional.empty();

    /// Stage that a payment has reached.
    public enum Stage {
        VOTING,
        CONFIRMING,
        FINAL,
        REFUSED
    }

    public PaymentProgress(PaymentForm<C, F> form, RailScope scope, CommitteeVerifier committee) {
        this.form = form;
        this.id = form.id();
        this.scope = scope;
        this.committee = committee;
    }

    public Stage stage() {
        if (file.isPresent()) {
            return Stage.FINAL;
        }
        if (ended.size() > committee.size().faults() || (certificate.isEmpty() && isRefused())) {
            return Stage.REFUSED;
        }
        return certificate.isPresent() ? Stage.CONFIRMING : Stage.VOTING;
    }

    private boolean isRefused() {
        long never = refusals.entrySet().stream()
                .filter(it -> !isForNow(it.getValue()) && !votes.containsKey(it.getKey()))
                .count();
        long flawed =
                refusals.values().stream().filter(PaymentProgress::isOfTheBytes).count();
        return never >= committee.size().quorum() || flawed > committee.size().faults();
    }

    /// Whether every honest authority gives this reason, or another of these, at any time.
    private static boolean isOfTheBytes(RailRefusal reason) {
        return switch (reason) {
            case WRONG_NETWORK, WRONG_RAIL, BAD_OWNER_SIGNATURE, VALUE_OVERFLOW, MALFORMED -> true;
            default -> false;
        };
    }

    /// Whether the same authority may say yes later, with nothing changed in the order.
    public static boolean isForNow(RailRefusal reason) {
        return switch (reason) {
            case SEQUENCE_AHEAD,
                    NOT_COVERED,
                    OUTPUT_UNKNOWN,
                    OUTPUT_NOT_FINAL,
                    OUTPUT_TAKEN,
                    EXPIRY_TOO_FAR,
                    SENDER_SUSPENDED,
                    SEQUENCE_FROZEN,
                    TOO_BUSY,
                    AUTHORITY_BUSY,
                    AUTHORITY_STARTING,
                    AUTHORITY_STOPPED,
                    TOO_MANY_CONNECTIONS -> true;
            default -> false;
        };
    }

    @Override
    public boolean isUnderWay() {
        return stage() == Stage.VOTING || stage() == Stage.CONFIRMING;
    }

    @Override
    public RailRequest request() {
        return certificate.map(form::confirmation).orElseGet(form::order);
    }

    /// Authorities whose answer of this stage is not here, or may change.
    @Override
    public Set<Integer> missing() {
        SortedSet<Integer> missing = new TreeSet<>();
        Map<Integer, AuthoritySignature> given = certificate.isPresent() ? effects : votes;
        for (int authority = 1; authority <= committee.size().authorities(); authority++) {
            if (!given.containsKey(authority) && mayChange(authority)) {
                missing.add(authority);
            }
        }
        return missing;
    }

    private boolean mayChange(int authority) {
        RailRefusal refusal = refusals.get(authority);
        return !ended.contains(authority) && (refusal == null || isForNow(refusal) || certificate.isPresent());
    }

    /// @return whether the stage is another one now
    @Override
    public boolean answered(int authority, RailAnswer answer) {
        Stage before = stage();
        if (before == Stage.FINAL || wrong.contains(authority)) {
            return false;
        }
        switch (answer) {
            case RailAnswer.Voted(var vote) -> {
                if (vote.orderId().equals(id) && certificate.isEmpty()) {
                    refusals.remove(authority);
                    votes.put(authority, vote.signature());
                    certify();
                }
            }
            case RailAnswer.Effects(var signed) -> executed(authority, signed);
            case RailAnswer.Executed(var _, var signed) -> executedAs(authority, answer, signed);
            case RailAnswer.OutputsExecuted(var _, var signed) -> executedAs(authority, answer, signed);
            case RailAnswer.Refused(var reason) -> refusals.put(authority, reason);
            case RailAnswer.Decided(var outcome) -> {
                refusals.put(authority, RailRefusal.SEQUENCE_FROZEN);
                if (form.isEndedBy(outcome, scope, committee)) {
                    ended.add(authority);
                }
            }
            case RailAnswer.Waits _,
                    RailAnswer.Found _,
                    RailAnswer.OutputsFound _,
                    RailAnswer.Information _,
                    RailAnswer.Open _,
                    RailAnswer.Stated _,
                    RailAnswer.Unknown _,
                    RailAnswer.FoundWindow _,
                    RailAnswer.Held _,
                    RailAnswer.Told _ -> {
                // asked again
            }
        }
        return stage() != before;
    }

    private void certify() {
        combined(RailStatements.vote(scope, id), votes).ifPresent(quorum -> certified(form.certificate(quorum)));
    }

    private void certified(C made) {
        certificate = Optional.of(made);
        refusals.clear(); // they were of the order: a certificate is executed whatever was voted for
        file = form.finalWithVotes(made);
    }

    private void executedAs(int authority, RailAnswer answer, SignedEffects signed) {
        if (certificate.isEmpty()) {
            form.shown(answer, scope, committee).ifPresent(this::certified);
        }
        executed(authority, signed);
    }

    private void executed(int authority, SignedEffects signed) {
        if (!signed.orderId().equals(id)) {
            return;
        }
        refusals.remove(authority);
        effects.put(authority, signed.signature());
        if (certificate.isPresent() && file.isEmpty()) {
            file = combined(RailStatements.effects(scope, id), effects)
                    .map(quorum -> form.file(certificate.get(), quorum));
        }
    }

    private Optional<QuorumSignature> combined(byte[] statement, Map<Integer, AuthoritySignature> signatures) {
        if (signatures.size() < committee.size().quorum()) {
            return Optional.empty();
        }
        CommitteeVerifier.Combined combined = committee.combine(statement, signatures);
        wrong.addAll(combined.wrong());
        signatures.keySet().removeAll(combined.wrong());
        return combined.signature();
    }

    public Bytes32 id() {
        return id;
    }

    public Optional<C> certificate() {
        return certificate;
    }

    /// The file that proves the payment to anybody, offline.
    public Optional<F> file() {
        return file;
    }

    /// Reasons for which authorities do not sign, as they said last.
    public SortedMap<Integer, RailRefusal> refusals() {
        return new TreeMap<>(refusals);
    }

    /// Authorities that signed something else than they said.
    public SortedSet<Integer> wrong() {
        return new TreeSet<>(wrong);
    }
}
