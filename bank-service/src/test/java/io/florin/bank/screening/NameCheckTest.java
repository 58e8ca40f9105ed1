package io.florin.bank.screening;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.screening.Found.Party;
import io.florin.bank.screening.NameCheck.Names;
import io.florin.bank.screening.NameCheck.Payee;
import io.florin.bank.screening.NameCheck.Payer;
import io.florin.runtime.screening.NameScreening;
import io.florin.runtime.screening.SanctionsList;
import io.florin.runtime.screening.Screening;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NameCheckTest {

    private static final String HEADER = "id,schema,name,aliases,birth_date,identifiers,sanctions,last_change\n";
    private static final String ENTRY = "FX-1,Person,Vorgan Draskill,V. Draskill,1961-04-02,XA-1,FICTION,2026-03-01\n";
    private static final UUID CUSTOMER = UUID.fromString("00000000-0000-0000-0000-000000000001");

    private final NameCheck check = new NameCheck();

    /// Counts what it compares.
    private static final class Counted implements Screening {
        private final NameScreening list;
        private int asked;

        Counted(String entries) {
            list = new NameScreening(SanctionsList.parse((HEADER + entries).getBytes(StandardCharsets.UTF_8)), 920);
        }

        @Override
        public Result screen(Subject subject) {
            asked++;
            return list.screen(subject);
        }

        @Override
        public String listVersion() {
            return list.listVersion();
        }
    }

    private final Counted list = new Counted(ENTRY);

    private List<Found> payer(String name, String account) {
        return check.check(list, new Names(new Payer(name, account), null)).found();
    }

    @Test
    void aPayerIsFoundByNameAlone() {
        assertThat(payer("Draskill, Vorgan", "LU1")).singleElement().satisfies(found -> {
            assertThat(found.party()).isEqualTo(Party.PAYER);
            assertThat(found.hit().entry()).isEqualTo("FX-1");
            assertThat(found.hit().score()).isEqualTo(1000);
            assertThat(found.hit().explanation()).contains("no date of birth given");
        });
        assertThat(payer("Anna Alder", "LU1")).isEmpty();
        assertThat(payer("", "LU1"))
                .as("whoever holds its own keys has no bank that names it")
                .isEmpty();
        assertThat(check.check(list, new Names(null, null)).found()).isEmpty();
    }

    @Test
    void aPayeeIsFoundByNameAndByDocument() {
        Payee named = new Payee(CUSTOMER, "Vorgan Draskill", "1990-01-01", "ZZ9");
        Payee documented = new Payee(CUSTOMER, "Anna Alder", "1990-01-01", "xa1");
        Payee company = new Payee(CUSTOMER, "Alder Ltd", "", "B1");
        assertThat(check.check(list, new Names(null, named)).found())
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.party()).isEqualTo(Party.PAYEE);
                    assertThat(found.hit().explanation()).contains("date of birth differs");
                });
        assertThat(check.check(list, new Names(null, documented)).found())
                .singleElement()
                .satisfies(found -> assertThat(found.hit().explanation()).startsWith("the same document"));
        assertThat(check.check(list, new Names(null, company)).found()).isEmpty();
    }

    @Test
    void whatIsDecidedIsOfOneNameAtOneAccountAndOneEntry() {
        List<Found> decided = payer("Vorgan Draskill", "LU1");
        assertThat(NameCheck.undecided(payer("DRASKILL Vorgan", "LU1"), decided))
                .isEmpty();
        assertThat(NameCheck.undecided(payer("Vorgan Draskill", "LU2"), decided))
                .as("a namesake at another account is somebody else")
                .hasSize(1);
        Counted other = new Counted(ENTRY.replace("FX-1", "FX-2"));
        List<Found> ofOther = check.check(other, new Names(new Payer("Vorgan Draskill", "LU1"), null))
                .found();
        assertThat(NameCheck.undecided(ofOther, decided)).as("another entry").hasSize(1);
        Counted moreAlike = new Counted(ENTRY.replace("Vorgan Draskill", "Vorgen Drasskil"));
        List<Found> lessAlike = check.check(moreAlike, new Names(new Payer("Vorgan Draskill", "LU1"), null))
                .found();
        assertThat(lessAlike).hasSize(1);
        assertThat(NameCheck.undecided(decided, lessAlike))
                .as("closer than before")
                .hasSize(1);
        assertThat(NameCheck.undecided(lessAlike, decided)).isEmpty();
    }

    /// A crowd is paid by few, and every list asks anew.
    @Test
    void aNameIsComparedOnceWithEachVersionOfTheList() {
        for (int credit = 0; credit < 10_000; credit++) {
            payer("Firm " + credit % 3, "LU" + credit);
        }
        assertThat(list.asked).isEqualTo(3);
        Counted next = new Counted(ENTRY + ENTRY.replace("FX-1", "FX-9"));
        assertThat(check.check(next, new Names(new Payer("Vorgan Draskill", "LU1"), null))
                        .found())
                .hasSize(2);
        assertThat(next.asked).isEqualTo(1);
    }

    /// Anybody can write a note of hundreds of letters.
    @Test
    void whatFollowsANameIsNotCompared() {
        String padded = "Vorgan Draskill" + " ".repeat(NameCheck.NAME_MAX) + "x".repeat(200);
        assertThat(payer(padded, "LU1")).hasSize(1);
    }
}
