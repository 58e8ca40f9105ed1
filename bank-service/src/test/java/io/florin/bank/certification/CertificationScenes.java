package io.florin.bank.certification;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.fakenet.UnaskedLedger;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
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
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.CollectedShares;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenNote;
import io.florin.wallet.hidden.OtherCommitters;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.keys.WalletSeed;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionTemplate;

/// A bank with one hidden token that lacks its certification, and certifiers and committers that say what a test wants.
abstract class CertificationScenes {

    static final Duration PATIENCE = Patience.LIMIT;

    final TestHiddenEconomy economy = new TestHiddenEconomy(11, PrivacyModel.UNLINKABLE);
    final TestNetwork network = economy.network();
    final StateKey input = StateKey.of(TestNetwork.CURRENCY, network.newId());
    final OwnedToken token = token();
    final List<HiddenTokens.Uncertified> kept = new ArrayList<>();
    final List<Set<Long>> uncertified = new ArrayList<>();
    NetworkConfiguration configuration = network.configuration();
    final List<CertifierLines> lines = new ArrayList<>();
    CertifierLines.Patience patience = CertifierLines.Patience.of(PATIENCE);
    final Ed25519KeyPair second = network.newKey();
    OtherCommitters others = new OtherCommitters(List.of(), network.networkId(), configuration);
    Executor readers = Runnable::run;

    @Nullable
    Confirmations confirmations;

    int failures;
    int looks;

    /// Whether no token lacks its certification.
    boolean complete;

    @AfterEach
    void close() {
        lines.forEach(CertifierLines::close);
    }

    OwnedToken token() {
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

    Certified share(int certifier, String transaction) {
        HiddenToken.Unlinkable hidden = (HiddenToken.Unlinkable) token.token();
        List<Bytes32> context = List.of(input.value());
        byte[] share = economy.certifiers()
                .share(certifier, context, 0, new BlindedToken(hidden.owner(), hidden.value()))
                .signature()
                .encode();
        return new Certified(5, transaction, 0, 1, 1, HexFormat.of().formatHex(share));
    }

    /// @param claimed index that it says it has
    CertificationApi certifier(int claimed, Certified... shares) {
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

    int certified(CertificationApi... certifiers) {
        return loop(certifiers).step();
    }

    CertificationLoop loop(CertificationApi... certifiers) {
        HiddenTokens tokens = new HiddenTokens() {
            @Override
            public List<OwnedToken> available(long wallet) {
                return List.of();
            }

            @Override
            public List<Uncertified> uncertified(int limit) {
                looks++;
                return complete ? List.of() : List.of(new Uncertified(new byte[1], token));
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
        LedgerAccess ledger = new UnaskedLedger() {
            @Override
            public NamespaceId currency() {
                return TestNetwork.CURRENCY;
            }

            @Override
            public NetworkConfiguration configuration() {
                return configuration;
            }
        };
        CertifierLines asked = new CertifierLines(List.of(certifiers), patience);
        lines.add(asked);
        confirmations = new Confirmations(others, readers);
        CollectedShares shares = new CollectedShares(certifiers.length, new Random(3), Duration.ZERO);
        return new CertificationLoop(
                tokens, ledger, asked, shares, confirmations, new Direct(), InstantSource.system());
    }

    /// Says that it has not come so far.
    CertificationApi absent() {
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

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Certified underKey(long epoch) {
        Certified share = share(1, token.id().transaction().toHex());
        return new Certified(5, share.transactionId(), 0, 1, epoch, share.share());
    }

    /// Two of three certifiers are past the token's block and lack it.
    CertificationLoop lacking(List<Integer> asked) {
        return loop(
                naming(1, asked, new CertificationPage(1, 5, 6, List.of())),
                naming(2, asked, new CertificationPage(2, 5, 6, List.of())),
                naming(3, asked, new CertificationPage(3, 4, 5, List.of())));
    }

    long differences() {
        return Objects.requireNonNull(confirmations).differences();
    }

    /// The committers beside the one that the bank follows, in a network of so many.
    OtherCommitters among(int count, ResultsApi... apis) {
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
    static ResultsApi committer(List<String> read, Supplier<ToldBlocks> blocks) {
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
    ToldBlocks blocks(boolean withToken) {
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

    CertificationApi naming(int certifier, List<Integer> asked, CertificationPage page) {
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
    NetworkConfiguration underEpoch(long epoch) {
        NetworkConfiguration now = network.configuration();
        List<Namespace> namespaces = now.namespaces().stream()
                .map(each -> each.hidden().isEmpty() ? each : underEpoch(each, epoch))
                .toList();
        return EditedConfiguration.of(now).version(2).namespaces(namespaces).build();
    }

    static Namespace underEpoch(Namespace namespace, long epoch) {
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

    static final class Direct extends TransactionTemplate {
        @Override
        public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
            return action.doInTransaction(new SimpleTransactionStatus());
        }
    }
}
