package io.florin.registration.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.registration.protocol.Screening.Hit;
import io.florin.registration.protocol.Screening.Subject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScreeningTest {
    private static final int REPORTED_FROM = 920;

    @ParameterizedTest
    @CsvSource({
        "Vorgan Draskill, FX-0001",
        "DRASKILL Vorgan, FX-0001",
        "Vorgán Draškill, FX-0001",
        "Vorgan Draskil, FX-0001",
        "Vorgan Maria Draskill, FX-0001",
        "Мирослав Турганов, FX-0002",
        "Miroslav Turganov, FX-0002",
        "Turganov Miroslaw, FX-0002",
        "Juergen Ostergard-Molldahl, FX-0004",
        "Jurgen Østergård Mølldahl, FX-0004",
        "Nafsika Mavrokapnou, FX-0006",
        "Ναυσικά Μαυροκάπνου, FX-0006",
        "Krakenmoor Shipping Lines, FX-0012",
        "Obsidian Lantern Exchange Ltd, FX-0013"
    })
    void findsAListedNameHoweverItIsWritten(String name, String entry) throws IOException {
        assertThat(screen(name, Optional.empty(), ""))
                .extracting(Hit::entry)
                .first()
                .isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Adelin Beckhollow", "Isolde Winterbourne", "Miroslav Novak", "Tiberius Fairhaven", "Lan Draper",
                "Bank One", "Harrowgate Bakery", "Silvan Blackfenn", "Isolde Blackfenn", "X"
            })
    void leavesOtherNamesAlone(String name) throws IOException {
        assertThat(screen(name, Optional.empty(), "")).isEmpty();
    }

    @Test
    void letsADateOfBirthSpeakAgainst() throws IOException {
        assertThat(screen("Vorgan Draskill", Optional.of(LocalDate.of(1999, 1, 1)), ""))
                .isEmpty();
        assertThat(screen("Vorgan Draskill", Optional.of(LocalDate.of(1962, 1, 1)), ""))
                .hasSize(1);
        assertThat(screen("Odalys Quintarenko", Optional.of(LocalDate.of(1974, 7, 9)), ""))
                .hasSize(1);
    }

    @Test
    void findsAListedDocumentUnderAnyName() throws IOException {
        assertThat(screen("Quite Another", Optional.of(LocalDate.of(2001, 1, 1)), "xa 1234567"))
                .containsExactly(new Hit("FX-0003", "Odalys Quintarenko", 1000, "FICTION-ASSETS"));
    }

    @Test
    void hasAVersionOfDateAndContent() throws IOException {
        byte[] csv = shipped();
        byte[] changed = new String(csv, StandardCharsets.UTF_8)
                .replace("Cassius Thornwraith", "Cassius Thornwright")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(SanctionsList.parse(csv).version()).matches("2026-09-01/[0-9a-f]{12}");
        assertThat(SanctionsList.parse(changed).version())
                .isNotEqualTo(SanctionsList.parse(csv).version());
    }

    @Test
    void refusesAListThatItCannotRead() {
        for (String csv : List.of(
                "",
                "id,name\n1,x\n",
                "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n1,Person,x\n",
                "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n1,P,x,,12.3.1960,,s,2026\n",
                "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n1,P,\"x,,,,s,2026\n")) {
            assertThatThrownBy(() -> SanctionsList.parse(csv.getBytes(StandardCharsets.UTF_8)))
                    .as(csv)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void readsQuotedValues() {
        assertThat(CsvLines.parse("a,\"b \"\"c\"\", d\",\r\n\n\"x\ny\",,z"))
                .containsExactly(List.of("a", "b \"c\", d", ""), List.of("x\ny", "", "z"));
    }

    /// Values of Winkler's and Jaro's own examples, rounded down to per mille.
    @ParameterizedTest
    @CsvSource({
        "martha, marhta, 961",
        "dwayne, duane, 840",
        "dixon, dicksonx, 813",
        "jones, johnson, 832",
        "abc, xyz, 0",
        "same, same, 1000"
    })
    void measuresLikenessAsPublished(String one, String other, int perMille) {
        assertThat(NameLikeness.jaroWinkler(one, other)).isBetween(perMille - 2, perMille + 1);
        assertThat(NameLikeness.jaroWinkler(other, one)).isEqualTo(NameLikeness.jaroWinkler(one, other));
    }

    private static List<Hit> screen(String name, Optional<LocalDate> birthDate, String document) throws IOException {
        return new NameScreening(SanctionsList.parse(shipped()), REPORTED_FROM)
                .screen(new Subject(name, birthDate, document))
                .hits();
    }

    private static byte[] shipped() throws IOException {
        try (InputStream list =
                ScreeningTest.class.getResourceAsStream("/registration-service/fictional-sanctions.csv")) {
            if (list == null) {
                throw new AssertionError("the shipped list is missing");
            }
            return list.readAllBytes();
        }
    }
}
