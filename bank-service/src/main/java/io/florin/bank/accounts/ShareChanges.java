package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletInfo;
import io.florin.ledger.Amount;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.ShareForm;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Changes of what part of its person's holding limit a wallet has. What is given back here can be held elsewhere at
/// once, so this bank keeps the smaller limit before registration hears of it, and gives nothing back that the wallet
/// holds or that is on its way to it. A larger one holds once registration has agreed. Killed in between, the bank
/// keeps the smaller share until the change is repeated.
final class ShareChanges {

    private final Accounts accounts;
    private final RegistrationInternalApi registration;
    private final HoldingLimits limits;
    private final LedgerAccess ledger;
    private final TransactionTemplate transactions;

    ShareChanges(
            Accounts accounts,
            RegistrationInternalApi registration,
            HoldingLimits limits,
            LedgerAccess ledger,
            TransactionTemplate transactions) {
        this.accounts = accounts;
        this.registration = registration;
        this.limits = limits;
        this.ledger = ledger;
        this.transactions = transactions;
    }

    /// @throws ProblemException 404 for an unknown wallet, 422 with a code where it is refused, 503 where registration
    ///     does not answer
    WalletView change(long number, HoldingShare share) {
        transactions.executeWithoutResult(_ -> {
            WalletInfo wallet = accounts.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
            if (wallet.customer() == null || wallet.state() != WalletInfo.State.ENROLLED) {
                throw ApiProblems.refused("wallet-not-enrolled", "only an enrolled customer's wallet has a share");
            }
            if (share.tenThousandths() < wallet.share().tenThousandths()) {
                Amount limit = ledger.configuration()
                        .tier(wallet.tier())
                        .map(tier -> share.of(tier.holdingMax()))
                        .orElse(Amount.ZERO);
                accounts.shared(number, share);
                if (Amount.of(limits.heldBy(number)).exceeds(limit)) {
                    throw ApiProblems.refused(
                            "wallet-holds-more", "the wallet holds more than the share allows, or will soon");
                }
            }
        });
        try {
            int given = registration
                    .share(Accounts.reference(number), new ShareForm(share.tenThousandths()))
                    .holdingShare();
            accounts.shared(number, new HoldingShare(given));
        } catch (HttpClientErrorException refusal) {
            String code = ProblemCode.of(refusal).orElse("share-refused");
            throw ApiProblems.refused(code, "registration does not give the wallet this share");
        } catch (RestClientException e) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "registration does not answer");
        }
        return accounts.walletView(number).orElseThrow();
    }
}
