package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.iso20022.MessageModels;
import io.florin.iso20022.StatementReader;
import io.florin.iso20022.SupportedCurrency;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A statement over all its pages.
///
/// @param opening before the first page, in minor units
/// @param closing after the last page, in minor units
record PagedStatement(int pages, int entries, long opening, long closing) {

    /// All pages of a statement, joined where their balances meet.
    static PagedStatement read(BankUnderTest bank, String first) {
        PagedStatement read = new PagedStatement(0, 0, 0, 0);
        String next = first;
        while (!next.isEmpty()) {
            Answer page = bank.get(next);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            var result = new StatementReader(new MessageModels(), new SupportedCurrency("FLN", 2))
                    .read(page.body().getBytes(StandardCharsets.UTF_8));
            assertThat(result).isInstanceOf(StatementReader.Result.Read.class);
            StatementReader.Figures figures = ((StatementReader.Result.Read) result).figures();
            if (read.pages() > 0) {
                assertThat(figures.openingMinorUnits()).isEqualTo(read.closing());
            }
            read = new PagedStatement(
                    read.pages() + 1,
                    read.entries() + figures.entries(),
                    read.pages() == 0 ? figures.openingMinorUnits() : read.opening(),
                    figures.closingMinorUnits());
            String link = page.headers().getOrDefault("link", List.of("")).getFirst();
            assertThat(figures.closingBlock().isPresent()).isEqualTo(link.isEmpty());
            next = link.isEmpty() ? "" : link.substring(1, link.indexOf('>'));
        }
        return read;
    }
}
