package io.florin.bank.payments.adapter;

import io.florin.crypto.Bytes;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Payments that wallets of this bank got, as their notes tell of them. A note is the payer's word: its UETR is not
/// proven to be nobody else's, so several may be found.
final class ReceivedPayments {

    private final JdbcClient jdbc;

    ReceivedPayments(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /// A token of a wallet of this bank with what its payer wrote.
    @Schema(name = "ReceivedPayment", description = "A payment that a wallet of this bank got")
    record Received(
            @Schema(description = "Number of the wallet that was paid")
            long wallet,

            @Schema(description = "Minor units of the currency")
            long amount,

            @Schema(description = "Id of the transaction on the ledger, hex")
            String transactionId,

            @Schema(description = "Which of the transaction's outputs it is, from 0")
            int output,

            @Schema(description = "Block of the ledger where it settled")
            long block,

            @Schema(description = "Unique end-to-end transaction reference as the payer's bank sent it")
            String uetr,

            @Schema(description = "Reference from end to end, empty when there is none")
            String endToEndId,

            @Schema(description = "What it is for, may be empty")
            String remittance,

            @Schema(description = "Account of the payer as it wants to be seen, may be empty")
            String payer) {}

    /// In the order of the ledger.
    List<Received> byUetr(String uetr) {
        return jdbc.sql("""
            select t.wallet, t.value, t.transaction_id, t.output, t.created_block,
                   n.uetr, n.end_to_end_id, n.remittance, n.payer
            from note n join token t on t.transaction_id = n.transaction_id and t.output = n.output
            where n.uetr = ? order by t.created_block, t.transaction_id, t.output
            """).param(uetr).query(ReceivedPayments::received).list();
    }

    private static Received received(ResultSet row, int number) throws SQLException {
        return new Received(
                row.getLong("wallet"),
                row.getLong("value"),
                Bytes.of(row.getBytes("transaction_id")).toHex(),
                row.getInt("output"),
                row.getLong("created_block"),
                row.getString("uetr"),
                row.getString("end_to_end_id"),
                row.getString("remittance"),
                row.getString("payer"));
    }
}
