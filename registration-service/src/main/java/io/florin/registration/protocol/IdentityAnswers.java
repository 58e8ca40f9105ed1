package io.florin.registration.protocol;

import io.florin.runtime.api.IdentityInternalApi.Identity;
import io.florin.runtime.api.IdentityInternalApi.Inquiry;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import java.util.List;
import java.util.UUID;

/// Answers to other services about whose an enrollment id is.
public interface IdentityAnswers {

    /// @param asker the service, known by its certificate
    InquiryView ask(String asker, Actor actor, Inquiry inquiry);

    /// The asker's own, oldest first, without names.
    List<InquiryView> under(String asker, String caseReference);

    /// The name, once it is released.
    Identity tell(UUID id, String asker, Actor actor);
}
