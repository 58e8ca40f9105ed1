package io.florin.doubles.api;

import io.florin.runtime.api.EndorserApi;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An endorser that nobody should ask; tests override what it is asked.
public class UnaskedEndorser implements EndorserApi {

    @Override
    public SubmissionAnswer submit(byte[] submission, @Nullable String ticket) {
        throw new Unasked("submit");
    }

    @Override
    public List<SubmissionAnswer> submitAll(byte[] submissions, @Nullable String ticket) {
        throw new Unasked("submitAll");
    }

    @Override
    public NotePage notes(long after, int limit) {
        throw new Unasked("notes");
    }

    @Override
    public SubmissionProgress progress(String handle) {
        throw new Unasked("progress");
    }
}
