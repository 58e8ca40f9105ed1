package io.florin.registration.protocol;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// The check of an applicant's document and age against what a tier asks for.
public interface DocumentChecks {

    /// @return what is wrong, nothing when all is well
    List<Finding> check(Document document, int tier, LocalDate today);

    /// @param country ISO 3166 alpha-2
    record Document(
            String type, String number, String country, Optional<LocalDate> birthDate, Optional<LocalDate> expiry) {}

    /// Codes are stored and shown.
    enum Finding {
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
}
