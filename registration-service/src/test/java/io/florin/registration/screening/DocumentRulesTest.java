package io.florin.registration.screening;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.registration.screening.DocumentRules.Document;
import io.florin.registration.screening.DocumentRules.Finding;
import io.florin.registration.screening.DocumentRules.TierDemand;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DocumentRulesTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    private static final LocalDate ADULT = LocalDate.of(1990, 5, 17);
    private static final DocumentRules RULES = new DocumentRules(
            Map.of(
                    1, new TierDemand(Set.of("PASSPORT", "ID_CARD"), 14, false),
                    2, new TierDemand(Set.of("PASSPORT"), 18, true),
                    3, new TierDemand(Set.of("COMPANY_REGISTER"), 0, true)),
            Set.of("KP"));

    @Test
    void takesAGoodDocument() {
        assertThat(check("PASSPORT", "C01X00T47", "DE", ADULT, null, 1)).isEmpty();
        assertThat(check("PASSPORT", "C01X00T47", "DE", ADULT, TODAY, 2)).isEmpty();
        assertThat(check("COMPANY_REGISTER", "HRB 12345", "DE", null, null, 3)).isEmpty();
        assertThat(check("COMPANY_REGISTER", "CR-shop-07", "XF", ADULT, null, 3))
                .isEmpty();
        assertThat(check("", "", "DE", null, null, 255)).isEmpty();
    }

    @Test
    void looksAtTypeFormAndExpiry() {
        assertThat(check("LIBRARY_CARD", "C01X00T47", "DE", ADULT, null, 1))
                .containsExactly(Finding.DOCUMENT_TYPE_NOT_TAKEN);
        assertThat(check("ID_CARD", "C01X00T47", "DE", ADULT, TODAY, 2))
                .containsExactly(Finding.DOCUMENT_TYPE_NOT_TAKEN);
        assertThat(check("PASSPORT", "c01<x>", "DE", ADULT, null, 1))
                .containsExactly(Finding.DOCUMENT_NUMBER_MALFORMED);
        assertThat(check("PASSPORT", "C01X00T47", "DE", ADULT, null, 2))
                .containsExactly(Finding.DOCUMENT_EXPIRY_MISSING);
        assertThat(check("PASSPORT", "C01X00T47", "DE", ADULT, TODAY.minusDays(1), 1))
                .containsExactly(Finding.DOCUMENT_EXPIRED);
        assertThat(check("PASSPORT", "C01X00T47", "KP", ADULT, null, 1)).containsExactly(Finding.COUNTRY_NOT_TAKEN);
    }

    @Test
    void looksAtAgeOnTheDay() {
        assertThat(check("PASSPORT", "C01X00T47", "DE", TODAY.minusYears(18), TODAY, 2))
                .isEmpty();
        assertThat(check("PASSPORT", "C01X00T47", "DE", TODAY.minusYears(18).plusDays(1), TODAY, 2))
                .containsExactly(Finding.TOO_YOUNG);
        assertThat(check("PASSPORT", "C01X00T47", "DE", TODAY.plusDays(1), null, 1))
                .containsExactly(Finding.BIRTH_DATE_IMPLAUSIBLE);
        assertThat(check("PASSPORT", "C01X00T47", "DE", LocalDate.of(1890, 1, 1), null, 1))
                .containsExactly(Finding.BIRTH_DATE_IMPLAUSIBLE);
        assertThat(check("PASSPORT", "C01X00T47", "DE", null, null, 1)).containsExactly(Finding.BIRTH_DATE_MISSING);
    }

    private static List<Finding> check(
            String type,
            String number,
            String country,
            @org.jspecify.annotations.Nullable LocalDate born,
            @org.jspecify.annotations.Nullable LocalDate expiry,
            int tier) {
        Document document = new Document(type, number, country, Optional.ofNullable(born), Optional.ofNullable(expiry));
        return RULES.check(document, tier, TODAY);
    }
}
