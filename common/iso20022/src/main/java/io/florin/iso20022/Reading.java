package io.florin.iso20022;

import java.util.List;
import java.util.Optional;

/// Result of reading a payment file.
public sealed interface Reading {
    /// The file is in order as a file. Its lines are good or refused one by one; perhaps none is good.
    record Taken(PaymentFile file) implements Reading {}

    /// The whole file is refused and nothing in it is paid. Definition and message identification are there when the
    /// file could be read that far, so that the refusal can name what it refuses.
    record Refused(Optional<MessageDefinition> definition, Optional<String> messageId, List<Violation> violations)
            implements Reading {
        public Refused {
            violations = List.copyOf(violations);
        }

        /// The message identification as a status report can repeat it; empty where there is none.
        public String reference() {
            return Fitting.reference(messageId.orElse(""), "");
        }
    }
}
