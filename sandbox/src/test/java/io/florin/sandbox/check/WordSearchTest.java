package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.check.NameCheck.WordSearch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordSearchTest {
    private final WordSearch search = new WordSearch(List.of("Ada Lund", "Adam Öst", "FL12 0001"));

    @Test
    void findsEachWordWhereverItStands() {
        assertThat(search.in(utf8("Ada Lund"))).contains("Ada Lund");
        assertThat(search.in(utf8("paid AAdam Östx"))).contains("Adam Öst");
        assertThat(search.in(utf8("..FL12 0001"))).contains("FL12 0001");
    }

    @Test
    void passesBeginningsAndOtherText() {
        assertThat(search.in(utf8("Ada Lun, Adam Ost, FL12 000"))).isEmpty();
        assertThat(search.in(new byte[0])).isEmpty();
        assertThat(search.in(utf8("A"))).isEmpty();
    }

    @Test
    void namesAndAccountsAreLookedForAsFormsAndListsWriteThem() {
        WordSearch people = new WordSearch(
                NameCheck.words(List.of("Ada Maria Lund"), List.of("XF1"), List.of("XF980002000000005")));
        for (String text : List.of(
                "name=Ada+Maria+Lund",
                "ADA MARIA LUND",
                "Lund, Ada Maria",
                "document XF1",
                "XF980002000000005",
                "IBAN XF98 0002 0000 0000 5")) {
            assertThat(people.in(utf8(text))).as(text).isPresent();
        }
        assertThat(people.in(utf8("Ada Lund, Maria Lund"))).isEmpty();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
