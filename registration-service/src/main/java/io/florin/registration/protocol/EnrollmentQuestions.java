package io.florin.registration.protocol;

import io.florin.runtime.api.RegistrationInternalApi.ClosingStep;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import java.util.Optional;

/// Banks' questions about their customers.
public interface EnrollmentQuestions {

    /// @param participant the bank that applies, known by its certificate
    EnrollmentView apply(int participant, EnrollmentApplication application);

    Optional<EnrollmentView> enrollment(int participant, String reference);

    /// Gives an approved wallet another part of its person's holding limit.
    ///
    /// @param tenThousandths 0 to 10,000
    EnrollmentView share(int participant, String reference, int tenThousandths);

    /// A step of the closing of an approved wallet by its bank; a repeat changes nothing.
    EnrollmentView closing(int participant, String reference, ClosingStep step);
}
