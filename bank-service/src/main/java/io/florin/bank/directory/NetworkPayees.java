package io.florin.bank.directory;

import io.florin.bank.protocol.AccountNumbers;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.api.BankInternalApi.AccountAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Asks this bank's book, or the bank that the account number names. What another bank said is believed for some
/// seconds: an account's address never changes, and whether its owner may be paid is checked again by the endorsers.
final class NetworkPayees implements PayeeDirectory {

    private static final int PER_CALL = 1000;
    private static final int REMEMBERED_MAX = 10_000;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(30);
    private static final Payee UNKNOWN = new Payee.Missing("unknown-account");
    private static final Payee NOT_PAYABLE = new Payee.Missing("account-not-payable");

    private final int participant;
    private final WalletBook wallets;
    private final AccountNumbers numbers;
    private final Map<Integer, BankInternalApi> banks;
    private final BooleanSupplier hidden;
    private final InstantSource clock;
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    /// @param hidden whether the currency hides owners or values
    NetworkPayees(
            int participant,
            WalletBook wallets,
            AccountNumbers numbers,
            Map<Integer, BankInternalApi> banks,
            BooleanSupplier hidden,
            InstantSource clock) {
        this.participant = participant;
        this.wallets = wallets;
        this.numbers = numbers;
        this.banks = Map.copyOf(banks);
        this.hidden = hidden;
        this.clock = clock;
    }

    private record Remembered(Payee.Found payee, Instant until) {}

    @Override
    public Map<String, Payee> resolve(List<String> accounts) {
        Map<String, Payee> found = new LinkedHashMap<>();
        List<String> own = new ArrayList<>();
        Map<Integer, List<String>> elsewhere = new LinkedHashMap<>();
        for (String account : accounts.stream().distinct().toList()) {
            int bank = PayTo.isAddress(account) ? -1 : numbers.participantOf(account);
            Remembered known = remembered.get(account);
            if (PayTo.isAddress(account)) {
                found.put(account, ofAddress(account));
            } else if (bank == participant) {
                own.add(account);
            } else if (known != null && known.until().isAfter(clock.instant())) {
                found.put(account, known.payee());
            } else if (banks.containsKey(bank)) {
                elsewhere.computeIfAbsent(bank, _ -> new ArrayList<>()).add(account);
            } else {
                found.put(account, UNKNOWN);
            }
        }
        found.putAll(own(own));
        elsewhere.forEach((bank, theirs) -> ask(bank, theirs, found));
        return found;
    }

    /// The payees behind accounts of this bank.
    Map<String, Payee> own(List<String> ibans) {
        Map<String, Payee> found = new LinkedHashMap<>();
        for (int from = 0; from < ibans.size(); from += PER_CALL) {
            List<String> part = ibans.subList(from, Math.min(from + PER_CALL, ibans.size()));
            Map<String, WalletInfo> known = wallets.byIbans(part);
            part.forEach(iban -> found.put(iban, payee(known.get(iban))));
        }
        return found;
    }

    private Payee payee(@Nullable WalletInfo wallet) {
        if (wallet == null) {
            return UNKNOWN;
        }
        return wallet.state() == WalletInfo.State.ENROLLED ? found(wallet.payTo()) : NOT_PAYABLE;
    }

    /// An address of another model than the currency's is nobody's here.
    private Payee found(PayTo address) {
        boolean fits = hidden.getAsBoolean() == address.isHidden();
        return fits ? new Payee.Found(address) : NOT_PAYABLE;
    }

    private Payee ofAddress(String text) {
        try {
            return found(PayTo.parse(text));
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    private void ask(int bank, List<String> ibans, Map<String, Payee> found) {
        BankInternalApi api = Objects.requireNonNull(banks.get(bank));
        for (int from = 0; from < ibans.size(); from += PER_CALL) {
            List<String> part = ibans.subList(from, Math.min(from + PER_CALL, ibans.size()));
            try {
                api.resolve(part).forEach(answer -> take(answer, part, found));
            } catch (RestClientException e) {
                part.forEach(iban -> found.put(iban, new Payee.Missing("bank-not-reachable")));
            }
            part.forEach(iban -> found.putIfAbsent(iban, UNKNOWN));
        }
    }

    private void take(AccountAnswer answer, List<String> asked, Map<String, Payee> found) {
        if (!asked.contains(answer.iban())) {
            return; // a bank speaks for the accounts it was asked for and no others
        }
        String named = hidden.getAsBoolean() ? answer.hiddenAddress() : answer.address();
        Payee payee = answer.code().isEmpty() ? ofAddress(named) : new Payee.Missing(answer.code());
        found.put(answer.iban(), payee);
        if (payee instanceof Payee.Found address) {
            if (remembered.size() >= REMEMBERED_MAX) {
                remembered.clear();
            }
            remembered.put(
                    answer.iban(), new Remembered(address, clock.instant().plus(REMEMBERED_FOR)));
        }
    }
}
