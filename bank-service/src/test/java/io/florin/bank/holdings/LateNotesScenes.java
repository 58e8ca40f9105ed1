package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.CreditNews;
import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.doubles.api.UnaskedCommitter;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedCustody;
import io.florin.fakenet.UnaskedVault;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.runtime.api.EndorserApi.NotePage;
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.keys.WalletSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/// A payment of 30 out of 100 in block 5, whose change comes back to the bank's wallet by a note; block 10 was
/// followed.
abstract class LateNotesScenes {

    static final long WALLET = 1;
    static final Duration PATIENCE = Duration.ofSeconds(1);

    /// Where no endorser hangs nobody is late, however slow the machine is.
    static final Duration ENDLESS = Duration.ofMinutes(1);

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final LateNotes.Validity VALIDITY = new LateNotes.Validity(() -> 1_000, Duration.ofDays(7));

    final TestNetwork network = new TestNetwork(5);
    final HiddenKeys keys = HiddenKeys.of(WalletSeed.of(network.newBytes(WalletSeed.SIZE)), network.networkId(), 0);
    final HiddenAccount account = keys.account(Scalar.ofLong(77), Scalar.ONE);
    final Receiver receiver = new Receiver(network.networkId(), keys.noteKey(), account.eid()::equals);
    final HiddenOpening opening = HiddenOpening.fresh(account.eid(), Amount.of(70), network.random());
    final HiddenOpening second = HiddenOpening.fresh(account.eid(), Amount.of(5), network.random());
    final StateKey input = StateKey.of(TestNetwork.CURRENCY, network.newId());
    final Committed change = new Committed(0, change());
    final String changeId = change.id().toHex();
    ToldBlocks blocks = new ToldBlocks(network);
    final LedgerAccess ledger = new LedgerOf(network);

    BankDatabase database;
    JdbcClient jdbc;
    TransactionTemplate transactions;
    BlockEffects store;
    LateNotes late;
    HiddenTokenReader reader;
    final List<HiddenNotes> opened = new ArrayList<>();
    Instant now = NOON;
    long height = 10;
    long spentAt;
    StateKey spentKey = input;
    int calls;
    final List<String> asked = new ArrayList<>();
    boolean unproved;
    final Set<Long> unsigned = new HashSet<>();

    /// Payments of others in block 8.
    final List<Committed> others = new ArrayList<>();

