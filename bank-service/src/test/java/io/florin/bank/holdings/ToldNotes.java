package io.florin.bank.holdings;

import io.florin.doubles.api.UnaskedEndorser;
import io.florin.runtime.api.EndorserApi;
import java.util.List;
import java.util.stream.IntStream;

/// An endorser that is asked for notes, and for nothing else.
final class ToldNotes extends UnaskedEndorser {
    private final Page pages;

    /// Answer of an endorser.
    @FunctionalInterface
    interface Page {
        /// @param after position of the last note already seen
        NotePage after(long after, int limit);
    }

    ToldNotes(Page pages) {
        this.pages = pages;
    }

    /// Endorsers whose ids count from 0.
    static List<NotingEndorser> numbered(List<EndorserApi> endorsers) {
        return IntStream.range(0, endorsers.size())
                .mapToObj(id -> new NotingEndorser(id, endorsers.get(id)))
                .toList();
    }

    @Override
    public NotePage notes(long after, int limit) {
        return pages.after(after, limit);
    }
}
