package io.florin.bank.accounts;

import io.florin.bank.protocol.WalletInfo.State;
import io.florin.crypto.Bytes;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.wallet.address.WalletAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.RestClientException;

/// Applies for wallets that are not enrolled yet and asks until registration has decided. Applying again is harmless.
final class EnrollmentLoop {

    private static final Logger LOG = LoggerFactory.getLogger(EnrollmentLoop.class);

    private final Accounts accounts;
    private final RegistrationInternalApi registration;
    private final Map<Long, Boolean> applied = new ConcurrentHashMap<>();

    EnrollmentLoop(Accounts accounts, RegistrationInternalApi registration) {
        this.accounts = accounts;
        this.registration = registration;
    }

    void run() {
        for (Wallet wallet : accounts.opening()) {
            try {
                decide(wallet, askOrApply(wallet));
            } catch (RestClientException e) {
                LOG.debug("registration did not take an application: {}", e.getMessage());
                return;
            }
        }
    }

    private EnrollmentView askOrApply(Wallet wallet) {
        if (applied.containsKey(wallet.number())) {
            return registration.enrollment(Accounts.reference(wallet.number()));
        }
        EnrollmentView view = registration.apply(application(wallet));
        applied.put(wallet.number(), true);
        return view;
    }

    private EnrollmentApplication application(Wallet wallet) {
        CustomerForm form = accounts.formOf(wallet);
        WalletAddress address = wallet.address();
        return new EnrollmentApplication(
                Accounts.reference(wallet.number()),
                form.fullName(),
                form.birthDate(),
                form.country(),
                form.documentType(),
                form.documentNumber(),
                wallet.tier(),
                wallet.custodial(),
                address.owner().toHex(),
                address.noteKey().toHex(),
                Bytes.of(wallet.proof()).toHex());
    }

    private void decide(Wallet wallet, EnrollmentView view) {
        switch (view.state()) {
            case "APPROVED" -> accounts.enrolled(wallet.number(), State.ENROLLED, view.enrollmentId(), "");
            case "REFUSED" -> accounts.enrolled(wallet.number(), State.REFUSED, "", view.reason());
            case "SUSPENDED" ->
                accounts.enrolled(wallet.number(), State.SUSPENDED, view.enrollmentId(), view.reason());
            case "REVOKED" -> accounts.enrolled(wallet.number(), State.REVOKED, view.enrollmentId(), view.reason());
            default -> {}
        }
    }
}
