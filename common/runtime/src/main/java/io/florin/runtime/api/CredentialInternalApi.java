package io.florin.runtime.api;

import java.util.List;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// Registration's interface for banks about the anonymous credentials of hidden currencies, on the internal port, for
/// their own customers and themselves.
///
/// An enrollment that is `APPROVED` gets one credential: the applicant (a wallet, or the bank for a custodial wallet or
/// its treasury) makes a request in the [CredentialSession] of its enrollment id, signs it with the owner key, and the
/// bank passes it on with [#issueCredential]. After that only signatures change, once in each epoch, without the
/// applicant: [#credentials].
public interface CredentialInternalApi {

    /// Eids in one request.
    int EIDS_MAX = 500;

    /// Registration's key and the epoch that payments show now. 404 `no-hidden-currency` where nothing is hidden.
    @GetExchange("/internal/v1/credential-epoch")
    EpochAnswer credentialEpoch();

    /// Issues the enrollment's credential, once and for ever for this commitment. Safe to repeat: the same commitment
    /// gets the same answer with the newest signature, another one is refused (409 `other-commitment`).
    ///
    /// @param reference the bank's own, as in the application
    @PostExchange("/internal/v1/enrollment-applications/{reference}/credential")
    IssuedCredential issueCredential(@PathVariable("reference") String reference, @RequestBody BlindRequest request);

    /// The signatures of the current epoch.
    ///
    /// @return those that have one: the caller's own customers, enrolled and active; the others are left out
    @PostExchange("/internal/v1/credentials")
    EpochCredentials credentials(@RequestBody EidList eids);

    /// @param epoch current number
    /// @param startMillis when it began, registration's clock
    /// @param nextMillis when the next one is to begin
    /// @param key registration's BBS key, 96 bytes in hex
    record EpochAnswer(long epoch, long startMillis, long nextMillis, String key) {}

    /// @param request `CredentialRequest`, 144 bytes in hex, its proof on `CredentialSession.transcript`
    /// @param ownerSignature Ed25519 by the enrollment's owner key over `CredentialSession.message`, hex
    record BlindRequest(String request, String ownerSignature) {}

    /// Registration's part that makes the applicant's secrets a credential: `Credential(scheme, signature, sk, K +
    /// serialPart, eid, epoch)`.
    ///
    /// @param eid the scalar that owns hidden tokens, 32 bytes in hex; chosen by registration, never changes
    /// @param serialPart registration's part of K, 32 bytes in hex; never changes
    /// @param epoch of the signature
    /// @param signature `BbsSignature` on (sk, K, eid; epoch), 80 bytes in hex
    record IssuedCredential(String eid, String serialPart, long epoch, String signature) {}

    /// @param eids hex, at most [#EIDS_MAX], each once
    record EidList(List<String> eids) {
        public EidList {
            eids = List.copyOf(eids);
        }
    }

    /// @param epoch of all signatures
    /// @param startMillis when it began, registration's clock
    record EpochCredentials(long epoch, long startMillis, List<EpochCredential> credentials) {
        public EpochCredentials {
            credentials = List.copyOf(credentials);
        }
    }

    /// @param signature `BbsSignature`, 80 bytes in hex
    record EpochCredential(String eid, String signature) {}
}
