package io.florin.wallet.instant;

import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Signed words of a committee on one sequence, gathered for a rescue until there are enough. It believes no authority:
/// each word is verified when it comes, and one that is not authentic, of another sequence or in another's name is
/// none. Whoever said none yet is asked again. Owned by one thread.
///
/// @param <T> word of one authority
public final class GatheredWords<T> implements CommitteeAnswers {
    private final RailRequest request;
    private final int authorities;
    private final int enough;
    private final Function<RailAnswer, Optional<Word<T>>> authentic;
    private final SortedMap<Integer, T> words = new TreeMap<>();

    private record Word<T>(int authority, T said) {}

    private GatheredWords(
            RailRequest request,
            CommitteeVerifier committee,
            int enough,
            Function<RailAnswer, Optional<Word<T>>> authentic) {
        this.request = request;
        this.authorities = committee.size().authorities();
        this.enough = enough;
        this.authentic = authentic;
    }

    /// The word of F + 1 that no order of the sequence is executed there, which a rescue begins with.
    public static GatheredWords<OpenSequence> ofOpen(RailSequence sequence, CommitteeVerifier committee) {
        return new GatheredWords<>(
                new RailRequest.OpenSequence(sequence.account(), sequence.sequence()),
                committee,
                committee.size().faults() + 1,
                answer -> answer instanceof RailAnswer.Open(OpenSequence word)
                                && word.account().equals(sequence.account())
                                && word.sequence() == sequence.sequence()
                                && word.isAuthentic(sequence.scope(), committee)
                        ? Optional.of(new Word<>(word.authority(), word))
                        : Optional.empty());
    }

    /// The statements of 2F + 1 that froze the sequence, which end its rescue.
    public static GatheredWords<RescueStatement> ofRescue(RailSequence rescue, CommitteeVerifier committee) {
        RailScope scope = rescue.scope();
        return new GatheredWords<>(
                new RailRequest.Statement(rescue.account(), rescue.sequence()),
                committee,
                committee.size().quorum(),
                answer -> answer instanceof RailAnswer.Stated(RescueStatement word)
                                && word.rescue().equals(rescue)
                                && word.refusal(scope, committee).isEmpty()
                        ? Optional.of(new Word<>(word.authority(), word))
                        : Optional.empty());
    }

    @Override
    public boolean isUnderWay() {
        return words.size() < enough;
    }

    @Override
    public RailRequest request() {
        return request;
    }

    @Override
    public Set<Integer> missing() {
        Set<Integer> missing = new TreeSet<>();
        for (int authority = 1; authority <= authorities; authority++) {
            if (!words.containsKey(authority)) {
                missing.add(authority);
            }
        }
        return missing;
    }

    /// The request stays the same.
    @Override
    public boolean answered(int authority, RailAnswer answer) {
        if (isUnderWay()) {
            authentic
                    .apply(answer)
                    .filter(word -> word.authority() == authority)
                    .ifPresent(word -> words.put(authority, word.said()));
        }
        return false;
    }

    /// As many words as are needed, ascending by authority; empty while there are fewer.
    public Optional<List<T>> words() {
        return isUnderWay() ? Optional.empty() : Optional.of(List.copyOf(words.values()));
    }
}
