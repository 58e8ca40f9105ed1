package io.florin.bank.accounts;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Set;

/// Refuses at the counter an enrollment that registration could only refuse. Each refusal is a problem of status 422.
final class OpeningRules {

    private static final Set<String> COUNTRIES = Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);

    /// The network's own, for institutions: ISO 3166 gives it to nobody.
    private static final String NO_COUNTRY = "XF";

    private final LedgerAccess ledger;
    private final InstantSource clock;

    OpeningRules(LedgerAccess ledger, InstantSource clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    void checkCustomer(CustomerForm form) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (!form.birthDate().isEmpty()) {
            LocalDate born = day(form.birthDate(), "birth-date-invalid");
            if (born.isAfter(today)) {
                throw ApiProblems.refused("birth-date-invalid", "nobody is born on a day to come");
            }
        } else if (form.kind().equals("PERSON")) {
            throw ApiProblems.refused("birth-date-invalid", "a person has a date of birth");
        }
        if (form.documentExpiry() != null
                && day(form.documentExpiry(), "document-expired").isBefore(today)) {
            throw ApiProblems.refused("document-expired", "the document has expired");
        }
        if (!COUNTRIES.contains(form.country()) && !form.country().equals(NO_COUNTRY)) {
            throw ApiProblems.refused("unknown-country", "ISO 3166 has no such country");
        }
    }

    /// A pattern lets 30 February pass.
    private static LocalDate day(String text, String code) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException noSuchDay) {
            throw ApiProblems.refused(code, "the calendar has no such day: " + text);
        }
    }

    void checkTier(int tier) {
        if (tier == Tier.TREASURY || ledger.configuration().tier(tier).isEmpty()) {
            throw ApiProblems.refused("unknown-tier", "the network has no such tier for customers");
        }
    }
}
