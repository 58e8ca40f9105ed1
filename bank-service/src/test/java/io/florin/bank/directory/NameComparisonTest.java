package io.florin.bank.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.api.BankInternalApi.NameMatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameComparisonTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Ada Lund          | Ada Lund           | MATCH
        LUND, ada         | Ada Lund           | MATCH
        Dr. Ada Lund      | Ada Lund           | MATCH
        José Núñez        | Jose Nunez         | MATCH
        Søren Weiß        | Soren Weiss        | MATCH
        Jean-Luc O'Neil   | Jean Luc ONeil     | MATCH
        李 小龍             | 李 小龍              | MATCH
        Ada Lundd         | Ada Lund           | CLOSE
        A. Lund           | Ada Lund           | CLOSE
        A.Lund            | Ada Lund           | CLOSE
        Ada Lund          | Ada Maria Lund     | CLOSE
        Ada M Lund        | Ada Maria Lund     | CLOSE
        Bert Birch        | Ada Lund           | NO_MATCH
        Lund              | Ada Lund           | NO_MATCH
        A. L.             | Ada Lund           | NO_MATCH
        Bo                | Bi                 | NO_MATCH
        ''                | Ada Lund           | NOT_CHECKED
        ...               | Ada Lund           | NOT_CHECKED
        """)
    void tellsASlipFromAnotherPerson(String stated, String holder, NameMatch expected) {
        assertThat(NameComparison.of(stated, holder)).isEqualTo(expected);
        assertThat(NameComparison.of(holder, stated)).isEqualTo(expected);
    }
}
