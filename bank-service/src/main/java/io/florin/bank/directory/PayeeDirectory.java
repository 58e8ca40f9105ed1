package io.florin.bank.directory;

import io.florin.bank.accounts.IbanIssuer;
import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.api.BankInternalApi;
import io.florin.runtime.api.BankInternalApi.AccountAnswer;
import io.florin.runtime.api.BankInternalApi.AccountQuestion;
import io.florin.runtime.api.BankInternalApi.NameMatch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.RestClientException;

/// Finds where to pay to. Asks this bank's book, or the bank that the account number names. What another bank said is
/// believed for some seconds: an account's address never changes, and whether its owner may be paid is checked again by
/// the endorsers.
public final class PayeeDirectory {

    private static final int PER_CALL = 1000;
    private static final int REMEMBERED_MAX = 10_000;
    private static final int NAME_MAX = 140;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(30);
    private static final Payee UNKNOWN = new Payee.Missing("unknown-account");
    private static final Payee NOT_PAYABLE = new Payee.Missing("account-not-payable");

    private final BankIdentity bank;
    private final WalletBook wallets;
    private final Map<Integer, BankInternalApi> banks;
    private final BooleanSupplier hidden;
    private final InstantSource clock;
    private final Map<Named, Remembered> remembered = new ConcurrentHashMap<>();

    /// @param hidden whether the currency hides owners or values
    PayeeDirectory(
            BankIdentity bank,
            WalletBook wallets,
            Map<Integer, BankInternalApi> banks,
            BooleanSupplier hidden,
            InstantSource clock) {
        this.bank = bank;
        this.wallets = wallets;
        this.banks = Map.copyOf(banks);
        this.hidden = hidden;
        this.clock = clock;
    }

    private record Remembered(Payee.Found payee, Instant until) {}

    /// A payee, in the payer's words.
    ///
    /// @param account IBAN, or address as text
    /// @param name may be empty
    public record Named(String account, String name) {}

    /// Destination behind an account.
    public sealed interface Payee {

        /// @param agent BIC of the bank that keeps the account, empty for an address, which no bank answers for
        /// @param name how the payer's name for it compares with the holder's
        record Found(PayTo address, String agent, NameMatch name) implements Payee {}

        /// @param code `unknown-account`, `account-not-payable`, or `bank-not-reachable` (which may pass)
        record Missing(String code) implements Payee {}
    }

    public Payee resolve(Named payee) {
        return Optional.ofNullable(resolve(List.of(payee)).get(payee)).orElseThrow();
    }

    /// @param payees of any bank of the network
    /// @return an answer for each distinct payee
    public Map<Named, Payee> resolve(List<Named> payees) {
        Map<Named, Payee> found = new LinkedHashMap<>();
        List<Named> own = new ArrayList<>();
        Map<Integer, List<Named>> elsewhere = new LinkedHashMap<>();
        for (Named payee : payees.stream().distinct().toList()) {
            boolean address = PayTo.isAddress(payee.account());
            int participant = address ? -1 : IbanIssuer.participantOf(payee.account());
            Remembered known = remembered.get(payee);
            if (address) {
                found.put(payee, ofAddress(payee.account(), "", NameMatch.NOT_CHECKED));
            } else if (participant == bank.participant()) {
                own.add(payee);
            } else if (known != null && known.until().isAfter(clock.instant())) {
                found.put(payee, known.payee());
            } else if (banks.containsKey(participant)) {
                elsewhere.computeIfAbsent(participant, _ -> new ArrayList<>()).add(payee);
            } else {
                found.put(payee, UNKNOWN);
            }
        }
        found.putAll(own(own));
        elsewhere.forEach((participant, theirs) -> ask(participant, theirs, found));
        return found;
    }

    /// The payees behind accounts of this bank.
    Map<Named, Payee> own(List<Named> payees) {
        Map<Named, Payee> found = new LinkedHashMap<>();
        for (int from = 0; from < payees.size(); from += PER_CALL) {
            List<Named> part = payees.subList(from, Math.min(from + PER_CALL, payees.size()));
            Map<String, WalletInfo> known =
                    wallets.byIbans(part.stream().map(Named::account).distinct().toList());
            part.forEach(payee -> found.put(payee, payee(known.get(payee.account()), payee.name())));
        }
        return found;
    }

    private Payee payee(@Nullable WalletInfo wallet, String name) {
        if (wallet == null) {
            return UNKNOWN;
        }
        NameMatch match = wallet.lacksHolder() ? NameMatch.NOT_CHECKED : NameComparison.of(name, wallet.holder());
        return wallet.state() == WalletInfo.State.ENROLLED ? found(wallet.payTo(), bank.bic(), match) : NOT_PAYABLE;
    }

    /// An address of another model than the currency's is nobody's here.
    private Payee found(PayTo address, String agent, NameMatch match) {
        boolean fits = hidden.getAsBoolean() == address.isHidden();
        return fits ? new Payee.Found(address, agent, match) : NOT_PAYABLE;
    }

    private Payee ofAddress(String text, String agent, NameMatch match) {
        try {
            return found(PayTo.parse(text), agent, match);
        } catch (IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    private void ask(int participant, List<Named> payees, Map<Named, Payee> found) {
        BankInternalApi api = Objects.requireNonNull(banks.get(participant));
        for (int from = 0; from < payees.size(); from += PER_CALL) {
            List<Named> part = payees.subList(from, Math.min(from + PER_CALL, payees.size()));
            try {
                take(api.resolve(part.stream().map(PayeeDirectory::question).toList()), part, found);
            } catch (RestClientException e) {
                part.forEach(payee -> found.put(payee, new Payee.Missing("bank-not-reachable")));
            }
            part.forEach(payee -> found.putIfAbsent(payee, UNKNOWN));
        }
    }

    private static AccountQuestion question(Named payee) {
        String name = payee.name();
        int length = Math.min(NAME_MAX, name.codePointCount(0, name.length()));
        return new AccountQuestion(payee.account(), name.substring(0, name.offsetByCodePoints(0, length)));
    }

    /// A bank speaks for the accounts it was asked for, in their order, and no others.
    private void take(List<AccountAnswer> answers, List<Named> asked, Map<Named, Payee> found) {
        Map<Named, Payee.Found> fresh = new HashMap<>();
        for (int i = 0; i < Math.min(answers.size(), asked.size()); i++) {
            AccountAnswer answer = answers.get(i);
            Named question = asked.get(i);
            if (!answer.iban().equals(question.account())) {
                continue;
            }
            String named = hidden.getAsBoolean() ? answer.hiddenAddress() : answer.address();
            Payee payee = answer.code().isEmpty()
                    ? ofAddress(named, answer.bic(), answer.name())
                    : new Payee.Missing(answer.code());
            found.put(question, payee);
            if (payee instanceof Payee.Found address) {
                fresh.put(question, address);
            }
        }
        if (remembered.size() + fresh.size() > REMEMBERED_MAX) {
            remembered.clear();
        }
        Instant until = clock.instant().plus(REMEMBERED_FOR);
        fresh.forEach((question, payee) -> remembered.put(question, new Remembered(payee, until)));
    }
}
