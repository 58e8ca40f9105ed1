package io.florin.wallet.cli;

import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.wallet.cli.HiddenWallet.CredentialAnswer;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// The bank that has this wallet's account: it passes the blind request on to registration, and the answer back.
final class BankClient {

    private final Api api;
    private final String authorization;
    private final long wallet;

    /// @param token of somebody whom the bank lets ask for the wallet
    /// @param wallet its number at the bank
    BankClient(URI bank, String token, long wallet) {
        this.api = new HttpApis(Duration.ofSeconds(3), Duration.ofSeconds(15)).client(Api.class, bank);
        this.authorization = "Bearer " + token.strip();
        this.wallet = wallet;
    }

    /// The part of a bank's public API that is used.
    interface Api {
        @GetExchange("/v1/wallets/{number}")
        WalletAnswer wallet(
                @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization, @PathVariable("number") long number);

        @PostExchange("/v1/wallets/{number}/credential")
        CredentialAnswer issue(
                @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization,
                @PathVariable("number") long number,
                @RequestBody BlindRequest request);

        @GetExchange("/v1/wallets/{number}/credential")
        CredentialAnswer renewed(
                @RequestHeader(HttpHeaders.AUTHORIZATION) String authorization, @PathVariable("number") long number);
    }

    record WalletAnswer(String state, String enrollmentId) {}

    /// @throws IllegalStateException when the wallet is not enrolled
    String enrollmentId() {
        WalletAnswer answer = asked(() -> api.wallet(authorization, wallet));
        if (answer.enrollmentId().isEmpty()) {
            throw new IllegalStateException("the wallet is not enrolled yet: it is " + answer.state());
        }
        return answer.enrollmentId();
    }

    CredentialAnswer issue(BlindRequest request) {
        return asked(() -> api.issue(authorization, wallet, request));
    }

    /// The signature of the current epoch.
    CredentialAnswer renewed() {
        return asked(() -> api.renewed(authorization, wallet));
    }

    private interface Question<T> {
        T ask();
    }

    private static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (RestClientResponseException refused) {
            throw new IllegalStateException(
                    "the bank answers " + refused.getStatusCode().value() + ": " + refused.getResponseBodyAsString(),
                    refused);
        } catch (ResourceAccessException silent) {
            throw new IllegalStateException("the bank does not answer: " + silent.getMessage(), silent);
        }
    }
}
