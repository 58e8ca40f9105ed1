package io.florin.bank.directory;

import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.RestController;

/// Answers other banks where this bank's accounts are.
@RestController
@AllowPeers("bank")
class AccountResolutionController implements BankInternalApi {

    private static final int IBANS_MAX = 2000;

    private final NetworkPayees payees;
    private final HoldingLimits limits;
    private final TransactionTemplate transactions;

    AccountResolutionController(NetworkPayees payees, HoldingLimits limits, PlatformTransactionManager transactions) {
        this.payees = payees;
        this.limits = limits;
        this.transactions = new TransactionTemplate(transactions);
    }

    @Override
    public List<AccountAnswer> resolve(List<String> ibans) {
        if (ibans.size() > IBANS_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "at most " + IBANS_MAX + " accounts at once");
        }
        Map<String, Payee> found = payees.own(ibans.stream().distinct().toList());
        Map<OwnerKey, Long> room = room(found.values());
        return ibans.stream().map(iban -> answer(iban, found.get(iban), room)).toList();
    }

    /// Other banks do not tell how much they want to pay: only a full wallet is refused here.
    private Map<OwnerKey, Long> room(Collection<Payee> payees) {
        List<OwnerKey> owners = payees.stream()
                .filter(Payee.Found.class::isInstance)
                .flatMap(payee -> ((Payee.Found) payee).address().owner().stream())
                .toList();
        return Objects.requireNonNull(transactions.execute(_ -> limits.roomOf(owners)));
    }

    private static AccountAnswer answer(String iban, @Nullable Payee payee, Map<OwnerKey, Long> room) {
        return switch (payee) {
            case Payee.Found(var address)
            when address.owner().map(room::get).orElse(1L) <= 0 -> new AccountAnswer(iban, "account-not-payable", "");
            case Payee.Found(PayTo.Open(var address)) -> new AccountAnswer(iban, "", address.toText());
            case Payee.Found(PayTo.Hidden(var address)) -> new AccountAnswer(iban, "", "", address.toText());
            case Payee.Missing(String code) -> new AccountAnswer(iban, code, "");
            case null -> new AccountAnswer(iban, "unknown-account", "");
        };
    }
}
