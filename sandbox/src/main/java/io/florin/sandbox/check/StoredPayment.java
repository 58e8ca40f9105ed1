package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.client.Submission;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.view.Fact;
import io.florin.sandbox.view.Place;
import io.florin.sandbox.view.Place.Thing;
import io.florin.sandbox.view.TransactionText;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One settled payment of the payroll, looked for in the stores of everybody: rows of databases that name it or its
/// transaction, the client transaction at an endorser, the ordered one in a block.
public final class StoredPayment {
    private static final int LINE_MAX = 400;
    private static final int BLOCK_MIN = 1_000;

    private final Scene scene;
    private final String payment;
    private final Account payer;
    private final Account payee;
    private final long amount;
    private final TransactionId transaction;

    private StoredPayment(Scene scene, ResultSet row) throws SQLException {
        this.scene = scene;
        this.payment = row.getString("id");
        this.payer = scene.seeded().account(scene.economy().payroll().employerShopId());
        String iban = row.getString("payee_account");
        this.payee = scene.seeded().accounts().values().stream()
                .filter(account -> account.iban().equals(iban))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody has the account " + iban));
        this.amount = row.getLong("amount");
        this.transaction = TransactionId.of(row.getBytes("transaction_id"));
    }

    /// The page of the first payment of the payroll to somebody at another bank.
    public static WhoSeesWhat of(Scene scene) {
        String bank = scene.payroll().bank();
        try (Connection database = Databases.connect(scene.plan(), bankOf(bank));
                PreparedStatement query = database.prepareStatement(
                        "select id::text as id, payee_account, amount, transaction_id from payment"
                                + " where state = 'SETTLED' and file_id is not null order by amount desc, seq");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                StoredPayment payment = new StoredPayment(scene, rows);
                if (!payment.payee.bank().equals(bank)) {
                    return payment.look();
                }
            }
            throw new IllegalStateException("the payroll pays nobody at another bank");
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + bank + " cannot be read", e);
        }
    }

    private WhoSeesWhat look() throws SQLException {
        PrivacyModel model = scene.plan().privacy();
        List<Place> places = new ArrayList<>();
        places.add(new Place("payer's bank, which holds the payer's wallet", bank(payer)));
        places.add(new Place("payee's bank, which holds the payee's wallet", bank(payee)));
        places.add(new Place("endorsers", endorser()));
        places.add(new Place("ordering parties, and anyone who reads the blocks", ordered()));
        places.add(new Place("committer", committed()));
        if (model == PrivacyModel.UNLINKABLE) {
            places.add(new Place("certifiers", rows(new Peer(NodeRole.CERTIFIER, 1))));
        }
        places.add(new Place("central bank", rows(new Peer(NodeRole.CENTRAL_BANK, 1))));
        places.add(new Place("auditor", rows(new Peer(NodeRole.AUDITOR, 1))));
        return new WhoSeesWhat(
                model.name().toLowerCase(Locale.ROOT), facts(), places, model != PrivacyModel.UNLINKABLE);
    }

    private List<Fact> facts() throws SQLException {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.text("payer's name", payer.holder()));
        facts.add(Fact.text("payee's name", payee.holder()));
        facts.add(Fact.text("payee's account", payee.iban()));
        facts.add(identity("payer's identity on the ledger", payer));
        facts.add(identity("payee's identity on the ledger", payee));
        facts.add(Fact.amount("amount", amount));
        return facts;
    }

    /// The owner key, or the enrollment id of a hidden currency, as registration has it.
    private Fact identity(String name, Account account) throws SQLException {
        boolean clear = scene.plan().privacy() == PrivacyModel.CLEAR;
        String sql = clear
                ? "select decode(owner_key, 'hex') from enrollment where full_name = ?"
                : "select c.eid from credential_commitment c join enrollment e on e.id = c.enrollment"
                        + " where e.full_name = ?";
        try (Connection database = Databases.connect(scene.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement(sql)) {
            query.setString(1, account.holder());
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("registration does not know " + account.iban());
                }
                return Fact.bytes(name, Bytes.of(rows.getBytes(1)));
            }
        }
    }

    private static Peer bankOf(String name) {
        return new Peer(NodeRole.BANK, Integer.parseInt(name.substring("bank-".length())));
    }

    /// What a bank keeps of the payment, and of its own customer.
    private List<Thing> bank(Account account) throws SQLException {
        Peer bank = bankOf(account.bank());
        List<Thing> things = rows(bank);
        try (Connection database = Databases.connect(scene.plan(), bank);
                PreparedStatement query = database.prepareStatement(
                        "select t::text from customer t where t::text like ? order by 1 limit 1")) {
            query.setString(1, "%" + account.holder() + "%");
            try (ResultSet rows = query.executeQuery()) {
                if (rows.next()) {
                    things.addFirst(row(bank, "customer", rows.getString(1)));
                }
            }
        }
        return things;
    }

    /// Rows of a service's database that name the payment or its transaction.
    private List<Thing> rows(Peer node) throws SQLException {
        List<Thing> things = new ArrayList<>();
        try (Connection database = Databases.connect(scene.plan(), node)) {
            for (String table : Stores.tables(database)) {
                String sql = "select t::text from \"" + table + "\" t where t::text like ? or t::text like ?";
                try (PreparedStatement query = database.prepareStatement(sql)) {
                    query.setString(1, "%" + transaction.toHex() + "%");
                    query.setString(2, "%" + payment + "%");
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            things.add(row(node, table, rows.getString(1)));
                        }
                    }
                }
            }
        }
        return things;
    }

    private static Thing row(Peer node, String table, String row) {
        return new Thing(
                node.directoryName() + ", table " + table, List.of(cut(row)), row.getBytes(StandardCharsets.UTF_8));
    }

    private static String cut(String line) {
        return line.length() > LINE_MAX ? line.substring(0, LINE_MAX) + "…" : line;
    }

    private List<Thing> endorser() throws SQLException {
        for (Peer endorser : scene.plan().topology().nodes(NodeRole.ENDORSER)) {
            Optional<byte[]> submission = submission(endorser);
            if (submission.isPresent()) {
                return List.of(new Thing(
                        endorser.directoryName() + ", table client_transaction",
                        TransactionText.of(Submission.decode(submission.get()).transaction()),
                        submission.get()));
            }
        }
        return List.of();
    }

    private Optional<byte[]> submission(Peer endorser) throws SQLException {
        try (Connection database = Databases.connect(scene.plan(), endorser);
                PreparedStatement query =
                        database.prepareStatement("select submission from client_transaction where id = ?")) {
            query.setBytes(1, transaction.value().toArray());
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        }
    }

    /// Rows of the committer's shards and chain that have the transaction's id or a key that it touches; blocks, which
    /// everybody has, are left out.
    private List<Thing> committed() {
        List<byte[]> words = new ArrayList<>(List.of(transaction.value().toArray()));
        settlement().ifPresent(one -> {
            one.reads().forEach(read -> words.add(read.key().value().toArray()));
            one.writes().forEach(write -> words.add(one.keyOf(write).value().toArray()));
        });
        Path committer = scene.plan().nodeDirectory(new Peer(NodeRole.COMMITTER, 1));
        List<Thing> things = ShardFiles.holding(committer, new WordSearch(words.toArray(byte[][]::new))).stream()
                .filter(row -> row.value().length < BLOCK_MIN)
                .map(row -> new Thing(
                        "committer-1, " + row.where(),
                        List.of(cut(HexFormat.of().formatHex(row.key()) + " → "
                                + HexFormat.of().formatHex(row.value()))),
                        ByteBuffer.allocate(row.key().length + row.value().length)
                                .put(row.key())
                                .put(row.value())
                                .array()))
                .toList();
        if (things.isEmpty()) {
            throw new IllegalStateException("the committer keeps nothing of " + transaction.toHex());
        }
        return things;
    }

    private Optional<SettlementTransaction> settlement() {
        return scene.ledger().blocks().stream()
                .flatMap(block -> OrderedTransaction.of(block.entries()).stream())
                .flatMap(each -> each.transaction().stream())
                .filter(one -> one.id().equals(transaction))
                .findFirst();
    }

    private List<Thing> ordered() {
        List<Thing> things = new ArrayList<>();
        scene.ledger().blocks().forEach(block -> {
            for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
                Optional<SettlementTransaction> found =
                        each.transaction().filter(one -> one.id().equals(transaction));
                found.ifPresent(one -> things.add(new Thing(
                        "block " + block.header().number() + ", as in " + Topics.blocks(1),
                        TransactionText.of(one),
                        each.raw().toArray())));
            }
        });
        return things;
    }
}
