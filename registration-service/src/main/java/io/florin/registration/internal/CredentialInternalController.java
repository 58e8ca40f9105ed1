package io.florin.registration.internal;

import io.florin.registration.protocol.AnonymousCredentials;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.internal.AllowPeers;
import io.florin.runtime.internal.PeerAuthentication;
import org.springframework.web.bind.annotation.RestController;

/// Banks ask for credentials of their own customers only: which bank calls is in its certificate.
@RestController
class CredentialInternalController implements CredentialInternalApi {
    private final AnonymousCredentials credentials;

    CredentialInternalController(AnonymousCredentials credentials) {
        this.credentials = credentials;
    }

    @Override
    @AllowPeers("bank")
    public EpochAnswer credentialEpoch() {
        return credentials.epoch();
    }

    @Override
    @AllowPeers("bank")
    public IssuedCredential issueCredential(String reference, BlindRequest request) {
        return credentials.issue(callingBank(), reference, request);
    }

    @Override
    @AllowPeers("bank")
    public EpochCredentials credentials(EidList eids) {
        return credentials.ofEpoch(callingBank(), eids.eids());
    }

    private static int callingBank() {
        return PeerAuthentication.currentPeer().id();
    }
}
