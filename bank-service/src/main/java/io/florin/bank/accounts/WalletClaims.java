package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.protocol.ApiProblems;
import io.florin.crypto.Bytes;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.Optional;
import java.util.UUID;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Says whose a rebuilt wallet is. The bank's own papers name the customer; registration confirms it, because the same
/// application under the same reference is a repeat for it, and another one is refused. Nobody gets a wallet by a
/// clerk's word alone.
final class WalletClaims {

    private final Accounts accounts;
    private final RegistrationInternalApi registration;

    WalletClaims(Accounts accounts, RegistrationInternalApi registration) {
        this.accounts = accounts;
        this.registration = registration;
    }

    /// @param shown of a wallet whose holder has the keys: the proof of possession, made again
    /// @throws ProblemException 404 for an unknown wallet or customer, 422 with a code where it is not the customer's,
    ///     503 where registration does not answer
    WalletView claim(long number, UUID customer, Optional<Bytes> shown) {
        Wallet wallet = accounts.held(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        CustomerForm form = accounts.form(customer).orElseThrow(() -> ApiProblems.unknown("customer"));
        if (!wallet.lacksHolder()) {
            throw ApiProblems.refused("holder-known", "whose the wallet is is known");
        }
        byte[] proof = wallet.custodial()
                ? wallet.proof()
                : shown.map(Bytes::toArray)
                        .orElseThrow(() -> ApiProblems.refused(
                                "proof-missing", "the holder proves again to have the wallet's keys"));
        try {
            registration.apply(EnrollmentLoop.application(wallet, form, proof));
        } catch (HttpClientErrorException refusal) {
            String code = ProblemCode.of(refusal).orElse("");
            throw code.equals("other-content")
                    ? ApiProblems.refused("another-holder", "registration enrolled the wallet for somebody else")
                    : ApiProblems.refused(
                            code.isEmpty() ? "claim-refused" : code, "registration does not confirm the holder");
        } catch (RestClientException e) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "registration does not answer");
        }
        return accounts.claimed(number, customer, proof);
    }
}
