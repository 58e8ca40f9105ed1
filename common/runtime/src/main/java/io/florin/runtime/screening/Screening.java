package io.florin.runtime.screening;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// The check of a person or an institution against a list of names.
public interface Screening {

    Result screen(Subject subject);

    /// The version of the list that [#screen] consults and of the rules by which it does.
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
    /// @param score per mille, of the names alone; 1000 for the same document
    /// @param explanation how the score came about and what the date of birth says, for the person who decides; at most
    ///     [#EXPLANATION_MAX] characters
    record Hit(String entry, String listedName, int score, String programme, String explanation) {
        public static final int EXPLANATION_MAX = 400;

        public Hit {
            if (explanation.length() > EXPLANATION_MAX) {
                explanation = explanation.substring(0, EXPLANATION_MAX - 1) + "…";
            }
        }

        /// Whether who has decided about this one has decided about the other too.
        public boolean covers(Hit other) {
            return entry.equals(other.entry) && programme.equals(other.programme) && score >= other.score;
        }
    }
}
