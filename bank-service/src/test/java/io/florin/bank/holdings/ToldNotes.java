package io.florin.bank.holdings;

import io.florin.doubles.api.UnaskedEndorser;

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

    @Override
    public NotePage notes(long after, int limit) {
        return pages.after(after, limit);
    }
}
