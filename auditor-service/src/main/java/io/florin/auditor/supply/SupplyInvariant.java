package io.florin.auditor.supply;

import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.ReplayedTransaction;
import io.florin.auditor.supply.SupplyViolation.Rule;
import io.florin.crypto.Bytes;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.SupplyRecord;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.token.Token;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The supply of every currency, block by block, from the committed transactions of the own replay (protocol decision
/// 28).
///
/// Each transaction is looked at with the values that its inputs had in the replay: a transfer is balanced, an issue's
/// outputs are worth its record, a redemption's inputs are worth its change and its record, and so with deposits on
/// instant rails and withdrawals from them, whose records must be what the rail's counter is changed by, within the
/// bounds of the configuration. Endorsers already promise that; if enough of them collude, this is where it shows, by
/// the transaction's name. Outstanding is what all blocks created less what they spent; every `recountBlocks` blocks,
/// and whenever asked, all unspent tokens are counted one by one and must be worth the same. Sums do not overflow. One
/// thread at a time.
///
/// Where values are hidden there is nothing to add up: outstanding is issued less redeemed by the records, and that
/// each transaction keeps the balance is what its proof says, which the auditor verifies again elsewhere.
public final class SupplyInvariant {

    private static final int SUM_BYTES_MAX = 64;

    private final int recountBlocks;
    private final SortedMap<Integer, Book> books = new TreeMap<>();
    private long violations;

    /// @param recountBlocks after how many blocks all tokens are counted; 1 for each block
    public SupplyInvariant(int recountBlocks) {
        this.recountBlocks = recountBlocks;
    }

    /// Goes on from what another one remembered.
    ///
    /// @throws DecodeException when this is no [#memory]
    public static SupplyInvariant resumed(int recountBlocks, Bytes memory) {
        SupplyInvariant invariant = new SupplyInvariant(recountBlocks);
        CanonicalReader.decode(memory.toArray(), reader -> {
            invariant.violations = reader.u63();
            for (int count = reader.u16(); count > 0; count--) {
                invariant.books.put(reader.u16(), Book.readFrom(reader));
            }
            return invariant;
        });
        return invariant;
    }

    /// Everything it knows: violations u63, books u16 count, each namespace u16 and book. A sum is bytes, the shortest
    /// two's complement.
    public Bytes memory() {
        CanonicalWriter writer = new CanonicalWriter().u63(violations).u16(books.size());
        books.forEach((namespace, book) -> book.writeTo(writer.u16(namespace)));
        return Bytes.of(writer.toByteArray());
    }

    /// Effect of a block on the supply.
    public record BlockSupply(List<Figures> figures, List<SupplyViolation> violations) {}

    private static final class Book {
        private BigInteger issued = BigInteger.ZERO;
        private BigInteger redeemed = BigInteger.ZERO;
        private BigInteger outstanding = BigInteger.ZERO;
        private final SortedMap<Integer, BigInteger> rails = new TreeMap<>();
        private boolean sound = true;
        private final SortedMap<Integer, BigInteger[]> byParticipant = new TreeMap<>();

        void writeTo(CanonicalWriter writer) {
            write(issued, writer);
            write(redeemed, writer);
            write(outstanding, writer);
            writer.flag(sound).u32(byParticipant.size());
            byParticipant.forEach((bank, sums) -> {
                write(sums[0], writer.u16(bank));
                write(sums[1], writer);
            });
            writer.u16(rails.size());
            rails.forEach((rail, sum) -> write(sum, writer.u16(rail)));
        }

        static Book readFrom(CanonicalReader reader) {
            Book book = new Book();
            book.issued = read(reader);
            book.redeemed = read(reader);
            book.outstanding = read(reader);
            book.sound = reader.flag();
            for (long count = reader.u32(); count > 0; count--) {
                book.byParticipant.put(reader.u16(), new BigInteger[] {read(reader), read(reader)});
            }
            for (int count = reader.u16(); count > 0; count--) {
                book.rails.put(reader.u16(), read(reader));
            }
            return book;
        }

        private static void write(BigInteger sum, CanonicalWriter writer) {
            writer.bytes(Bytes.of(sum.toByteArray()));
        }

        private static BigInteger read(CanonicalReader reader) {
            return new BigInteger(reader.bytes(SUM_BYTES_MAX).toArray());
        }

        boolean closes() {
            return issued.equals(outstanding.add(onRails()).add(redeemed));
        }

        BigInteger onRails() {
            return rails.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        }

        Figures figures(long block, int namespace) {
            SortedMap<Integer, Figures.Share> shares = new TreeMap<>();
            byParticipant.forEach((bank, sums) ->
                    shares.put(bank, new Figures.Share(Figures.clamp(sums[0]), Figures.clamp(sums[1]))));
            return new Figures(
                    block,
                    namespace,
                    Figures.clamp(issued),
                    Figures.clamp(redeemed),
                    Figures.clamp(outstanding.add(onRails())),
                    Figures.clamp(onRails()),
                    sound && closes(),
                    shares);
        }
    }

    public BlockSupply replayed(ReplayedBlock block, ReplayState state) {
        for (Namespace namespace : block.configuration().namespaces()) {
            if (!namespace.id().equals(NamespaceId.CONFIGURATION)) {
                book(namespace.id().value());
            }
        }
        List<SupplyViolation> found = new ArrayList<>();
        for (ReplayedTransaction committed : block.committed()) {
            if (committed.transaction().kind() != TransactionKind.CONFIGURATION) {
                account(block, committed, found);
            }
        }
        books.forEach((namespace, book) -> {
            if (book.sound && !book.closes()) {
                breach(book, found, new SupplyViolation(Rule.BOOKS_DO_NOT_CLOSE, block.number(), -1, "", sums(book)));
            }
        });
        if (block.number() % recountBlocks == 0) {
            recount(block, state, found);
        }
        violations += found.size();
        return new BlockSupply(figures(block.number()), List.copyOf(found));
    }

    private Book book(int namespace) {
        return books.computeIfAbsent(namespace, _ -> new Book());
    }

    private void account(ReplayedBlock replayed, ReplayedTransaction committed, List<SupplyViolation> found) {
        SettlementTransaction transaction = committed.transaction();
        long block = replayed.number();
        Book book = book(transaction.namespace().value());
        PrivacyModel model = replayed.model(transaction.namespace());
        if (isOfAnother(model, transaction)) {
            breach(book, found, named(Rule.OTHER_MODEL, block, committed, "the namespace is " + model));
        }
        if (model.hidesValue()) {
            accountRecord(block, committed, book, found);
            return;
        }
        BigInteger in = sum(committed.spent().stream().flatMap(Optional::stream));
        BigInteger out = sum(transaction.outputs().stream()
                        .map(Write.Output::token)
                        .map(Token::value))
                .add(sum(transaction.hiddenOutputs().stream()
                        .map(Write.HiddenOutput::token)
                        .flatMap(token -> token.amount().stream())));
        book.outstanding = book.outstanding.subtract(in).add(out);
        if (committed.spent().stream().anyMatch(Optional::isEmpty)) {
            breach(book, found, named(Rule.SPENT_NO_TOKEN, block, committed, "a spent key held no token"));
        }
        switch (transaction.kind()) {
            case TRANSFER -> {
                if (!in.equals(out)) {
                    breach(book, found, named(Rule.TRANSFER_UNBALANCED, block, committed, "in " + in + ", out " + out));
                }
            }
            case ISSUE -> {
                BigInteger issued = recorded(block, committed, book, 0, found);
                book.issued = book.issued.add(issued);
                if (!out.equals(issued)) {
                    String detail = "record " + issued + ", out " + out;
                    breach(book, found, named(Rule.ISSUE_MISMATCH, block, committed, detail));
                }
            }
            case REDEEM -> {
                BigInteger redeemed = recorded(block, committed, book, 1, found);
                book.redeemed = book.redeemed.add(redeemed);
                if (!in.equals(out.add(redeemed))) {
                    String detail = "in " + in + ", change " + out + ", record " + redeemed;
                    breach(book, found, named(Rule.REDEEM_MISMATCH, block, committed, detail));
                }
            }
            case RAIL_DEPOSIT -> deposited(replayed, committed, book, in.subtract(out), found);
            case RAIL_WITHDRAWAL -> withdrawn(replayed, committed, book, out.subtract(in), found);
            case CONFIGURATION, RAIL_RESCUE, RAIL_RESCUE_OUTCOME -> {}
        }
    }

    /// @param left what left the ledger
    private static void deposited(
            ReplayedBlock block,
            ReplayedTransaction committed,
            Book book,
            BigInteger left,
            List<SupplyViolation> found) {
        RailMove moved = RailMove.of(committed.transaction(), block.configuration());
        book.rails.merge(moved.rail(), moved.amount(), BigInteger::add);
        if (moved.flaw().isPresent() || !left.equals(moved.amount())) {
            String detail = "in less change " + left + ", record " + moved.amount() + said(moved);
            breach(book, found, named(Rule.DEPOSIT_MISMATCH, block.number(), committed, detail));
        }
    }

    /// @param came what came to the ledger
    private static void withdrawn(
            ReplayedBlock block,
            ReplayedTransaction committed,
            Book book,
            BigInteger came,
            List<SupplyViolation> found) {
        RailMove moved = RailMove.of(committed.transaction(), block.configuration());
        BigInteger left = book.rails.merge(moved.rail(), moved.amount().negate(), BigInteger::add);
        if (moved.flaw().isPresent() || !came.equals(moved.amount())) {
            String detail = "record " + moved.amount() + ", out " + came + said(moved);
            breach(book, found, named(Rule.WITHDRAWAL_MISMATCH, block.number(), committed, detail));
        }
        if (left.signum() < 0) {
            breach(book, found, named(Rule.RAIL_OVERDRAWN, block.number(), committed, "left on the rail: " + left));
        }
    }

    private static String said(RailMove moved) {
        return moved.flaw().map(flaw -> ", " + flaw).orElse("");
    }

    private static boolean isOfAnother(PrivacyModel model, SettlementTransaction transaction) {
        return (model != PrivacyModel.CLEAR
                        && (!transaction.outputs().isEmpty()
                                || !transaction.adds().isEmpty()))
                || transaction.hiddenOutputs().stream()
                        .anyMatch(output -> output.token().model() != model);
    }

    private static void accountRecord(
            long block, ReplayedTransaction committed, Book book, List<SupplyViolation> found) {
        switch (committed.transaction().kind()) {
            case ISSUE -> {
                BigInteger issued = recorded(block, committed, book, 0, found);
                book.issued = book.issued.add(issued);
                book.outstanding = book.outstanding.add(issued);
            }
            case REDEEM -> {
                BigInteger redeemed = recorded(block, committed, book, 1, found);
                book.redeemed = book.redeemed.add(redeemed);
                book.outstanding = book.outstanding.subtract(redeemed);
            }
            case TRANSFER, CONFIGURATION, RAIL_DEPOSIT, RAIL_WITHDRAWAL, RAIL_RESCUE, RAIL_RESCUE_OUTCOME -> {}
        }
        if (book.outstanding.signum() < 0) {
            breach(book, found, named(Rule.REDEEM_MISMATCH, block, committed, "more is redeemed than was issued"));
        }
    }

    /// The amount of the withdrawal or redemption record that the transaction writes, zero where that is no record.
    private static BigInteger recorded(
            long block, ReplayedTransaction committed, Book book, int side, List<SupplyViolation> found) {
        for (Write write : committed.transaction().writes()) {
            if (write instanceof Write.Put(int read, Bytes value)) {
                if (committed.transaction().reads().get(read).version() != Read.ABSENT) {
                    breach(book, found, named(Rule.BAD_SUPPLY_RECORD, block, committed, "it replaces what was there"));
                }
                Optional<SupplyRecord> entry = decode(value);
                if (entry.isPresent()) {
                    BigInteger amount = BigInteger.valueOf(entry.get().amount().minorUnits());
                    BigInteger[] sums = book.byParticipant.computeIfAbsent(
                            entry.get().participant(), _ -> new BigInteger[] {BigInteger.ZERO, BigInteger.ZERO});
                    sums[side] = sums[side].add(amount);
                    return amount;
                }
            }
        }
        breach(book, found, named(Rule.BAD_SUPPLY_RECORD, block, committed, "the record cannot be read"));
        return BigInteger.ZERO;
    }

    private static Optional<SupplyRecord> decode(Bytes value) {
        try {
            return Optional.of(SupplyRecord.decode(value));
        } catch (DecodeException other) {
            return Optional.empty();
        }
    }

    private void recount(ReplayedBlock replayed, ReplayState state, List<SupplyViolation> found) {
        SortedMap<Integer, BigInteger> counted = state.unspent();
        counted.keySet().forEach(this::book);
        books.forEach((namespace, book) -> {
            BigInteger tokens = counted.getOrDefault(namespace, BigInteger.ZERO);
            boolean hidden = replayed.model(new NamespaceId(namespace)).hidesValue();
            if (book.sound && !hidden && !tokens.equals(book.outstanding)) {
                String detail = "tokens " + tokens + ", blocks " + book.outstanding;
                breach(book, found, new SupplyViolation(Rule.RECOUNT_DIFFERS, replayed.number(), -1, "", detail));
            }
        });
    }

    private static void breach(Book book, List<SupplyViolation> found, SupplyViolation violation) {
        book.sound = false;
        found.add(violation);
    }

    private static SupplyViolation named(Rule rule, long block, ReplayedTransaction committed, String detail) {
        return new SupplyViolation(
                rule, block, committed.index(), committed.transaction().id().toHex(), detail);
    }

    private static String sums(Book book) {
        return "issued " + book.issued + ", unspent " + book.outstanding + ", on rails " + book.onRails()
                + ", redeemed " + book.redeemed;
    }

    private static BigInteger sum(Stream<Amount> amounts) {
        return amounts.map(amount -> BigInteger.valueOf(amount.minorUnits())).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /// Of all currencies, by namespace, as they are after a block that was the last.
    public List<Figures> figures(long block) {
        List<Figures> all = new ArrayList<>();
        books.forEach((namespace, book) -> all.add(book.figures(block, namespace)));
        return all;
    }

    /// Number of violations since genesis.
    public long violations() {
        return violations;
    }
}
