package io.florin.registration.protocol;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// The check of an applicant against a list of names.
public interface Screening {

    Result screen(Subject subject);

    /// The version of the list that [#screen] consults.
    String listVersion();

    /// @param birthDate empty for institutions
    record Subject(String fullName, Optional<LocalDate> birthDate, String documentNumber) {}

    /// @param listVersion of the list that was consulted
    record Result(String listVersion, List<Hit> hits) {
        public Result {
            hits = List.copyOf(hits);
        }
    }

    /// A likeness to look at.
    ///
    /// @param entry id in the list
    /// @param listedName the name or alias that is alike
    /// @param score per mille
    record Hit(String entry, String listedName, int score, String programme) {

        /// Whether who has decided about this one has decided about the other too.
        public boolean covers(Hit other) {
            return entry.equals(other.entry) && programme.equals(other.programme) && score >= other.score;
        }
    }
}
