package io.florin.bank.screening;

import io.florin.bank.screening.Found.Party;
import io.florin.runtime.screening.NormalName;
import io.florin.runtime.screening.Screening;
import io.florin.runtime.screening.Screening.Hit;
import io.florin.runtime.screening.Screening.Subject;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Compares the parties of payments with the list. Each name is compared once with each version of the list, as far as
/// it is remembered: a payroll has one payer. One thread.
final class NameCheck {

    /// As long as a name in a note may be; what follows is no name.
    static final int NAME_MAX = 140;

    private static final int REMEMBERED_MAX = 20_000;

    private final Map<Subject, List<Hit>> compared = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, List<Hit>> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };
    private String version = "";

    /// The payer in its bank's words; no name where no bank paid.
    record Payer(String name, String account) {}

    /// A customer of this bank.
    record Payee(UUID customer, String name, String birthDate, String documentNumber) {}

    /// @param payer null where nothing is known
    /// @param payee null for the bank itself, and where nobody knows whose the wallet is
    record Names(@Nullable Payer payer, @Nullable Payee payee) {}

    /// @param listVersion of the list that was consulted
    record Result(String listVersion, List<Found> found) {}

    Result check(Screening list, Names names) {
        String now = list.listVersion();
        if (!now.equals(version)) {
            compared.clear();
            version = now;
        }
        List<Found> found = new ArrayList<>();
        Payer payer = names.payer();
        if (payer != null && !payer.name().isBlank()) {
            String name = limited(payer.name());
            String subject = NormalName.of(name).text() + " | " + payer.account();
            hits(list, new Subject(name, Optional.empty(), ""))
                    .forEach(hit -> found.add(new Found(subject, Party.PAYER, hit)));
        }
        Payee payee = names.payee();
        if (payee != null) {
            String subject = NormalName.of(payee.name()).text() + " | " + payee.customer();
            hits(list, new Subject(payee.name(), date(payee.birthDate()), payee.documentNumber()))
                    .forEach(hit -> found.add(new Found(subject, Party.PAYEE, hit)));
        }
        return new Result(now, List.copyOf(found));
    }

    /// Findings that nobody has decided about.
    static List<Found> undecided(List<Found> found, List<Found> decided) {
        return found.stream()
                .filter(one -> decided.stream().noneMatch(one::isCoveredBy))
                .toList();
    }

    private List<Hit> hits(Screening list, Subject subject) {
        List<Hit> known = compared.get(subject);
        if (known == null) {
            known = list.screen(subject).hits();
            compared.put(subject, known);
        }
        return known;
    }

    private static String limited(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX);
    }

    /// Companies have none.
    private static Optional<LocalDate> date(String text) {
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }
}
