package io.florin.wallet.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.BbsSecretKey;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.CertificationShare;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestCertifiers;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.OutputBases;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.LedgerRules;
import io.florin.ledger.rules.RulesContext;
import io.florin.ledger.rules.RulesVerdict;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.LedgerView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// A network with a hidden currency, its real rules, a serial replay as ledger, real certifiers and registration, and
/// wallets that follow it.
public final class HiddenWorld {

    public static final long EPOCH = TestHiddenEconomy.EPOCH;

    private static final long CERTIFIER_EPOCH = 1;

    final TestHiddenEconomy economy;
    public final TestNetwork network;
    HiddenPaymentBuilder builder;
    final Certifications certifications;
    private final TestChain chain;
    private final SerialReplay replay;
    private final LedgerRules rules;
    private final OwnerKey treasury;
    private Optional<TestCertifiers> newCertifiers = Optional.empty();
    private long newCertifiersSince;
    private final List<Wallet> wallets = new ArrayList<>();
    private final Map<TransactionOutput, CommittedOutputs> outputs = new HashMap<>();
    private final List<HiddenPayment> committed = new ArrayList<>();
    private final List<SerialReplay.Applied> blocks = new ArrayList<>();

    public HiddenWorld(PrivacyModel model) {
        this(model, new TestHiddenEconomy(11, model));
    }

    /// A world under passive audit.
    static HiddenWorld audited(PrivacyModel model) {
        return new HiddenWorld(model, TestHiddenEconomy.audited(11, model));
    }

    /// A world whose network has several committers.
    public static HiddenWorld withCommitters(PrivacyModel model, int count) {
        return new HiddenWorld(model, TestHiddenEconomy.withCommitters(11, model, count));
    }

    private HiddenWorld(PrivacyModel model, TestHiddenEconomy economy) {
        this.economy = economy;
        network = economy.network();
        chain = new TestChain(network);
        replay = new SerialReplay(network.genesis());
        rules = LedgerRules.of(network.networkId(), network.random());
        treasury = new OwnerKey(network.newKey().publicKey());
        builder = builder(model, network.configuration());
        certifications = Certifications.of(economy.certifiers().group());
    }

    private HiddenPaymentBuilder builder(PrivacyModel model, NetworkConfiguration configuration) {
        return new HiddenPaymentBuilder(
                new HiddenCurrencies(network.networkId()),
                configuration,
                new LedgerView(
                        network.networkId(),
                        TestNetwork.CURRENCY,
                        model.rulesVersion(),
                        configuration.version(),
                        chain.height(),
                        configuration.limits()),
                network.random());
    }

    /// A block that changes the configuration; wallets build under it from then on.
    public void change(NetworkConfiguration next) {
        SerialReplay.Applied applied = replay.apply(chain.append(network.change(next, chain.height() + 100)));
        assertThat(applied.outcomes()).extracting(TransactionOutcome::status).containsOnly(TransactionStatus.COMMITTED);
        blocks.add(applied);
        builder = builder(builder.model(), replay.configuration());
    }

    /// A block that gives the certifiers another key beside the one that they have.
    public void changeCertifiers() {
        NetworkConfiguration before = replay.configuration();
        HiddenCurrency hidden = before.hidden(TestNetwork.CURRENCY).orElseThrow();
        TestCertifiers next = new TestCertifiers(TestNetwork.CURRENCY, CERTIFIER_EPOCH + 1, network.random());
        List<HiddenCurrency.CertifierGroup> groups = new ArrayList<>(hidden.certifiers());
        groups.add(next.group());
        change(TestNetwork.next(before, hidden.withCertifiers(groups)));
        newCertifiers = Optional.of(next);
        newCertifiersSince = chain.height();
    }

    /// The epoch of the certifiers' key that signs the outputs of a block.
    public long certifierEpoch(long block) {
        return isCertifiedAnew(block) ? CERTIFIER_EPOCH + 1 : CERTIFIER_EPOCH;
    }

    private boolean isCertifiedAnew(long block) {
        return newCertifiers.isPresent() && block >= newCertifiersSince;
    }

    /// In force for the next block.
    public NetworkConfiguration configuration() {
        return replay.configuration();
    }

    /// Blocks with garbage only.
    public void idle(int count) {
        for (int i = 0; i < count; i++) {
            blocks.add(replay.apply(chain.appendEntries(List.of(Bytes.of(new byte[] {1})))));
        }
    }

    /// A wallet as its owner has it.
    public static final class Wallet {
        final WalletSeed seed;
        final HiddenKeys keys;
        final HiddenAccount account;
        final HiddenPayer payer;
        final Receiver receiver;
        final HiddenHoldings holdings;
        final List<HiddenNote> notes = new ArrayList<>();

