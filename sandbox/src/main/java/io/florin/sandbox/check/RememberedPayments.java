package io.florin.sandbox.check;

import io.florin.ledger.TransactionId;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.SeededEconomy.Account;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Payments as banks remember them, counted where the ledger committed them: whatever balance or statement a
/// bank shows, it must be what these payments come to.
final class RememberedPayments {
    private RememberedPayments() {}

    /// Balance of a wallet by its payments, in minor units: what all banks paid to it, and what others did by
    /// transactions of which no bank knows, less what its own bank paid for it. A payment counts if its transaction is
    /// committed.
    static long balance(CheckContext context, Account account) {
        Set<TransactionId> committed = committed(context);
        Set<TransactionId> known = new HashSet<>();
        Peer own = bank(account);
        String owner = Stores.column(
                        context, own, "select encode(owner_key, 'hex') from wallet where number = " + account.wallet())
                .iterator()
                .next();
        long balance = 0;
        for (Peer bank : context.plan().topology().nodes(NodeRole.BANK)) {
            boolean isOwn = bank.equals(own);
            for (Amount paid : amounts(
                    context,
                    bank,
                    "select transaction_id, amount from payment where payee_owner = '\\x" + owner
                            + "'::bytea and state = 'SETTLED' and purpose <> 'DEFUND'")) {
                balance += counted(paid, committed);
                known.add(paid.transaction());
            }
            for (Amount paid : isOwn
                    ? amounts(
                            context,
                            bank,
                            "select transaction_id, amount from payment where wallet = " + account.wallet()
                                    + " and state = 'SETTLED' and purpose <> 'FUND'")
                    : List.<Amount>of()) {
                balance -= counted(paid, committed);
                known.add(paid.transaction());
            }
        }
        // a holder of the keys of its own wallet pays without a bank
        for (Amount entry : amounts(
                context,
                own,
                "select transaction_id, amount from entry where amount > 0 and wallet = " + account.wallet())) {
            balance += known.contains(entry.transaction()) ? 0 : counted(entry, committed);
        }
        return balance;
    }

    private record Amount(TransactionId transaction, long minor) {}

    private static long counted(Amount paid, Set<TransactionId> committed) {
        return committed.contains(paid.transaction()) ? paid.minor() : 0;
    }

    static Set<TransactionId> committed(CheckContext context) {
        Set<TransactionId> committed = new HashSet<>();
        context.ledger()
                .applied()
                .forEach(block -> block.committed().forEach(transaction -> committed.add(transaction.id())));
        return committed;
    }

    private static List<Amount> amounts(CheckContext context, Peer bank, String sql) {
        List<Amount> amounts = new ArrayList<>();
        try (Connection database = Databases.connect(context.plan(), bank);
                PreparedStatement query = database.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                amounts.add(new Amount(TransactionId.of(rows.getBytes(1)), rows.getLong(2)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + bank + " cannot be read", e);
        }
        return amounts;
    }

    /// A payment of a file, as the payer's bank has it.
    ///
    /// @param output of the transaction; -1 of a payment that has none
    record Line(String state, TransactionId transaction, int output, String payeeOwner, long amount) {}

    static List<Line> ofFile(CheckContext context) {
        List<Line> lines = new ArrayList<>();
        Peer bank = Peer.ofDirectory(context.payroll().bank()).orElseThrow();
        try (Connection database = Databases.connect(context.plan(), bank);
                PreparedStatement query = database.prepareStatement(
                        "select state, transaction_id, coalesce(output, -1) as output, encode(payee_owner, 'hex') as"
                                + " owner, amount from payment where file_id = ?::uuid order by seq")) {
            query.setString(1, context.payroll().fileId());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    byte[] id = rows.getBytes("transaction_id");
                    lines.add(new Line(
                            rows.getString("state"),
                            id == null ? TransactionId.of(new byte[32]) : TransactionId.of(id),
                            rows.getInt("output"),
                            rows.getString("owner"),
                            rows.getLong("amount")));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + bank + " cannot be read", e);
        }
        return lines;
    }

    /// Payments that a bank has taken from a wallet, whatever became of them.
    static int taken(CheckContext context, Account account) {
        return Stores.column(context, bank(account), "select id::text from payment where wallet = " + account.wallet())
                .size();
    }

    static Peer bank(Account account) {
        return Peer.ofDirectory(account.bank()).orElseThrow();
    }
}
