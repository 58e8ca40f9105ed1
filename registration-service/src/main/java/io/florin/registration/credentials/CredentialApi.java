package io.florin.registration.credentials;

import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// The certificate under which credentials verify; its key is the one genesis names.
@RestController
class CredentialApi {
    private final CredentialAuthority issuer;

    CredentialApi(CredentialAuthority issuer) {
        this.issuer = issuer;
    }

    @Operation(summary = "The certificate under which customers' credentials verify, in PEM")
    @GetMapping(path = "/v1/authority-certificate", produces = "application/x-pem-file")
    String authorityCertificate() {
        return issuer.authorityCertificate();
    }
}