        private Wallet(NetworkId network, WalletSeed seed, HiddenKeys keys, HiddenAccount account, HiddenPayer payer) {
            this.seed = seed;
            this.keys = keys;
            this.account = account;
            this.payer = payer;
            this.receiver = new Receiver(network, keys.noteKey(), account.eid()::equals);
            this.holdings = new HiddenHoldings(account, TestNetwork.CURRENCY);
        }

        public HiddenAddress address() {
            return account.address();
        }

        public long balance() {
            return holdings.balance().minorUnits();
        }

        /// The wallet's tokens among the outputs.
        ///
        /// @param notes of the transaction in the order of the outputs
        List<Receiver.Received> received(CommittedOutputs created, List<Bytes> notes) {
            return IntStream.range(0, notes.size())
                    .boxed()
                    .flatMap(output ->
                            receiver
                                    .open(notes.get(output))
                                    .flatMap(note -> receiver.accept(created, output, note))
                                    .stream())
                    .toList();
        }

        private void follow(SettlementTransaction transaction, CommittedOutputs created, List<Bytes> notes) {
            for (Receiver.Received received : received(created, notes)) {
                if (this.holdings.add(received.token())) {
                    this.notes.add(received.note());
                }
            }
            holdings.spent(transaction.spentKeys());
        }
    }

    public Wallet newWallet() {
        Wallet wallet = wallet(network.newBytes(WalletSeed.SIZE), Scalar.random(network.random()), Scalar.ONE);
        wallets.add(wallet);
        return wallet;
    }

    /// A second device with the same seed: registration answers as it did before.
    Wallet restored(Wallet lost) {
        Wallet restored = wallet(lost.seed.toArray(), lost.account.eid(), Scalar.ONE);
        SerialReplay again = new SerialReplay(network.genesis());
        for (var block : chain.blocks()) {
            for (SettlementTransaction transaction : again.apply(block).committed()) {
                restored.follow(
                        transaction,
                        CommittedOutputs.of(transaction, block.header().number()),
                        payment(transaction).notes());
            }
        }
        return restored;
    }

    private Wallet wallet(byte[] seedBytes, Scalar eid, Scalar authorityPart) {
        WalletSeed seed = WalletSeed.of(seedBytes);
        HiddenKeys keys = HiddenKeys.of(seed, network.networkId(), 0);
        CredentialSession session = new CredentialSession(
                network.networkId(), economy.authority().publicKey(), "00112233445566778899aabbccddeeff");
        CredentialScheme scheme = session.scheme();
        CredentialRequest request = CredentialRequest.decode(
                scheme, keys.request(session, network.random()).toArray());
        assertThat(request.verify(scheme, session.transcript())).isTrue();
        CredentialIssuer issuer = new CredentialIssuer(scheme, economy.authority());
        G1 stored = issuer.enroll(request, authorityPart);
        HiddenAccount account = keys.account(eid, authorityPart);
        return new Wallet(
                network.networkId(),
                seed,
                keys,
                account,
                HiddenPayer.of(account, scheme, EPOCH, issuer.sign(stored, eid, EPOCH)));
    }

    /// Brings new money to a wallet.
    void issue(Wallet wallet, long... values) {
        issue(wallet.address(), values);
    }

    public void issue(HiddenAddress address, long... values) {
        List<Amount> amounts = Arrays.stream(values).mapToObj(Amount::of).toList();
        SupplyRequest request =
                request(SupplyRequest.Direction.WITHDRAWAL, amounts.stream().reduce(Amount.ZERO, Amount::plus));
        HiddenPayment issue =
                builder.issue(request, address, amounts, List.of()).payment();
        commit(issue.withApprovals(network.approvals(issue, 0, 1)));
    }

    public long height() {
        return chain.height();
    }

    /// The payments that a block committed.
    public List<SettlementTransaction> committed(long block) {
        return block(block).committed().stream()
                .filter(transaction -> transaction.kind() != TransactionKind.CONFIGURATION)
                .toList();
    }

    /// Effects of a block.
    public SerialReplay.Applied block(long number) {
        return blocks.get((int) number - 1);
    }

    /// A lying committer's result of an unlinkable payment that there was not.
    ///
    /// @param opening of the only output
    public SettledTransaction invented(HiddenOpening opening) {
        Read serial = Read.absent(StateKey.of(TestNetwork.CURRENCY, network.newId()));
        HiddenToken token = opening.commit(OutputBases.of(builder.model(), List.of(serial.key()), 1), 0);
        return ToldBlocks.told(
                new SettlementTransaction(
                        new TransactionId(network.newId()),
                        TransactionKind.TRANSFER,
                        TestNetwork.CURRENCY,
                        false,
                        configuration().version(),
                        height() + 100,
                        List.of(serial),
                        List.of(new Write.Serial(0), new Write.HiddenOutput(0, token))),
                TransactionStatus.COMMITTED);
    }

