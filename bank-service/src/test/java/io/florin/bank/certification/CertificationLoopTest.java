package io.florin.bank.certification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Committers;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CertificationApi.CertificationPage;
import io.florin.runtime.api.CertificationApi.CertificationRequest;
import io.florin.runtime.api.CertificationApi.Certified;
import io.florin.runtime.api.ResultsApi;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.OtherCommitters;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.keys.WalletSeed;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// Two of three certifiers sign, whatever the other one says.
class CertificationLoopTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestHiddenEconomy economy = new TestHiddenEconomy(11, PrivacyModel.UNLINKABLE);
    private final TestNetwork network = economy.network();
    private final StateKey input = StateKey.of(TestNetwork.CURRENCY, network.newId());
    private final OwnedToken token = token();
    private final List<HiddenTokens.Uncertified> kept = new ArrayList<>();
    private final List<Set<Long>> uncertified = new ArrayList<>();
    private NetworkConfiguration configuration = network.configuration();
    private final List<CertifierLines> lines = new ArrayList<>();
    private CertifierLines.Patience patience = CertifierLines.Patience.of(PATIENCE);
    private final Ed25519KeyPair second = network.newKey();
    private OtherCommitters others = new OtherCommitters(List.of(), network.networkId(), configuration);
    private Executor readers = Runnable::run;
    private @Nullable Confirmations confirmations;
    private int failures;

    @AfterEach
    void close() {
        lines.forEach(CertifierLines::close);
    }

    private OwnedToken token() {
        HiddenKeys keys = HiddenKeys.of(WalletSeed.of(network.newBytes(WalletSeed.SIZE)), network.networkId(), 0);
        HiddenAccount account = keys.account(Scalar.ofLong(77), Scalar.ONE);
        HiddenOpening opening = HiddenOpening.fresh(account.eid(), Amount.of(70), network.random());
        HiddenToken made = opening.commit(OutputBases.of(PrivacyModel.UNLINKABLE, List.of(input), 1), 0);
        CommittedOutputs outputs = new CommittedOutputs(
                new TransactionId(network.newId()), 5, List.of(input), List.of(RecordedToken.of(made)));
        return new Receiver(network.networkId(), keys.noteKey(), account.eid()::equals)
                .accept(outputs, 0, HiddenNote.bare(opening))
                .orElseThrow()
                .token();
    }

    private Certified share(int certifier, String transaction) {
        HiddenToken.Unlinkable hidden = (HiddenToken.Unlinkable) token.token();
        List<Bytes32> context = List.of(input.value());
        byte[] share = economy.certifiers()
                .share(certifier, context, 0, new BlindedToken(hidden.owner(), hidden.value()))
                .signature()
                .encode();
        return new Certified(5, transaction, 0, 1, 1, HexFormat.of().formatHex(share));
    }

    /// @param claimed index that it says it has
    private CertificationApi certifier(int claimed, Certified... shares) {
        return new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                return new CertificationPage(claimed, 5, 6, List.of(shares));
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private int certified(CertificationApi... certifiers) {
        return loop(certifiers).step();
    }

    private CertificationLoop loop(CertificationApi... certifiers) {
        HiddenTokens tokens = new HiddenTokens() {
            @Override
            public List<OwnedToken> available(long wallet) {
                return List.of();
            }

            @Override
            public List<Uncertified> uncertified(int limit) {
                return List.of(new Uncertified(new byte[1], token));
            }

            @Override
            public void certified(Collection<Uncertified> tokens) {
                if (failures > 0) {
                    failures--;
                    throw new IllegalStateException("for this test");
                }
                kept.addAll(tokens);
            }

            @Override
            public int uncertify(Set<Long> epochs) {
                uncertified.add(epochs);
                return 0;
            }

            @Override
            public int unreadable() {
                return 0;
            }
        };
        LedgerAccess ledger = (LedgerAccess) Proxy.newProxyInstance(
                LedgerAccess.class.getClassLoader(),
                new Class<?>[] {LedgerAccess.class},
                (_, called, _) -> called.getName().equals("currency") ? TestNetwork.CURRENCY : configuration);
        CertifierLines asked = new CertifierLines(List.of(certifiers), patience);
        lines.add(asked);
        confirmations = new Confirmations(others, readers);
        CollectedShares shares = new CollectedShares(certifiers.length, new Random(3), 0);
        return new CertificationLoop(tokens, ledger, asked, shares, confirmations, new Direct());
    }

    @Test
    void whoTakesAnothersIndexSpoilsNothing() {
        String id = token.id().transaction().toHex();
        CertificationApi absent = certifier(3);
        assertThat(certified(certifier(2, share(3, id)), certifier(2, share(2, id)), certifier(3, share(3, id))))
                .isEqualTo(1);
        assertThat(certified(certifier(2, share(1, id)), certifier(2, share(2, id)), absent))
                .isEqualTo(1);
        assertThat(kept).allMatch(each -> each.token().isSpendable());
    }

    /// It is waited for once; what it says in the end counts.
    @Test
    void aCertifierThatHangsHoldsUpTokensOnce() {
        String id = token.id().transaction().toHex();
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        CertificationApi slow = new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                asked.incrementAndGet();
                await(hangs);
                return new CertificationPage(1, 5, 6, List.of(share(1, id)));
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
        List<Integer> waited = new ArrayList<>();
        patience = (answer, index) -> {
            if (index == 1) {
                waited.add(index);
                throw new TimeoutException("for this test");
            }
            answer.get();
        };
        CertificationLoop loop = loop(slow, certifier(2, share(2, id)), absent());
        for (int turn = 0; turn < 20; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(waited).as("waited for once").containsExactly(1);
        assertThat(asked).as("and asked once").hasValue(1);
        hangs.countDown();
        Awaitility.await().atMost(PATIENCE).until(() -> loop.step() == 1);
    }

    /// Says that it has not come so far.
    private CertificationApi absent() {
        return new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                return new CertificationPage(3, fromBlock - 1, fromBlock, List.of());
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(3, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatTheDatabaseDidNotTakeIsCertifiedInTheNextTurn() {
        String id = token.id().transaction().toHex();
        CertificationLoop loop = loop(certifier(1, share(1, id)), certifier(2, share(2, id)));
        failures = 1;
        assertThatThrownBy(loop::step).hasMessage("for this test");
        assertThat(kept).isEmpty();
        assertThat(loop.step()).isEqualTo(1);
        assertThat(kept).allMatch(each -> each.token().isSpendable());
    }

    @Test
    void malformedIdsAndAnswersStopNobody() {
        String id = token.id().transaction().toHex();
        CertificationApi nonsense = certifier(1, share(1, "zz"), share(1, "abcd"), share(1, id));
        CertificationApi broken = new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                throw new IllegalStateException("for this test");
            }

            @Override
            public Certified certify(CertificationRequest request) {
                throw new UnsupportedOperationException();
            }
        };
        assertThat(certified(nonsense, broken, certifier(3, share(3, id)))).isEqualTo(1);
    }

    /// Officers ended the key under which the token's block was certified.
    @Test
    void aTokenUnderAKeyThatEndedIsCertifiedByNameUnderTheNewest() {
        configuration = underEpoch(2);
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CertificationApi[] certifiers = new CertificationApi[3];
        for (int index = 1; index <= 3; index++) {
            int certifier = index;
            Certified old = share(certifier, token.id().transaction().toHex());
            certifiers[index - 1] = new CertificationApi() {
                @Override
                public CertificationPage certifications(long fromBlock, int limit) {
                    return new CertificationPage(certifier, 5, 6, List.of(old));
                }

                @Override
                public Certified certify(CertificationRequest request) {
                    asked.add(certifier);
                    return new Certified(5, request.transactionId(), request.output(), 1, 2, old.share());
                }
            };
        }
        CertificationLoop loop = loop(certifiers);

        assertThat(loop.step()).isEqualTo(1);
        loop.step();

        assertThat(uncertified).containsExactly(Set.of(2L));
        assertThat(asked).contains(1, 2, 3);
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(2);
    }

    /// While all keys since the first are in force, nothing is looked through and nobody asked by name.
    @Test
    void aSecondKeyBesideTheFirstChangesNothingForOldTokens() {
        String id = token.id().transaction().toHex();

        assertThat(certified(certifier(1, share(1, id)), certifier(2, share(2, id)), certifier(3)))
                .isEqualTo(1);
        assertThat(uncertified).isEmpty();
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(1);
    }

    /// A share under a key that nobody knows shows nothing, whoever gives it: the others have not come so far yet.
    @Test
    void oneCertifierCannotMakeTheBankNameItsTokens() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        Certified unknown = share(1, token.id().transaction().toHex());
        unknown = new Certified(5, unknown.transactionId(), 0, 1, 77, unknown.share());
        CertificationLoop loop = loop(
                naming(1, asked, new CertificationPage(1, 9, 10, List.of(unknown))),
                naming(2, asked, new CertificationPage(2, 4, 5, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));

        for (int turn = 0; turn < 3; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
    }

    /// One shows its share, one says that there is none, and the third, who is honest, has not come so far.
    @Test
    void aLiarCannotUseTheOthersDelayToHaveATokenNamed() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        String id = token.id().transaction().toHex();
        CertificationLoop loop = loop(
                naming(1, asked, new CertificationPage(1, 5, 6, List.of(share(1, id)))),
                naming(2, asked, new CertificationPage(2, 5, 6, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));

        for (int turn = 0; turn < 3; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
    }

    /// Two of three are past the block and have no share of it, so one who is honest has none; and another committer
    /// shows the token.
    @Test
    void asksByNameWhenAsManyAsTheThresholdLackTheShare() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        List<String> read = new ArrayList<>();
        others = among(3, committer(read, () -> blocks(true)));

        assertThat(lacking(asked).step()).isEqualTo(1);

        assertThat(asked).contains(1, 2);
        assertThat(kept.getFirst().token().certifierEpoch()).isEqualTo(1);
        assertThat(read).containsExactly("1 100", "6 95");
        assertThat(differences()).isZero();
    }

    /// The committer that the bank follows invented the payment. No certifier is asked for it; the other committer is
    /// asked again, more and more seldom, for the same range.
    @Test
    void oneLyingCommitterCannotMakeTheBankNameAToken() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        List<String> read = new ArrayList<>();
        others = among(3, committer(read, () -> blocks(false)));
        CertificationLoop loop = lacking(asked);

        for (int turn = 0; turn < 40; turn++) {
            assertThat(loop.step()).isZero();
        }

        assertThat(asked).isEmpty();
        assertThat(read).hasSize(10).containsOnly("1 100", "6 95");
        assertThat(differences()).isEqualTo(5);
    }

    /// A committer that is away shows nothing; the token is certified when it is back.
    @Test
    void nobodyIsAskedByNameWhileTheOtherCommitterIsAway() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        AtomicBoolean away = new AtomicBoolean(true);
        others = among(3, committer(new ArrayList<>(), () -> {
            if (away.get()) {
                throw new IllegalStateException("for this test");
            }
            return blocks(true);
        }));
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 7; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
        assertThat(differences()).as("silence is no difference").isZero();

        away.set(false);
        int certified = 0;
        for (int turn = 7; turn < 15; turn++) {
            certified += loop.step();
        }
        assertThat(certified).isPositive();
        assertThat(asked).contains(1, 2);
    }

    /// Turns go on meanwhile.
    @Test
    void anotherCommitterThatHangsHoldsUpNothing() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CountDownLatch hangs = new CountDownLatch(1);
        others = among(3, committer(new CopyOnWriteArrayList<>(), () -> {
            await(hangs);
            return blocks(true);
        }));
        readers = reading -> Thread.ofVirtual().start(reading);
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 20; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
        hangs.countDown();
        Awaitility.await().atMost(PATIENCE).until(() -> loop.step() == 1);
    }

    @Test
    void withoutTheOtherCommittersAddressNobodyIsAskedByName() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        others = among(3);
        CertificationLoop loop = lacking(asked);
        for (int turn = 0; turn < 10; turn++) {
            assertThat(loop.step()).isZero();
        }
        assertThat(asked).isEmpty();
    }

    /// Where there is no other committer, what certifiers show everybody has to have the output.
    @Test
    void inANetworkOfOneCommitterCertifiersConfirm() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        CertificationLoop lacking = lacking(asked);
        for (int turn = 0; turn < 3; turn++) {
            assertThat(lacking.step()).isZero();
        }
        assertThat(asked).isEmpty();
        assertThat(differences()).isPositive();

        CertificationPage ended = new CertificationPage(1, 5, 6, List.of(underKey(77)));
        CertificationPage none = new CertificationPage(3, 5, 6, List.of());
        CertificationLoop shown = loop(naming(1, asked, ended), naming(2, asked, ended), naming(3, asked, none));
        assertThat(shown.step()).isEqualTo(1);
        assertThat(asked).contains(1, 2);
    }

    private Certified underKey(long epoch) {
        Certified share = share(1, token.id().transaction().toHex());
        return new Certified(5, share.transactionId(), 0, 1, epoch, share.share());
    }

    /// Two of three certifiers are past the token's block and lack it.
    private CertificationLoop lacking(List<Integer> asked) {
        return loop(
                naming(1, asked, new CertificationPage(1, 5, 6, List.of())),
                naming(2, asked, new CertificationPage(2, 5, 6, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));
    }

    private long differences() {
        return Objects.requireNonNull(confirmations).differences();
    }

    /// The committers beside the one that the bank follows, in a network of so many.
    private OtherCommitters among(int count, ResultsApi... apis) {
        List<Bytes32> keys = Stream.concat(
                        Stream.of(network.committer(), second),
                        Stream.generate(network::newKey).limit(count - 2L))
                .map(Ed25519KeyPair::publicKey)
                .toList();
        return new OtherCommitters(
                List.of(apis),
                network.networkId(),
                EditedConfiguration.of(network.configuration())
                        .committers(new Committers(0, keys))
                        .build());
    }

    /// The second committer, which gives blocks and answers nothing else.
    ///
    /// @param read what it was asked
    private static ResultsApi committer(List<String> read, Supplier<ToldBlocks> blocks) {
        return new ResultsApi() {
            @Override
            public byte[] results(long from, int limit, long waitMillis) {
                read.add(from + " " + limit);
                return ToldBlocks.answer(blocks.get().results(from, limit));
            }

            @Override
            public byte[] checkpoints(long from, int limit) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /// Five blocks, of which the last has the token, or has nothing.
    private ToldBlocks blocks(boolean withToken) {
        ToldBlocks told = new ToldBlocks(network.genesis(), 1, second);
        for (int number = 1; number < 5; number++) {
            told.add();
        }
        SettlementTransaction transaction = new SettlementTransaction(
                token.id().transaction(),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                100,
                List.of(Read.absent(input)),
                List.of(new Write.Serial(0), new Write.HiddenOutput(0, token.token())));
        told.add(
                withToken
                        ? new SettledTransaction[] {ToldBlocks.told(transaction, TransactionStatus.COMMITTED)}
                        : new SettledTransaction[0]);
        return told;
    }

    private CertificationApi naming(int certifier, List<Integer> asked, CertificationPage page) {
        return new CertificationApi() {
            @Override
            public CertificationPage certifications(long fromBlock, int limit) {
                return page;
            }

            @Override
            public Certified certify(CertificationRequest request) {
                asked.add(certifier);
                return share(certifier, request.transactionId());
            }
        };
    }

    /// The same key under another number, alone.
    private NetworkConfiguration underEpoch(long epoch) {
        NetworkConfiguration now = network.configuration();
        List<Namespace> namespaces = now.namespaces().stream()
                .map(each -> each.hidden().isEmpty() ? each : underEpoch(each, epoch))
                .toList();
        return EditedConfiguration.of(now).version(2).namespaces(namespaces).build();
    }

    private static Namespace underEpoch(Namespace namespace, long epoch) {
        HiddenCurrency hidden = namespace.hidden().orElseThrow();
        CertifierGroup group = hidden.certifiers().getFirst();
        var renumbered = new CertifierGroup(
                epoch, group.threshold(), group.groupKey(), group.verificationKeys(), group.padding());
        return new Namespace(
                namespace.id(),
                namespace.name(),
                namespace.currency(),
                namespace.minorDigits(),
                namespace.rulesVersion(),
                namespace.auditPolicy(),
                namespace.auditThreshold(),
                Optional.of(new HiddenCurrency(
                        hidden.credentialKey(),
                        hidden.rangeBits(),
                        hidden.rangeValues(),
                        hidden.uncompressed(),
                        List.of(renumbered),
                        hidden.auditKey())));
    }

    private static final class Direct extends TransactionTemplate {
        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return action.doInTransaction(new SimpleTransactionStatus());
        }
    }
}
