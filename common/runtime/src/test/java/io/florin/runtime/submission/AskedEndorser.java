package io.florin.runtime.submission;

import io.florin.ledger.client.Submission;
import io.florin.runtime.api.EndorserApi;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An endorser that answers submissions as a test says, and remembers how many transactions it was asked about each
/// time. Other questions are failures of the test.
final class AskedEndorser implements EndorserApi {
    private final Function<List<Submission>, List<SubmissionAnswer>> answers;
    final List<Integer> sizes = new ArrayList<>();

    AskedEndorser(Supplier<SubmissionAnswer> answer) {
        this.answers = asked -> asked.stream().map(_ -> answer.get()).toList();
    }

    /// @param answers to several at once
    AskedEndorser(Function<List<Submission>, List<SubmissionAnswer>> answers) {
        this.answers = answers;
    }

    @Override
    public SubmissionAnswer submit(byte[] submission, @Nullable String ticket) {
        return answers.apply(List.of(Submission.decode(submission))).getFirst();
    }

    @Override
    public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
        List<Submission> asked = Submission.decodeList(submissions);
        sizes.add(asked.size());
        return answers.apply(asked);
    }

    @Override
    public NotePage notes(long after, int limit) {
        throw new UnsupportedOperationException("notes");
    }

    @Override
    public SubmissionProgress progress(String handle) {
        throw new UnsupportedOperationException("progress");
    }
}
