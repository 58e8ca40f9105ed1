package io.florin.bank.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.Custody;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.Vault;
import io.florin.bank.protocol.WalletChanges;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.fakenet.BankDatabase;
import io.florin.fakenet.UnaskedCustody;
import io.florin.fakenet.UnaskedLedger;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CredentialSession;
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.keys.WalletSeed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Three wallets with credentials of epoch 5.
class CredentialBookIT {

    private static final int REMEMBERED_MAX = 2;
    private static final long WALLETS = 3;

    private final TestHiddenEconomy economy = new TestHiddenEconomy(3, PrivacyModel.ANONYMOUS);
    private final TestNetwork network = economy.network();
    private final WalletSeed seed = WalletSeed.of(network.newBytes(WalletSeed.SIZE));
    private final CredentialSession session = new CredentialSession(
            network.networkId(), economy.authority().publicKey(), "00112233445566778899aabbccddeeff");
    private final CredentialScheme scheme = session.scheme();
    private final CredentialIssuer issuer = new CredentialIssuer(scheme, economy.authority());
    private final Map<Long, G1> enrolled = new HashMap<>();

    /// Secrets that were derived from the seed.
    private int derived;

    private BankDatabase database;
    private JdbcClient jdbc;
    private JdbcTemplate batches;
    private CredentialBook book;
    private boolean recovered;

