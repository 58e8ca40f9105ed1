package io.florin.bank.holdings;

import java.util.List;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Texts of payments from notes, for statements.
final class NoteTexts {

    private final JdbcClient jdbc;

    NoteTexts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// The texts of a note.
    record Texts(String endToEndId, String uetr, String remittance, String payer, String payerName) {}

    /// A note that was read.
    ///
    /// @param transaction id, 32 bytes
    @SuppressWarnings("ArrayRecordComponent")
    record Read(byte[] transaction, int output, Texts texts) {}

    void keep(byte[] transaction, int output, Texts texts) {
        keep(List.of(new Read(transaction, output, texts)));
    }

    void keep(List<Read> notes) {
        if (notes.isEmpty()) {
            return;
        }
        jdbc.sql("""
            insert into note (transaction_id, output, end_to_end_id, uetr, remittance, payer, payer_name)
            select * from unnest(?::bytea[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
            on conflict do nothing
            """)
                .params(
                        notes.stream().map(Read::transaction).toArray(byte[][]::new),
                        new SqlArrayValue(
                                "int", notes.stream().map(Read::output).toArray()),
                        column(notes, 64, Texts::endToEndId),
                        column(notes, 64, Texts::uetr),
                        column(notes, 400, Texts::remittance),
                        column(notes, 400, Texts::payer),
                        column(notes, 400, Texts::payerName))
                .update();
    }

    private static SqlArrayValue column(List<Read> notes, int length, Function<Texts, String> of) {
        return new SqlArrayValue(
                "text",
                notes.stream()
                        .map(note -> limited(of.apply(note.texts()), length))
                        .toArray());
    }

    /// Anybody can write anything into a note; PostgreSQL keeps every character but this one.
    private static String limited(String text, int length) {
        String kept = text.replace('\0', ' ');
        return kept.length() <= length ? kept : kept.substring(0, length);
    }
}
