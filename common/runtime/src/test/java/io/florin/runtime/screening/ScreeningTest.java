package io.florin.runtime.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.screening.Screening.Hit;
import io.florin.runtime.screening.Screening.Subject;
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
        "Vorgandraskill, FX-0001",
        "Jürgen Østergårdmølldahl, FX-0004",
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

    /// Dates of birth are what whoever wants to pass is asked for: they never take a likeness away.
    @ParameterizedTest
    @CsvSource({
        "Vorgan Draskill, 1999-01-01, FX-0001, 1000, date of birth differs: listed 1961-04-02",
        "Vorgan Draskil, 1999-01-01, FX-0001, 0, date of birth differs",
        "Мирослав Турганов, 2001-12-31, FX-0002, 1000, date of birth differs",
        "'TURGANOV, Miroslav', 2001-12-31, FX-0002, 1000, date of birth differs",
        "Vorgan Draskill, 1962-01-01, FX-0001, 1000, date of birth is near",
        "Vorgan Draskill, 1961-04-02, FX-0001, 1000, date of birth agrees",
        "Odalys Quintarenko, 1974-07-09, FX-0003, 1000, date of birth agrees: listed 1974",
        "Krakenmoor Shipping Lines, 1974-07-09, FX-0012, 1000, no date of birth listed"
    })
    void reportsALikeNameWhateverTheDateOfBirthSays(
            String name, LocalDate birthDate, String entry, int scoreMin, String explained) throws IOException {
        Hit hit = screen(name, Optional.of(birthDate), "").getFirst();

        assertThat(hit.entry()).isEqualTo(entry);
        assertThat(hit.score()).isGreaterThanOrEqualTo(Math.max(scoreMin, REPORTED_FROM));
        assertThat(hit.explanation()).contains(explained);
    }

    @Test
    void explainsHowTheScoreCameAbout() throws IOException {
        assertThat(explanation("DRASKILL, Vorgán")).startsWith("the same words once written in plain Latin letters");
        assertThat(explanation("Vorgan Draskkill")).startsWith("word by word alike: ‘draskkill vorgan’");
        assertThat(explanation("Vorgan Maria Draskill")).startsWith("word by word alike, with words left out");
        assertThat(explanation("Vorgandraskill")).startsWith("the same letters, written together or apart");
    }

    private static String explanation(String name) throws IOException {
        return screen(name, Optional.empty(), "").getFirst().explanation();
    }

    @Test
    void findsAListedDocumentUnderAnyName() throws IOException {
        Hit hit = screen("Quite Another", Optional.of(LocalDate.of(2001, 1, 1)), "xa 1234567")
                .getFirst();

        assertThat(hit.entry()).isEqualTo("FX-0003");
        assertThat(hit.score()).isEqualTo(1000);
        assertThat(hit.explanation())
                .isEqualTo("the same document; date of birth differs: listed 1974, given 2001-01-01");
    }

    /// People who were screened by the rules before are screened again.
    @Test
    void namesItsRulesInTheVersion() throws IOException {
        NameScreening screening = new NameScreening(SanctionsList.parse(shipped()), REPORTED_FROM);

        assertThat(screening.listVersion()).matches("2026-09-01/[0-9a-f]{12}/r2");
        assertThat(screening.screen(new Subject("X", Optional.empty(), "")).listVersion())
                .isEqualTo(screening.listVersion());
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

    /// No database takes them in a text, and nobody else's line may hold up those whom it names.
    @Test
    void readsNulsAsBlanks() {
        String csv = "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n"
                + "F~1,Person,Vorgan~Draskill,Odalys Quin~tarenko,1974~,XA~123,FIC~TION,20~26\n";
        NameScreening screening = new NameScreening(
                SanctionsList.parse(csv.replace('~', '\0').getBytes(StandardCharsets.UTF_8)), REPORTED_FROM);

        assertThat(screening.listVersion()).startsWith("20 26/");
        for (Subject subject : List.of(
                new Subject("Vorgan Draskill", Optional.empty(), ""),
                new Subject("Odalys Quintarenko", Optional.empty(), ""),
                new Subject("Quite Another", Optional.empty(), "XA 123"))) {
            assertThat(screening.screen(subject).hits()).singleElement().satisfies(hit -> {
                assertThat(hit.entry()).isEqualTo("F 1");
                assertThat(hit.programme()).isEqualTo("FIC TION");
                assertThat(hit.toString()).doesNotContain("\0");
            });
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
        try (InputStream list = ScreeningTest.class.getResourceAsStream("/screening/fictional-sanctions.csv")) {
            if (list == null) {
                throw new AssertionError("the shipped list is missing");
            }
            return list.readAllBytes();
        }
    }
}