    @BeforeEach
    void open() {
        database = new BankDatabase();
        jdbc = database.jdbc();
        batches = database.batches();
        book = book();
        book.inForce(5);
        for (long wallet = 1; wallet <= WALLETS; wallet++) {
            enroll(wallet);
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    private CredentialBook book() {
        LedgerAccess ledger = new UnaskedLedger() {
            @Override
            public NamespaceId currency() {
                return TestNetwork.CURRENCY;
            }

            @Override
            public NetworkId network() {
                return network.networkId();
            }

            @Override
            public NetworkConfiguration configuration() {
                return economy.configuration();
            }
        };
        Custody custody = new UnaskedCustody() {
            @Override
            public HiddenKeys hiddenKeys(long wallet) {
                return keys(wallet);
            }

            @Override
            public Vault vault() {
                return new Open();
            }
        };
        return new CredentialBook(jdbc, batches, custody, ledger, WalletChanges.NONE, REMEMBERED_MAX);
    }

    private HiddenKeys keys(long wallet) {
        derived++;
        return HiddenKeys.of(seed, network.networkId(), (int) wallet);
    }

    private static Scalar eid(long wallet) {
        return Scalar.ofLong(100 + wallet);
    }

    private void enroll(long wallet) {
        jdbc.sql("""
            insert into wallet (number, iban, custodial, owner_key, note_key, tier, state, proof, created_at, recovered)
            values (?, ?, true, ?, '', 1, 'ENROLLED', '', now(), ?)
            """)
                .params(wallet, "X" + wallet, Bytes32.of(eid(wallet).toBytes()).toArray(), recovered)
                .update();
        byte[] request = keys(wallet).request(session, network.random()).toArray();
        enrolled.put(wallet, issuer.enroll(CredentialRequest.decode(scheme, request), Scalar.ONE));
        book.issued(wallet, eid(wallet), Scalar.ONE, 5, signature(wallet, 5));
    }

    private BbsSignature signature(long wallet, long epoch) {
        return issuer.sign(Objects.requireNonNull(enrolled.get(wallet)), eid(wallet), epoch);
    }

    private void renewed(long wallet, long epoch, byte[] signature) {
        book.renewed(epoch, List.<Object[]>of(new Object[] {eid(wallet).toBytes(), signature}));
    }

    private List<byte[]> behind(long epoch) {
        return book.behind(epoch, new byte[0], 10);
    }

    /// A signature for somebody else, for another epoch, or none at all: no payer, and it is fetched again at once.
    @Test
    void aSignatureThatDoesNotHoldIsFetchedAgainInTheSameEpoch() {
        List<byte[]> wrong = List.of(signature(2, 6).encode(), signature(1, 5).encode(), new byte[BbsSignature.SIZE]);
        book.inForce(6);
        for (byte[] signature : wrong) {
            renewed(1, 6, signature);
            assertThat(behind(6)).doesNotContain(eid(1).toBytes());

            assertThat(book.payer(1)).isEmpty();

            assertThat(behind(6)).contains(eid(1).toBytes());
            assertThat(book.payer(1)).isEmpty();
        }
        renewed(1, 6, signature(1, 6).encode());
        assertThat(book.payer(1).map(HiddenPayer::epoch)).hasValue(6L);
        assertThat(behind(6)).doesNotContain(eid(1).toBytes());
    }

    /// Of an epoch that may have passed, as long as registration has not said which it is.
    @Test
    void nobodyPaysBeforeTheEpochIsKnown() {
        book = book();
        assertThat(book.payer(2)).isEmpty();
        book.inForce(5);
        assertThat(book.payer(2).map(HiddenPayer::epoch)).hasValue(5L);
    }

    /// Though others' signatures are still being fetched.
    @Test
    void whoseSignatureIsNewPaysWithItAtOnce() {
        assertThat(book.payer(2).map(HiddenPayer::epoch)).hasValue(5L);
        renewed(2, 6, signature(2, 6).encode());
        assertThat(book.payer(2).map(HiddenPayer::epoch)).hasValue(6L);
        assertThat(book.payer(3).map(HiddenPayer::epoch)).hasValue(5L);
    }

    /// The credential of a rebuilt wallet comes when notes have been read already.
    @Test
    void notesAreReadAgainForARebuiltWallet() {
        jdbc.sql("insert into hidden_note_position values (1, 500, 3, 400, 450, true, 470, 500)")
                .update();
        enroll(WALLETS + 1);
        assertThat(notesRead()).isEqualTo(500);
        recovered = true;
        enroll(WALLETS + 2);
        assertThat(notesRead()).isZero();
        assertThat(jdbc.sql("select sure_block + told_block + coalesce(searching_block, 0) from hidden_note_position")
                        .query(Long.class)
                        .single())
                .as("blocks are searched from the first")
                .isZero();
    }

    /// Whoever holds the first row gets the second one, though they were written in another order.
    @Test
    void positionsAreLockedInOneOrder() throws Exception {
        jdbc.sql("insert into hidden_note_position (endorser, position) values (2, 500), (1, 500)")
                .update();
        recovered = true;
        CompletableFuture<Void> enrolled = database.transactions().execute(_ -> {
            lock(1);
            CompletableFuture<Void> begun = CompletableFuture.runAsync(() -> enroll(WALLETS + 1));
            Awaitility.await().pollInSameThread().atMost(Patience.LIMIT).until(() -> BankDatabase.isWaitedFor(jdbc));
            lock(2);
            return begun;
        });
        assertThat(enrolled).isNotNull();
        enrolled.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(jdbc.sql("select sum(position) from hidden_note_position")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private void lock(int endorser) {
        jdbc.sql("select endorser from hidden_note_position where endorser = ? for update")
                .param(endorser)
                .query(Integer.class)
                .single();
    }

    private long notesRead() {
        return jdbc.sql("select position from hidden_note_position")
                .query(Long.class)
                .single();
    }

    @Test
    void aWrongSignatureIsNoneAfterARestart() {
        renewed(1, 6, signature(2, 6).encode());
        book = book();
        book.inForce(5);
        assertThat(book.payer(1)).isEmpty();
        assertThat(book.payer(1)).isEmpty();
        assertThat(book.payer(2).map(HiddenPayer::epoch)).hasValue(5L);
    }

    /// Those that are not remembered any more are read and derived again, and are the same.
    @Test
    void secretsOfTheLastUsedWalletsStayInMemory() {
        derived = 0;
        HiddenPayer second = book.payer(2).orElseThrow();
        HiddenPayer third = book.payer(3).orElseThrow();
        assertThat(derived).as("issued last").isZero();

        HiddenPayer first = book.payer(1).orElseThrow();
        assertThat(derived).as("not remembered").isEqualTo(1);
        assertThat(book.payer(3)).containsSame(third);
        assertThat(derived).isEqualTo(1);
        assertThat(book.payer(2).orElseThrow()).isNotSameAs(second);
        assertThat(book.payer(1).map(HiddenPayer::address)).hasValue(first.address());
        for (long wallet = 1; wallet <= WALLETS; wallet++) {
            assertThat(book.account(wallet).map(HiddenAccount::eid)).hasValue(eid(wallet));
            assertThat(book.walletOf(eid(wallet))).hasValue(wallet);
            assertThat(book.payer(wallet).map(HiddenPayer::epoch)).hasValue(5L);
        }
    }

    /// What is not looked at here: only a bank's own key opens it.
    private static final class Open implements Vault {
        @Override
        public byte[] seal(byte[] secret, byte[] place) {
            return secret.clone();
        }

        @Override
        public byte[] open(byte[] sealed, byte[] place) {
            return sealed.clone();
        }
    }

    /// Of all wallets together: one that looks for those behind, and one batch.
    @Test
    void aRenewalTakesAsManyStatementsForAllWalletsAsForOne() {
        assertThat(statementsOfARenewal(List.of(1L))).isEqualTo(2);
        book.inForce(7);
        assertThat(statementsOfARenewal(List.of(1L, 2L, 3L))).isEqualTo(2);
    }

    private long statementsOfARenewal(List<Long> of) {
        long epoch = book.epoch() + 1;
        List<Object[]> signed = of.stream()
                .map(wallet -> new Object[] {
                    eid(wallet).toBytes(), signature(wallet, epoch).encode()
                })
                .toList();
        long before = database.statements();
        assertThat(behind(epoch)).hasSize((int) WALLETS);
        book.renewed(epoch, signed);
        return database.statements() - before;
    }
}
