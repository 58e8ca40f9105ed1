package io.florin.registration.internal;

import io.florin.registration.identities.IdentityInquiries;
import io.florin.registration.protocol.Actor;
import io.florin.runtime.api.IdentityInternalApi;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.internal.PeerAuthentication;
import java.util.List;
import java.util.UUID;
import org.springframework.web.bind.annotation.RestController;

/// Auditors and members of the audit authority ask whose an enrollment id is; which one calls is in its certificate.
@RestController
@AllowPeers({"auditor", "audit-member"})
class IdentityInternalController implements IdentityInternalApi {
    private final IdentityInquiries inquiries;

    IdentityInternalController(IdentityInquiries inquiries) {
        this.inquiries = inquiries;
    }

    @Override
    public InquiryView ask(Inquiry inquiry) {
        Peer caller = PeerAuthentication.currentPeer();
        return inquiries.ask(caller.directoryName(), person(caller, inquiry.person()), inquiry);
    }

    @Override
    public List<InquiryView> inquiries(String caseReference) {
        return inquiries.under(PeerAuthentication.currentPeer().directoryName(), caseReference);
    }

    @Override
    public Identity answer(UUID id, Reader reader) {
        Peer caller = PeerAuthentication.currentPeer();
        return inquiries.tell(id, caller.directoryName(), person(caller, reader.person()));
    }

    private static Actor person(Peer caller, String name) {
        return Actor.of(caller, name);
    }
}
