package io.florin.bank.credentials;

import io.florin.bank.accounts.Accounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.group.Scalar;
import io.florin.runtime.api.CredentialInternalApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.EidList;
import io.florin.runtime.api.CredentialInternalApi.EpochCredentials;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Credentials of wallets whose holders have the keys pass through: the bank hands the holder's blind request to
/// registration and the answer back, and keeps the enrollment id, to which it has payments to the wallet's account
/// number made from then on. Neither sk nor K can be told from what passes: the request hides both, and registration's
/// part of K is none without the holder's. That the request is the holder's is proven by the owner key's signature,
/// which registration checks.
final class HolderCredentials {

    private static final HexFormat HEX = HexFormat.of();

    private final Optional<CredentialBook> book;
    private final CredentialInternalApi registration;
    private final WalletBook wallets;

    /// @param book empty where nothing is hidden
    HolderCredentials(Optional<CredentialBook> book, CredentialInternalApi registration, WalletBook wallets) {
        this.book = book;
        this.registration = registration;
        this.wallets = wallets;
    }

    /// A signature of an epoch.
    record Renewed(String eid, long epoch, String signature) {}

    /// @throws ProblemException 404 for an unknown wallet, 422 with a code where it is not a holder's or registration
    ///     refuses, 503 where registration does not answer
    IssuedCredential issue(long number, BlindRequest request) {
        CredentialBook known = bookOf(number);
        IssuedCredential issued = asked(() -> registration.issueCredential(Accounts.reference(number), request));
        try {
            known.held(number, Scalar.ofCanonical(HEX.parseHex(issued.eid())));
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "registration's answer cannot be used");
        }
        return issued;
    }

    /// @throws ProblemException as the other one; 422 `no-credential` where registration gives none in this epoch
    Renewed renewed(long number) {
        CredentialBook known = bookOf(number);
        String eid = known.holder(number)
                .map(found -> HEX.formatHex(found.toBytes()))
                .orElseThrow(
                        () -> ApiProblems.refused("no-credential", "the wallet has not asked for a credential yet"));
        EpochCredentials answer = asked(() -> registration.credentials(new EidList(List.of(eid))));
        return answer.credentials().stream()
                .filter(found -> found.eid().equals(eid))
                .findFirst()
                .map(found -> new Renewed(eid, answer.epoch(), found.signature()))
                .orElseThrow(
                        () -> ApiProblems.refused("no-credential", "registration gives the wallet none in this epoch"));
    }

    private CredentialBook bookOf(long number) {
        WalletInfo wallet = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        if (wallet.custodial()) {
            throw ApiProblems.refused("custodial-wallet", "the bank has the keys of this wallet, and its credential");
        }
        if (wallet.state() != WalletInfo.State.ENROLLED) {
            throw ApiProblems.refused(
                    "wallet-not-enrolled", "the wallet is " + wallet.state().name());
        }
        return book.orElseThrow(() -> ApiProblems.refused("nothing-hidden", "the currency needs no credentials"));
    }

    private interface Question<T> {
        T ask();
    }

    private static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (HttpClientErrorException refusal) {
            throw ApiProblems.refused(
                    ProblemCode.of(refusal).orElse("credential-refused"), "registration does not issue the credential");
        } catch (RestClientException e) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "registration does not answer");
        }
    }
}
