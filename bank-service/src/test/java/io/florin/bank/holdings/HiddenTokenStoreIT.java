package io.florin.bank.holdings;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.HiddenTokens.Uncertified;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.TokenBase;
import io.florin.fakenet.BankDatabase;
import io.florin.ledger.Amount;
import io.florin.ledger.TransactionId;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Two wallets and what the database tells of their tokens.
class HiddenTokenStoreIT {

    private static final long WALLET = 1;
    private static final long OTHER = 2;

    private static BankDatabase database;

    private final TestNetwork network = new TestNetwork(4);
    private JdbcClient jdbc;
    private JdbcTemplate batches;
    private HiddenTokenStore store;

    @BeforeAll
    static void start() {
        database = new BankDatabase();
    }

    @AfterAll
    static void end() {
        database.close();
    }

    @BeforeEach
    void open() {
        jdbc = database.jdbc();
        batches = database.batches();
        store = new HiddenTokenStore(jdbc, batches, new Marked(), WalletChanges.NONE);
        jdbc.sql("truncate payment, token, reservation, wallet cascade").update();
        for (long wallet : new long[] {WALLET, OTHER}) {
            jdbc.sql("""
                insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at)
                values (?, ?, true, ?, '', 1, 'ENROLLED', '', now())
                """)
                    .params(wallet, "X" + wallet, new byte[] {(byte) wallet})
                    .update();
        }
    }

    private TransactionOutput place(int index) {
        return new TransactionOutput(new TransactionId(network.newId()), index);
    }

    private static OwnedToken named(TransactionOutput id, long value) {
        Amount amount = Amount.of(value);
        return new OwnedToken(
                id,
                new HiddenToken.Anonymous(G1.generator(), amount),
                new HiddenOpening(Scalar.ONE, amount, Scalar.ONE, Scalar.ZERO),
                Optional.empty(),
                1,
                Optional.empty());
    }

    private static OwnedToken certified(TransactionOutput id, long epoch) {
        return new OwnedToken(
                id,
                new HiddenToken.Unlinkable(G1.generator(), G1.generator()),
                new HiddenOpening(Scalar.ONE, Amount.of(5), Scalar.ONE, Scalar.ONE),
                Optional.of(new TokenBase(G1.generator(), Scalar.ONE)),
                1,
                Optional.of(new OwnedToken.Certified(epoch, G1.generator())));
    }

    private static byte[] key(OwnedToken token) {
        byte[] key = token.id().transaction().value().toArray();
        key[0] ^= (byte) token.id().index();
        return key;
    }

