package io.florin.registration.anonymous;

import io.florin.registration.protocol.BarredEnrollments;
import io.florin.registration.protocol.CredentialProblem;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.util.List;

/// A network in which no currency hides anything: nobody has an anonymous credential to be barred with.
public final class NoBarredEnrollments implements BarredEnrollments {

    @Override
    public BarredHead head() {
        throw CredentialProblem.NO_HIDDEN_CURRENCY.refusal();
    }

    @Override
    public List<BarredEnrollment> page(String after) {
        throw CredentialProblem.NO_HIDDEN_CURRENCY.refusal();
    }
}
