package io.florin.bank.directory;

import io.florin.bank.directory.PayeeDirectory.Named;
import io.florin.bank.directory.PayeeDirectory.Payee;
import io.florin.bank.protocol.HoldingLimits;
import io.florin.bank.protocol.PayTo;
import io.florin.ledger.OwnerKey;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.api.BankInternalApi.NameMatch;
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

    private static final int QUESTIONS_MAX = 2000;

    private final PayeeDirectory payees;
    private final HoldingLimits limits;
    private final TransactionTemplate transactions;

    AccountResolutionController(PayeeDirectory payees, HoldingLimits limits, PlatformTransactionManager transactions) {
        this.payees = payees;
        this.limits = limits;
        this.transactions = new TransactionTemplate(transactions);
    }

    @Override
    public List<AccountAnswer> resolve(List<AccountQuestion> questions) {
        if (questions.size() > QUESTIONS_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "at most " + QUESTIONS_MAX + " accounts at once");
        }
        List<Named> asked = questions.stream()
                .map(question -> new Named(question.iban(), question.name()))
                .toList();
        Map<Named, Payee> found = payees.own(asked.stream().distinct().toList());
        Map<OwnerKey, Long> room = room(found.values());
        return asked.stream().map(each -> answer(each, found.get(each), room)).toList();
    }

    /// Other banks do not tell how much they want to pay: only a full wallet is refused here.
    private Map<OwnerKey, Long> room(Collection<Payee> payees) {
        List<OwnerKey> owners = payees.stream()
                .filter(Payee.Found.class::isInstance)
                .flatMap(payee -> ((Payee.Found) payee).address().owner().stream())
                .distinct()
                .toList();
        return Objects.requireNonNull(transactions.execute(_ -> limits.roomOf(owners)));
    }

    private static AccountAnswer answer(Named asked, @Nullable Payee payee, Map<OwnerKey, Long> room) {
        return switch (payee) {
            case Payee.Found found
            when found.address().owner().map(room::get).orElse(1L) <= 0 -> missing(asked, "account-not-payable");
            case Payee.Found(PayTo.Open(var address), String bic, NameMatch name) ->
                new AccountAnswer(asked.account(), "", address.toText(), "", bic, name);
            case Payee.Found(PayTo.Hidden(var address), String bic, NameMatch name) ->
                new AccountAnswer(asked.account(), "", "", address.toText(), bic, name);
            case Payee.Missing(String code) -> missing(asked, code);
            case null -> missing(asked, "unknown-account");
        };
    }

    /// Of an account that cannot be paid nothing else is told.
    private static AccountAnswer missing(Named asked, String code) {
        return new AccountAnswer(asked.account(), code, "", "", "", NameMatch.NOT_CHECKED);
    }
}
