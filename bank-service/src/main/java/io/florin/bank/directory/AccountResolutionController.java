package io.florin.bank.directory;

import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.internal.AllowPeers;
import java.util.List;
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
        return ibans.stream()
                .map(iban -> switch (payees.own(iban)) {
                    case Payee.Found(var address) -> new AccountAnswer(iban, "", address.toText());
                    case Payee.Missing(String code) -> new AccountAnswer(iban, code, "");
                })
                .toList();
    }
}
