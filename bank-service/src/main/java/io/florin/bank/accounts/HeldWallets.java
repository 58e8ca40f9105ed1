package io.florin.bank.accounts;

import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/// Reads wallets with the names of their holders, for payments: each asks for its payer, and for its payee where that
/// is at this bank. As they are in the database: what the caller's transaction has changed and not written is not seen.
final class HeldWallets {
    static final String UNKNOWN_HOLDER = "Holder not known";

    private static final String WALLETS = """
        select w.number, w.customer_id, c.full_name, w.iban, w.custodial, w.owner_key, w.note_key, w.tier,
               w.holding_share, w.state
        from wallet w left join customer c on c.id = w.customer_id
        """;

    private final JdbcClient jdbc;
    private final HiddenBook hidden;
    private final String bankName;

    /// @param bankName holder of the treasury
    HeldWallets(JdbcClient jdbc, HiddenBook hidden, String bankName) {
        this.jdbc = jdbc;
        this.hidden = hidden;
        this.bankName = bankName;
    }

    List<WalletInfo> byNumbers(Collection<Long> numbers) {
        return found("where w.number = any(?)", new SqlArrayValue("bigint", numbers.toArray()));
    }

    List<WalletInfo> byIbans(Collection<String> ibans) {
        return found("where w.iban = any(?)", new SqlArrayValue("text", ibans.toArray()));
    }

    /// @param ownerKeys 32 bytes each
    Map<OwnerKey, Long> numbersOf(List<byte[]> ownerKeys) {
        Map<OwnerKey, Long> numbers = new HashMap<>();
        jdbc.sql("select number, owner_key from wallet where owner_key = any(?)")
                .param((Object) ownerKeys.toArray(byte[][]::new))
                .query(row -> {
                    numbers.put(OwnerKey.of(row.getBytes("owner_key")), row.getLong("number"));
                });
        return numbers;
    }

    /// Addresses are looked for when all rows are there: that may ask the database again, on a connection of its own.
    private List<WalletInfo> found(String condition, SqlArrayValue values) {
        List<WalletInfo> found = jdbc.sql(WALLETS + condition)
                .param(values)
                .query((row, _) -> info(row))
                .list();
        return found.stream()
                .map(wallet -> hidden(wallet).map(wallet::paidAt).orElse(wallet))
                .toList();
    }

    private WalletInfo info(ResultSet row) throws SQLException {
        long number = row.getLong("number");
        UUID customer = row.getObject("customer_id", UUID.class);
        return new WalletInfo(
                number,
                customer,
                holder(number, customer, row.getString("full_name")),
                row.getString("iban"),
                new WalletAddress(OwnerKey.of(row.getBytes("owner_key")), Bytes32.of(row.getBytes("note_key"))),
                null,
                row.getInt("tier"),
                new HoldingShare(row.getInt("holding_share")),
                row.getBoolean("custodial"),
                WalletInfo.State.valueOf(row.getString("state")));
    }

    private String holder(long number, @Nullable UUID customer, @Nullable String name) {
        if (name != null) {
            return name;
        }
        return customer == null && number != WalletInfo.TREASURY ? UNKNOWN_HOLDER : bankName;
    }

    private Optional<HiddenAddress> hidden(WalletInfo wallet) {
        return wallet.custodial()
                ? hidden.account(wallet.number()).map(HiddenAccount::address)
                : hidden.holder(wallet.number())
                        .map(eid -> new HiddenAddress(eid, wallet.address().noteKey()));
    }
}