    /// The payment behind a committed transaction.
    public HiddenPayment payment(SettlementTransaction transaction) {
        return committed.stream()
                .filter(payment -> payment.id().equals(transaction.id()))
                .findFirst()
                .orElseThrow();
    }

    /// A certifier's share of an output.
    ///
    /// @param certifier 1 to 3
    public CertificationShare share(int certifier, SettlementTransaction transaction, int output) {
        CommittedOutputs created = CommittedOutputs.of(transaction, 1);
        HiddenToken.Unlinkable hidden =
                (HiddenToken.Unlinkable) created.tokens().get(output).open();
        List<Bytes32> context = created.reads().stream().map(StateKey::value).toList();
        TestCertifiers certifiers =
                isCertifiedAnew(blockOf(transaction)) ? newCertifiers.orElseThrow() : economy.certifiers();
        return certifiers.share(certifier, context, output, new BlindedToken(hidden.owner(), hidden.value()));
    }

    private long blockOf(SettlementTransaction transaction) {
        return IntStream.rangeClosed(1, blocks.size())
                .filter(block -> block(block).committed().contains(transaction))
                .findFirst()
                .orElseThrow();
    }

    /// Registration's side of an enrollment.
    public BbsSecretKey authority() {
        return economy.authority();
    }

    SupplyRequest request(SupplyRequest.Direction direction, Amount amount) {
        return new SupplyRequest(direction, network.newId(), 1, treasury, amount);
    }

    void commit(HiddenPayment... payments) {
        assertThat(tryCommit(payments)).containsOnly(TransactionStatus.COMMITTED);
    }

    /// Puts payments that the rules take into one block, and tells all wallets what it did.
    public List<TransactionStatus> tryCommit(HiddenPayment... payments) {
        for (HiddenPayment payment : payments) {
            ClientTransaction decoded = ClientTransaction.decode(payment.encode());
            assertThat(rules.check(Submission.of(decoded), new Registry())).isInstanceOf(RulesVerdict.Accepted.class);
        }
        SerialReplay.Applied applied = replay.apply(chain.append(payments));
        blocks.add(applied);
        for (SettlementTransaction transaction : applied.committed()) {
            CommittedOutputs created = CommittedOutputs.of(transaction, chain.height());
            for (int output = 0; output < created.tokens().size(); output++) {
                outputs.put(new TransactionOutput(created.id(), output), created);
            }
            HiddenPayment payment = List.of(payments).stream()
                    .filter(each -> each.id().equals(transaction.id()))
                    .findFirst()
                    .orElseThrow();
            committed.add(payment);
            wallets.forEach(wallet -> wallet.follow(transaction, created, payment.notes()));
        }
        certifyAll();
        return applied.outcomes().stream().map(TransactionOutcome::status).toList();
    }

    private void certifyAll() {
        wallets.forEach(this::certify);
    }

    void certify(Wallet wallet) {
        for (OwnedToken token : wallet.holdings.unspent()) {
            if (!token.isSpendable()) {
                wallet.holdings.certify(certifications
                        .combine(token, shares(token, 1, 2))
                        .token()
                        .orElseThrow());
            }
        }
    }

    List<CertificationShare> shares(OwnedToken token, int... certifiers) {
        SettlementTransaction transaction = committed(token.block()).stream()
                .filter(each -> each.id().equals(token.id().transaction()))
                .findFirst()
                .orElseThrow();
        return IntStream.of(certifiers)
                .mapToObj(index -> share(index, transaction, token.id().index()))
                .toList();
    }

    CommittedOutputs created(OwnedToken token) {
        return java.util.Objects.requireNonNull(outputs.get(token.id()));
    }

    private final class Registry implements RulesContext {
        @Override
        public NetworkId network() {
            return network.networkId();
        }

        @Override
        public NetworkConfiguration configuration() {
            return replay.configuration();
        }

        @Override
        public long height() {
            return chain.height();
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return owner.equals(treasury)
                    ? Optional.of(new EnrollmentChanged(
                            Bytes32.ZERO, owner, Bytes32.ZERO, 1, Tier.TREASURY, true, Standing.ACTIVE))
                    : Optional.empty();
        }

        @Override
        public Set<Long> credentialEpochs() {
            return Set.of(EPOCH);
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return enrollment(owner).map(EnrollmentChanged::standing);
        }
    }
}
