package io.florin.bank.directory;

import io.florin.bank.protocol.AccountNumbers;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.api.BankInternalApi.AccountAnswer;
import io.florin.wallet.address.WalletAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.web.client.RestClientException;

/// Asks this bank's book, or the bank that the account number names.
final class NetworkPayees implements PayeeDirectory {

    private static final int PER_CALL = 1000;
    private static final Payee UNKNOWN = new Payee.Missing("unknown-account");

    private final int participant;
    private final WalletBook wallets;
    private final AccountNumbers numbers;
    private final Map<Integer, BankInternalApi> banks;

    NetworkPayees(
            int participant, WalletBook wallets, AccountNumbers numbers, Map<Integer, BankInternalApi> banks) {
        this.participant = participant;
        this.wallets = wallets;
        this.numbers = numbers;
        this.banks = Map.copyOf(banks);
    }

    @Override
    public Map<String, Payee> resolve(List<String> accounts) {
        Map<String, Payee> found = new LinkedHashMap<>();
        Map<Integer, List<String>> elsewhere = new LinkedHashMap<>();
        for (String account : accounts.stream().distinct().toList()) {
            if (account.startsWith("fln1")) {
                found.put(account, ofAddress(account));
                continue;
            }
            int bank = numbers.participantOf(account);
            if (bank == participant) {
                found.put(account, own(account));
            } else if (banks.containsKey(bank)) {
                elsewhere.computeIfAbsent(bank, _ -> new ArrayList<>()).add(account);
            } else {
                found.put(account, UNKNOWN);
            }
        }
        elsewhere.forEach((bank, theirs) -> ask(bank, theirs, found));
        return found;
    }

    /// The payee behind an account of this bank.
    Payee own(String iban) {
        return wallets.byIban(iban)
                .<Payee>map(wallet -> wallet.state() == WalletInfo.State.ENROLLED
                        ? new Payee.Found(wallet.address())
                        : new Payee.Missing("account-not-payable"))
                .orElse(UNKNOWN);
    }

    private static Payee ofAddress(String text) {
        try {
            return new Payee.Found(WalletAddress.parse(text));
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    private void ask(int bank, List<String> ibans, Map<String, Payee> found) {
        BankInternalApi api = java.util.Objects.requireNonNull(banks.get(bank));
        for (int from = 0; from < ibans.size(); from += PER_CALL) {
            List<String> part = ibans.subList(from, Math.min(from + PER_CALL, ibans.size()));
            try {
                for (AccountAnswer answer : api.resolve(part)) {
                    found.put(
                            answer.iban(),
                            answer.code().isEmpty()
                                    ? ofAddress(answer.address())
                                    : new Payee.Missing(answer.code()));
                }
            } catch (RestClientException e) {
                part.forEach(iban -> found.put(iban, new Payee.Missing("bank-not-reachable")));
            }
            part.forEach(iban -> found.putIfAbsent(iban, UNKNOWN));
        }
    }
}