    private void hold(long wallet, List<OwnedToken> tokens) {
        batches.batchUpdate(
                """
                insert into token
                    (state_key, wallet, value, transaction_id, output, created_block, opening, spendable)
                values (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                tokens.stream()
                        .map(token -> new Object[] {
                            key(token),
                            wallet,
                            token.amount().minorUnits(),
                            token.id().transaction().value().toArray(),
                            token.id().index(),
                            token.block(),
                            new Marked().seal(token.encode(), key(token)),
                            token.isSpendable()
                        })
                        .toList());
    }

    private void accept(long wallet, int count, TransactionOutput prepared) {
        batches.batchUpdate(
                """
                insert into payment (seq, version, id, wallet, payee, payee_owner, payee_name, payee_account, amount,
                    end_to_end_id, uetr, remittance, purpose, state, accepted_at, plan_after, prepared_transaction,
                    prepared_output, prepared_at)
                values (nextval('payment_seq'), 0, ?, ?, '', '', '', '', 10, '', '', '', 'PAYMENT', 'ACCEPTED', now(),
                    now(), ?, ?, now())
                """,
                Collections.nCopies(count, prepared).stream()
                        .map(id -> new Object[] {
                            UUID.randomUUID(), wallet, id.transaction().value().toArray(), id.index()
                        })
                        .toList());
    }

    private void keep(OwnedToken token, byte[] opening) {
        jdbc.sql("update token set opening = ? where state_key = ?")
                .params(opening, key(token))
                .update();
    }

    /// A split made 150 for fifteen payments and 50 for five.
    @Test
    void tellsTheTokensThatPaymentsWaitForHoweverSmallTheyAre() {
        List<OwnedToken> large = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            large.add(named(place(0), 10_000));
        }
        TransactionOutput first = place(0);
        OwnedToken fifteen = named(first, 150);
        OwnedToken five = named(new TransactionOutput(first.transaction(), 1), 50);
        OwnedToken change = named(new TransactionOutput(first.transaction(), 2), 9_800);
        hold(WALLET, large);
        hold(WALLET, List.of(fifteen, five, change));
        accept(WALLET, 15, fifteen.id());
        accept(WALLET, 5, five.id());

        List<OwnedToken> told = store.available(WALLET);
        assertThat(told).hasSize(HiddenTokens.AVAILABLE_MAX + 2).endsWith(fifteen, five);
        assertThat(told.subList(0, HiddenTokens.AVAILABLE_MAX)).isSubsetOf(large);

        jdbc.sql("insert into reservation (state_key, transaction_id) values (?, '')")
                .param(key(five))
                .update();
        assertThat(store.available(WALLET))
                .hasSize(HiddenTokens.AVAILABLE_MAX + 1)
                .endsWith(fifteen);

        jdbc.sql("update payment set state = 'SETTLED'").update();
        assertThat(store.available(WALLET)).hasSize(HiddenTokens.AVAILABLE_MAX).doesNotContain(fifteen);
    }

    /// Each of them once, also those among the largest.
    @Test
    void tellsNoTokenTwiceAndNobodyElses() {
        OwnedToken own = named(place(0), 70);
        OwnedToken smaller = named(place(0), 7);
        OwnedToken others = named(place(0), 700);
        hold(WALLET, List.of(own, smaller));
        hold(OTHER, List.of(others));
        accept(WALLET, 3, own.id());
        accept(WALLET, 1, others.id());
        assertThat(store.available(WALLET)).containsExactly(own, smaller);
        assertThat(store.available(OTHER)).containsExactly(others);
    }

    @Test
    void aCorruptedOpeningStandsInNobodysWay() {
        OwnedToken large = named(place(0), 70);
        OwnedToken small = named(place(0), 7);
        hold(WALLET, List.of(large, small));
        keep(large, new byte[] {1, 2, 3});
        assertThat(store.available(WALLET)).containsExactly(small);
        assertThat(store.available(WALLET)).containsExactly(small);
        assertThat(store.unreadable()).isEqualTo(1);
        jdbc.sql("update token set spent_block = 9 where state_key = ?")
                .param(key(large))
                .update();
        assertThat(store.unreadable()).as("nobody waits for what is spent").isZero();
        jdbc.sql("update token set spent_block = null where state_key = ?")
                .param(key(large))
                .update();

        byte[] encoding = large.encode();
        keep(large, new Marked().seal(Arrays.copyOf(encoding, encoding.length - 1), key(large)));
        assertThat(store.available(WALLET)).as("opens, and is no token").containsExactly(small);

        keep(large, new Marked().seal(encoding, key(large)));
        assertThat(store.available(WALLET)).as("mended").containsExactly(large, small);
        assertThat(store.unreadable()).isZero();
    }

    @Test
    void certificationGoesOnPastACorruptedOpening() {
        List<OwnedToken> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(certified(place(0), 1).uncertified());
        }
        waiting.sort((one, two) -> Arrays.compareUnsigned(key(one), key(two)));
        hold(WALLET, waiting.subList(0, 1));
        hold(OTHER, waiting.subList(1, 3));
        keep(waiting.getFirst(), new byte[0]);

        assertThat(store.uncertified(2)).extracting(Uncertified::token).containsExactly(waiting.get(1));
        assertThat(store.uncertified(2))
                .as("further than the one that is left out")
                .extracting(Uncertified::token)
                .containsExactlyElementsOf(waiting.subList(1, 3));
        assertThat(store.unreadable()).isEqualTo(1);

        OwnedToken signed = certified(waiting.get(1).id(), 1);
        store.certified(List.of(new Uncertified(key(signed), signed)));
        assertThat(store.available(OTHER))
                .singleElement()
                .returns(1L, OwnedToken::certifierEpoch)
                .isEqualTo(signed);
        assertThat(store.uncertified(9)).extracting(Uncertified::token).containsExactly(waiting.get(2));
    }

    @Test
    void manyTokensAreCertifiedInAsManyStatementsAsOne() {
        assertThat(statementsToCertify(1)).isEqualTo(3);
        assertThat(statementsToCertify(200)).as("a look, and two to keep them").isEqualTo(3);
        long before = database.statements();
        assertThat(store.uncertified(512)).isEmpty();
        assertThat(database.statements() - before).isEqualTo(1);
    }

    private long statementsToCertify(int count) {
        List<OwnedToken> waiting = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waiting.add(certified(place(0), 1).uncertified());
        }
        hold(WALLET, waiting);
        long before = database.statements();
        store.certified(store.uncertified(512).stream()
                .map(each -> new Uncertified(each.key(), certified(each.token().id(), 1)))
                .toList());
        return database.statements() - before;
    }

    /// More than are read at once, of which one cannot be read; and one that is spent.
    @Test
    void takesOffWhatEndedKeysCertified() {
        List<OwnedToken> ended = new ArrayList<>();
        for (int i = 0; i < 520; i++) {
            ended.add(certified(place(0), 1));
        }
        OwnedToken fresh = certified(place(0), 2);
        OwnedToken corrupted = certified(place(0), 1);
        OwnedToken spent = certified(place(0), 1);
        hold(WALLET, ended);
        hold(OTHER, List.of(fresh, corrupted, spent));
        keep(corrupted, new byte[] {9});
        jdbc.sql("update token set spent_block = 3 where state_key = ?")
                .param(key(spent))
                .update();

        assertThat(store.uncertify(Set.of(2L, 3L))).isEqualTo(520);
        assertThat(store.available(WALLET)).isEmpty();
        assertThat(store.available(OTHER)).containsExactly(fresh);
        assertThat(store.uncertified(1_000))
                .hasSize(520)
                .allMatch(each -> each.token().certification().isEmpty())
                .extracting(Uncertified::token)
                .containsExactlyInAnyOrderElementsOf(ended);
        assertThat(store.uncertify(Set.of(2L, 3L))).as("once").isZero();
    }

    /// Encrypts nothing, and opens what was sealed for the same place only.
    private static final class Marked implements Vault {
        @Override
        public byte[] seal(byte[] secret, byte[] place) {
            byte[] sealed = Arrays.copyOf(place, place.length + secret.length);
            System.arraycopy(secret, 0, sealed, place.length, secret.length);
            return sealed;
        }

        @Override
        public byte[] open(byte[] sealed, byte[] place) {
            if (sealed.length < place.length || !Arrays.equals(sealed, 0, place.length, place, 0, place.length)) {
                throw new IllegalStateException("does not open");
            }
            return Arrays.copyOfRange(sealed, place.length, sealed.length);
        }
    }
}