    Runnable whenOpened = () -> {};

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        transactions = database.transactions();
        store = new BlockEffects(jdbc, WalletChanges.NONE, new CreditNews(() -> {}));
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
            values (1, 'X', true, '', '', 1, 'ENROLLED', '', now())
            """).update();
        late = late();
        reader = reader();
    }

    @AfterEach
    void close() {
        opened.forEach(HiddenNotes::close);
        database.close();
    }

    /// The bank follows the blocks from this one to the tenth in time, without any note.
    void followsFrom(long first) {
        for (long block = first; block <= 10; block++) {
            long number = block;
            transactions.executeWithoutResult(_ -> {
                assertThat(reader.created(number, number == 5 ? List.of(change) : List.of()))
                        .isEmpty();
                reader.ended(List.of());
            });
        }
    }

    /// As after a start.
    LateNotes late() {
        return late(0, 1);
    }

    /// @param named ids of endorsers in the settings
    LateNotes late(Integer... named) {
        return new LateNotes(
                committer(),
                ledger,
                store,
                jdbc,
                transactions,
                new NotePositions(jdbc, List.of(named)),
                () -> now,
                VALIDITY);
    }

    SettlementTransaction change() {
        var bases = OutputBases.of(PrivacyModel.ANONYMOUS, List.of(), 0);
        return spending(
                input,
                List.of(
                        new Write.HiddenOutput(0, opening.commit(bases, 0)),
                        new Write.HiddenOutput(1, second.commit(bases, 1))));
    }

    SettlementTransaction spending(StateKey key, List<Write.HiddenOutput> outputs) {
        List<Write> writes = new ArrayList<>(List.of(new Write.Spend(0)));
        writes.addAll(outputs);
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                1_000_000,
                List.of(new Read(key, Read.FIRST)),
                writes);
    }

    /// Shows blocks up to its height, which are empty but for one or two, and answers no other question.
    CommitterApi committer() {
        return new UnaskedCommitter() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                calls++;
                asked.add(from + " " + limit);
                return LateNotesScenes.this.results(from, limit);
            }
        };
    }

    byte[] results(long from, int limit) {
        while (blocks.height() < Math.min(height, from + limit - 1)) {
            blocks.add(block(blocks.height() + 1));
        }
        return ToldBlocks.answer(blocks.results(from, limit).stream()
                .map(result -> unproved || unsigned.contains(result.number())
                        ? new BlockResult(result.statuses(), List.of())
                        : result)
                .toList());
    }

    /// In one of them, somebody else with the bank's seed spends the change.
    SettledTransaction[] block(long number) {
        if (number == 8) {
            return others.stream()
                    .map(each -> ToldBlocks.told(each.transaction(), TransactionStatus.COMMITTED))
                    .toArray(SettledTransaction[]::new);
        }
        if (number == 7 && unsigned.contains(number)) {
            SettlementTransaction strange = spending(
                    StateKey.of(TestNetwork.CURRENCY, network.newId()),
                    change.transaction().hiddenOutputs());
            return new SettledTransaction[] {ToldBlocks.told(strange, TransactionStatus.COMMITTED)};
        }
        if (number != 5 && number != spentAt) {
            return new SettledTransaction[0];
        }
        SettlementTransaction paid = change.transaction();
        return new SettledTransaction[] {
            ToldBlocks.told(number == 5 ? paid : spending(spentKey, paid.hiddenOutputs()), TransactionStatus.COMMITTED)
        };
    }

    StateKey keyOf(int output) {
        return change.transaction().keyOf(change.transaction().hiddenOutputs().get(output));
    }

    HiddenTokenReader reader() {
        HiddenBook book = new HiddenBook() {
            @Override
            public Optional<HiddenAccount> account(long wallet) {
                return Optional.of(account);
            }

            @Override
            public Optional<Long> walletOf(Scalar eid) {
                return Optional.of(WALLET);
            }

            @Override
            public Optional<HiddenPayer> payer(long wallet) {
                return Optional.empty();
            }
        };
        Vault vault = new UnaskedVault() {
            @Override
            public byte[] seal(byte[] secret, byte[] place) {
                whenOpened.run();
                return secret;
            }
        };
        Custody custody = new UnaskedCustody() {
            @Override
            public Vault vault() {
                return vault;
            }
        };
        return new HiddenTokenReader(notes(), receiver, book, custody, ledger, jdbc, late);
    }

    HiddenNotes notes(EndorserApi... endorsers) {
        return notes(ENDLESS, endorsers);
    }

    HiddenNotes notes(Duration patience, EndorserApi... endorsers) {
        HiddenNotes notes = new HiddenNotes(
                ToldNotes.numbered(Arrays.asList(endorsers)),
                receiver,
                jdbc,
                transactions,
                () -> now,
                new HiddenNotes.Limits(patience, 1_000));
        opened.add(notes);
        return notes;
    }

    Bytes note() {
        return note(opening);
    }

    Bytes note(HiddenOpening output) {
        return HiddenNote.bare(output)
                .seal(network.networkId(), account.address().noteKey(), network.random());
    }

    static Bytes32 digest(String transaction, Bytes note) {
        return NoteDigest.of(new TransactionOutput(TransactionId.fromHex(transaction), 0), note);
    }

    NoteEntry entry(String transaction) {
        return new NoteEntry(1, transaction, 0, Base64.getEncoder().encodeToString(note().toArray()));
    }

    NoteEntry entryOfSecond() {
        return new NoteEntry(
                1, changeId, 1, Base64.getEncoder().encodeToString(note(second).toArray()));
    }

    /// As the thread of another endorser does at any time.
    void meanwhile(NoteEntry entry) {
        notes(telling(), telling(entry)).follow();
        Awaitility.await().atMost(Patience.LIMIT).until(() -> position(1) == 1);
    }

    long position(int endorser) {
        return jdbc.sql("select coalesce(max(position), 0) from hidden_note_position where endorser = ?")
                .param(endorser)
                .query(Long.class)
                .single();
    }

    static EndorserApi telling(NoteEntry... entries) {
        return new ToldNotes(
                (after, _) -> after == 0 ? new NotePage(List.of(entries), 1) : new NotePage(List.of(), after));
    }

    /// As the follower does with block 5.
    void follow() {
        transactions.executeWithoutResult(_ -> {
            var before = new BlockEffects.Created(
                    Bytes.of(input.value().toArray()),
                    WALLET,
                    100,
                    Bytes.of(network.newId().toArray()),
                    0,
                    null,
                    true);
            store.create(List.of(before), 4);
            var created = store.create(reader.created(5, List.of(change)), 5);
            var spent =
                    store.spend(List.of(Bytes.of(input.value().toArray())), 5).getFirst();
            store.book(LedgerFollower.bookings(List.of(change), created, Map.of(spent.key(), spent)), 5, now);
            jdbc.sql("delete from hidden_note").update();
            jdbc.sql("update ledger_position set block = 10").update();
        });
    }

    List<String> entries() {
        return jdbc.sql("select block || ' ' || amount from entry order by id")
                .query(String.class)
                .list();
    }

    long unspent() {
        return jdbc.sql("select coalesce(sum(value), 0) from token where spent_block is null")
                .query(Long.class)
                .single();
    }

    void catchUpWith(EndorserApi endorser) {
        notes(endorser).follow();
        now = NOON.plus(Duration.ofMinutes(1));
        late.catchUp(reader, 10);
    }
}
