package io.florin.bank.holdings;

import org.springframework.jdbc.core.simple.JdbcClient;

/// What notes say of payments, for statements.
final class NoteTexts {

    private final JdbcClient jdbc;

    NoteTexts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// The texts of a note.
    record Texts(String endToEndId, String uetr, String remittance, String payer, String payerName) {}

    void keep(byte[] transaction, int output, Texts texts) {
        jdbc.sql("""
            insert into note (transaction_id, output, end_to_end_id, uetr, remittance, payer, payer_name)
            values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing
            """)
                .params(
                        transaction,
                        output,
                        limited(texts.endToEndId(), 64),
                        limited(texts.uetr(), 64),
                        limited(texts.remittance(), 400),
                        limited(texts.payer(), 400),
                        limited(texts.payerName(), 400))
                .update();
    }

    /// Anybody can write anything into a note; PostgreSQL keeps every character but this one.
    private static String limited(String text, int length) {
        String kept = text.replace('\0', ' ');
        return kept.length() <= length ? kept : kept.substring(0, length);
    }
}
