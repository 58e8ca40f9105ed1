package io.florin.registration.screening;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Demands of each tier on documents. Immutable; any thread.
public final class DocumentRules {
    /// @param country ISO 3166 alpha-2
    public record Document(
            String type, String number, String country, Optional<LocalDate> birthDate, Optional<LocalDate> expiry) {}

    /// Codes are stored and shown.
    public enum Finding {
        DOCUMENT_TYPE_NOT_TAKEN("the tier does not take this type of document"),
        DOCUMENT_NUMBER_MALFORMED("the number does not have the form of the document's type"),
        DOCUMENT_EXPIRED("the document has expired"),
        DOCUMENT_EXPIRY_MISSING("the tier asks for the document's expiry date"),
        BIRTH_DATE_MISSING("a person has a date of birth"),
        BIRTH_DATE_IMPLAUSIBLE("the date of birth is in the future or too long ago"),
        TOO_YOUNG("the applicant is too young for the tier"),
        COUNTRY_NOT_TAKEN("customers of this country are not taken"),
        DOCUMENT_OF_ANOTHER("somebody with an unlike name or another date of birth has shown the same document"),
        PERSON_POSSIBLY_KNOWN("somebody with a like name and the same date of birth is known with another document"),
        PERSON_NOT_COMPARED("too many people have this date of birth to compare the applicant with all of them");

        private final String explanation;

        Finding(String explanation) {
            this.explanation = explanation;
        }

        public String explanation() {
            return explanation;
        }
    }

    static final String COMPANY = "COMPANY_REGISTER";
    private static final int PLAUSIBLE_YEARS_MAX = 125;
    private static final Map<String, Pattern> FORMS = Map.of(
            "PASSPORT",
            Pattern.compile("[A-Z0-9][A-Z0-9-]{4,18}[A-Z0-9]"),
            "ID_CARD",
            Pattern.compile("[A-Z0-9][A-Z0-9-]{3,22}[A-Z0-9]"),
            "RESIDENCE_PERMIT",
            Pattern.compile("[A-Z0-9][A-Z0-9-]{4,18}[A-Z0-9]"),
            COMPANY,
            Pattern.compile("[A-Z0-9][A-Z0-9 ./-]{2,38}[A-Z0-9]"));

    private final Map<Integer, TierDemand> demands;
    private final Set<String> countriesNotTaken;

    /// Demands of one tier.
    ///
    /// @param documentTypes types that are taken
    /// @param ageMin years a person must have
    /// @param expiryAsked whether the expiry date must be given
    public record TierDemand(Set<String> documentTypes, int ageMin, boolean expiryAsked) {
        public TierDemand {
            documentTypes = Set.copyOf(documentTypes);
            if (!FORMS.keySet().containsAll(documentTypes)) {
                throw new IllegalArgumentException("documents are of the types " + FORMS.keySet());
            }
        }
    }

    /// @param demands by tier; a tier without an entry, such as a bank's treasury, asks for no document
    public DocumentRules(Map<Integer, TierDemand> demands, Set<String> countriesNotTaken) {
        this.demands = Map.copyOf(demands);
        this.countriesNotTaken = Set.copyOf(countriesNotTaken);
    }

    /// @return what is wrong, nothing when all is well
    public List<Finding> check(Document document, int tier, LocalDate today) {
        List<Finding> findings = new ArrayList<>();
        if (countriesNotTaken.contains(document.country())) {
            findings.add(Finding.COUNTRY_NOT_TAKEN);
        }
        TierDemand demand = demands.get(tier);
        if (demand != null) {
            checkDocument(document, demand, today, findings);
            checkAge(document, demand, today, findings);
        }
        return List.copyOf(findings);
    }

    private static void checkDocument(Document document, TierDemand demand, LocalDate today, List<Finding> findings) {
        Optional<Pattern> form = Optional.ofNullable(FORMS.get(document.type()));
        if (form.isEmpty() || !demand.documentTypes().contains(document.type())) {
            findings.add(Finding.DOCUMENT_TYPE_NOT_TAKEN);
        } else if (!form.get()
                .matcher(document.number().toUpperCase(Locale.ROOT))
                .matches()) {
            findings.add(Finding.DOCUMENT_NUMBER_MALFORMED);
        }
        if (document.expiry().isEmpty()) {
            if (demand.expiryAsked() && !document.type().equals(COMPANY)) {
                findings.add(Finding.DOCUMENT_EXPIRY_MISSING);
            }
        } else if (document.expiry().get().isBefore(today)) {
            findings.add(Finding.DOCUMENT_EXPIRED);
        }
    }

    private static void checkAge(Document document, TierDemand demand, LocalDate today, List<Finding> findings) {
        boolean company = document.type().equals(COMPANY);
        if (document.birthDate().isEmpty()) {
            if (!company) {
                findings.add(Finding.BIRTH_DATE_MISSING);
            }
            return;
        }
        LocalDate born = document.birthDate().get();
        boolean longAgo = !company && born.isBefore(today.minusYears(PLAUSIBLE_YEARS_MAX));
        if (born.isAfter(today) || longAgo) {
            findings.add(Finding.BIRTH_DATE_IMPLAUSIBLE);
        } else if (!company && born.isAfter(today.minusYears(demand.ageMin()))) {
            findings.add(Finding.TOO_YOUNG);
        }
    }
}
