package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatementTest {
    private static final StatementWriter WRITER = new StatementWriter();
    private static final StatementReader READER = new StatementReader(Samples.MODELS, Samples.FLN);
    private static final Statement.ClosingBlock BLOCK = new Statement.ClosingBlock(4711, "ab".repeat(32));

    @Test
    void writesAStatementThatSaysWhatTheLedgerSays() {
        Statement statement = statement(10_050, List.of(-2_550L, 100_000L, -1L), 107_499);

        byte[] xml = WRITER.write("STMT-MSG-1", statement);

        assertThat(Samples.violations(xml)).isEmpty();
        assertThat(READER.read(xml))
                .isEqualTo(new StatementReader.Result.Read(new StatementReader.Figures(
                        Samples.person(1).account().map(AccountId::value),
                        10_050,
                        97_449,
                        107_499,
                        3,
                        Optional.of(BLOCK))));
        assertThat(new String(xml, StandardCharsets.UTF_8))
                .contains("<Cd>OPBD</Cd>", "<Cd>CLBD</Cd>", ">100.50<", ">1074.99<", "in block 4710");
    }

    @Test
    void writesDebtsAndEmptyPeriods() {
        byte[] xml = WRITER.write("STMT-MSG-1", statement(-5, List.of(), -5));
        assertThat(Samples.violations(xml)).isEmpty();
        StatementReader.Result.Read read = (StatementReader.Result.Read) READER.read(xml);
        assertThat(read.figures().openingMinorUnits()).isEqualTo(-5);
        assertThat(read.figures().closingMinorUnits()).isEqualTo(-5);
    }

    @Test
    void makesNoStatementThatDoesNotAddUp() {
        assertThatThrownBy(() -> statement(10_050, List.of(-2_550L), 7_501))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> statement(Long.MAX_VALUE, List.of(1L), Long.MIN_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void noticesAClosingBalanceThatWasChanged() {
        String xml = new String(
                WRITER.write("STMT-MSG-1", statement(10_050, List.of(-2_550L), 7_500)), StandardCharsets.UTF_8);
        StatementReader.Result result = READER.read(Samples.bytes(Samples.with(xml, ">75.00<", ">75.01<")));
        assertThat(result)
                .isInstanceOfSatisfying(
                        StatementReader.Result.Refused.class,
                        refused -> assertThat(refused.violations())
                                .extracting(Violation::rule)
                                .containsExactly(Rule.STATEMENT_BALANCE));
    }

    @Test
    void saysWhichPageItIsAndWhichBalancesAreIntermediate() {
        Statement whole = statement(100, List.of(1L, 2L), 103);
        List<String> pages = new ArrayList<>();
        for (Statement.Page page :
                List.of(new Statement.Page(1, false), new Statement.Page(2, false), new Statement.Page(3, true))) {
            byte[] xml = WRITER.write(
                    "MSG-" + page.number(),
                    new Statement(
                            whole.id(), whole.createdAt(), whole.account(), whole.period(), page, whole.entries()));
            assertThat(Samples.violations(xml)).isEmpty();
            assertThat(READER.read(xml)).isInstanceOf(StatementReader.Result.Read.class);
            pages.add(new String(xml, StandardCharsets.UTF_8).replaceAll(">\\s+<", "><"));
        }
        String opening = "<Cd>OPBD</Cd></CdOrPrtry>";
        String closing = "<Cd>CLBD</Cd></CdOrPrtry>";
        String between = "<SubTp><Cd>INTM</Cd></SubTp>";
        assertThat(pages.get(0))
                .contains("<PgNb>1</PgNb><LastPgInd>false<", closing + between)
                .doesNotContain(opening + between, "ledger block");
        assertThat(pages.get(1)).contains("<PgNb>2</PgNb><LastPgInd>false<", opening + between, closing + between);
        assertThat(pages.get(2))
                .contains("<PgNb>3</PgNb><LastPgInd>true<", opening + between, "ledger block")
                .doesNotContain(closing + between);
    }

    @Test
    void notifiesOfEntriesWithoutBalances() {
        byte[] xml = WRITER.notification("NOTE-1", statement(0, List.of(5L, 7L), 12));
        assertThat(Samples.violations(xml)).isEmpty();
        assertThat(new String(xml, StandardCharsets.UTF_8))
                .contains("camt.054.001.08", "<CdtDbtInd>CRDT</CdtDbtInd>", "<LastPgInd>true<")
                .doesNotContain("OPBD", "CLBD");
    }

    @Test
    void readsNoPaymentFileAsAStatement() {
        assertThat(READER.read(Samples.bytes(Samples.threeLines()))).isInstanceOf(StatementReader.Result.Refused.class);
    }

    @Test
    void writesManyEntriesThatItsOwnReaderTakes() {
        List<Long> amounts = new Random(3).longs(2_000, 1, 100_000).boxed().toList();
        long sum = amounts.stream().mapToLong(Long::longValue).sum();
        assertThat(READER.read(WRITER.write("STMT-MSG-1", statement(0, amounts, sum))))
                .isInstanceOf(StatementReader.Result.Read.class);
    }

    private static Statement statement(long opening, List<Long> amounts, long closing) {
        List<StatementEntry> entries = new ArrayList<>();
        for (int i = 0; i < amounts.size(); i++) {
            PaymentIds ids = new PaymentIds(
                    Optional.empty(), Optional.of("E2E-" + i), Optional.empty(), Optional.of(Uetr.from(new Random(i))));
            entries.add(new StatementEntry(
                    "ENTRY-" + i,
                    amounts.get(i),
                    Samples.NOON.minusHours(1),
                    StatementEntry.Kind.values()[i % 3],
                    ids,
                    Optional.of(Samples.person(i)),
                    Optional.of("Rent\u0000 & more " + "x".repeat(200)),
                    new StatementEntry.LedgerPosition("0f".repeat(32), 4710)));
        }
        return new Statement(
                "STMT-1",
                Samples.NOON,
                new Statement.Account(
                        Samples.person(1).account().orElseThrow(), "Person 1", Optional.of(Samples.BANK), Samples.FLN),
                new Statement.Period(Samples.NOON.minusDays(1), Samples.NOON, opening, closing, BLOCK),
                Statement.Page.ONLY,
                entries);
    }
}
