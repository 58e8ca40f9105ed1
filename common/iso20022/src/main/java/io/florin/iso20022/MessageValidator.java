package io.florin.iso20022;

import java.util.List;
import java.util.Optional;

/// Checks a message of any supported type: its structure, its header, check digits, totals and duplicates. Does not
/// ask whether Florin would do what the message says; that is [PaymentFileReader]'s.
public final class MessageValidator {
    private final MessageCheck check;

    public MessageValidator(MessageModels models) {
        this(models, ReadLimits.DEFAULT);
    }

    public MessageValidator(MessageModels models, ReadLimits limits) {
        this.check = new MessageCheck(models, limits);
    }

    public Validation validate(byte[] xml) {
        try {
            MessageCheck.Checked checked = check.check(xml);
            List<Violation> violations = checked.findings().all();
            return violations.isEmpty()
                    ? new Validation.Valid(checked.definition())
                    : new Validation.Invalid(Optional.of(checked.definition()), violations);
        } catch (RefusedFile refusal) {
            return new Validation.Invalid(Optional.empty(), List.of(refusal.violation()));
        }
    }

    /// The outcome: nothing wrong, or everything that is.
    public sealed interface Validation {
        /// A message without violations.
        record Valid(MessageDefinition definition) implements Validation {}

        /// A message that breaks rules; of no definition when it could not be read that far.
        record Invalid(Optional<MessageDefinition> definition, List<Violation> violations) implements Validation {
            public Invalid {
                violations = List.copyOf(violations);
            }
        }
    }
}
