package io.florin.bank.directory;

import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

/// Answers other banks where this bank's accounts are.
@RestController
@AllowPeers("bank")
class AccountResolutionController implements BankInternalApi {

    private static final int IBANS_MAX = 2000;

    private final NetworkPayees payees;

    AccountResolutionController(NetworkPayees payees) {
        this.payees = payees;
    }

    @Override
    public List<AccountAnswer> resolve(List<String> ibans) {
        if (ibans.size() > IBANS_MAX) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "at most " + IBANS_MAX + " accounts at once");
        }
        Map<String, Payee> found = payees.own(ibans.stream().distinct().toList());
        return ibans.stream().map(iban -> answer(iban, found.get(iban))).toList();
    }

    private static AccountAnswer answer(String iban, @Nullable Payee payee) {
        return switch (payee) {
            case Payee.Found(var address) -> new AccountAnswer(iban, "", address.toText());
            case Payee.Missing(String code) -> new AccountAnswer(iban, code, "");
            case null -> new AccountAnswer(iban, "unknown-account", "");
        };
    }
}
