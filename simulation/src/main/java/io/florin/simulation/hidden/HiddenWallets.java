package io.florin.simulation.hidden;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.endorser.protocol.StoredNote;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.PublicParameters;
import io.florin.runtime.api.CredentialSession;
import io.florin.simulation.configuration.PlannedConfigurations;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.hidden.Receiver.Received;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.LedgerView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/// A bank's wallets in a hidden currency, by number from 0: real accounts with real credentials behind one note key.
/// The last one pays nobody. What a note says of an output is found out once.
public final class HiddenWallets {
    /// A certifiers' epoch where tokens have names and no certifiers are there.
    private static final long NO_CERTIFIERS = 0;

    private final TestNetwork network;
    private final PlannedConfigurations configurations;
    private final HiddenCurrencies currencies;
    private final ShownPayments shown = new ShownPayments();
    private final OwnerKey treasury;
    private final List<HiddenAccount> accounts = new ArrayList<>();
    private final List<HiddenPayer> payers = new ArrayList<>();
    private final Receiver receiver;
    private final Map<Place, Optional<Received>> received = new HashMap<>();

    private record Place(StoredNote note, CommittedOutputs outputs) {}

    /// @param configurations of the economy's network
    /// @param count of wallets
    public HiddenWallets(TestHiddenEconomy economy, PlannedConfigurations configurations, int count) {
        this.network = economy.network();
        this.configurations = configurations;
        this.currencies = economy.currencies();
        this.treasury = new OwnerKey(network.newKey().publicKey());
        WalletSeed seed = WalletSeed.of(network.newBytes(WalletSeed.SIZE));
        X25519KeyPair noteKey = seed.noteKey(network.networkId(), 0);
        for (int wallet = 0; wallet < count; wallet++) {
            enroll(economy, HiddenKeys.of(seed, network.networkId(), wallet, noteKey));
        }
        this.receiver =
                new Receiver(network.networkId(), noteKey, eid -> walletOf(eid).isPresent());
    }

    private void enroll(TestHiddenEconomy economy, HiddenKeys keys) {
        var session = new CredentialSession(
                network.networkId(), economy.authority().publicKey(), "00112233445566778899aabbccddeeff");
        CredentialScheme scheme = session.scheme();
        CredentialRequest request = CredentialRequest.decode(
                scheme, keys.request(session, network.random()).toArray());
        CredentialIssuer issuer = new CredentialIssuer(scheme, economy.authority());
        G1 enrolled = issuer.enroll(request, Scalar.ONE);
        Scalar eid = Scalar.random(network.random());
        HiddenAccount account = keys.account(eid, Scalar.ONE);
        accounts.add(account);
        payers.add(HiddenPayer.of(
                account, scheme, TestHiddenEconomy.EPOCH, issuer.sign(enrolled, eid, TestHiddenEconomy.EPOCH)));
    }

    public HiddenCurrencies currencies() {
        return currencies;
    }

    public ShownPayments shown() {
        return shown;
    }

    /// Owner of what is issued, by the records of the supply.
    public OwnerKey treasury() {
        return treasury;
    }

    /// Amount of a token of the account that everybody pays.
    ///
    /// @param token its key on the ledger
    /// @return empty of another's token
    public Optional<Long> paid(StateKey token) {
        return shown.opening(token)
                .filter(opening ->
                        opening.enrollment().equals(accounts.getLast().eid())
                                && !opening.amount().isZero())
                .map(opening -> opening.amount().minorUnits());
    }

    /// Worth of a token in minor units; nothing where its opening was never shown.
    ///
    /// @param token its key on the ledger
    public Optional<Long> worth(StateKey token) {
        return shown.opening(token).map(opening -> opening.amount().minorUnits());
    }

    /// Number of the wallet that everybody pays.
    public long payee() {
        return accounts.size() - 1L;
    }

    public Optional<Long> walletOf(Scalar eid) {
        for (int wallet = 0; wallet < accounts.size(); wallet++) {
            if (accounts.get(wallet).eid().equals(eid)) {
                return Optional.of((long) wallet);
            }
        }
        return Optional.empty();
    }

    /// Largest worth of a token.
    public Amount valueMax(NetworkConfiguration configuration) {
        return HiddenPaymentBuilder.valueMax(
                configuration.namespace(TestNetwork.CURRENCY).orElseThrow());
    }

    /// The key whose writing spends a token.
    public StateKey spentKey(long wallet, OwnedToken token) {
        return accounts.get((int) wallet).spentKey(TestNetwork.CURRENCY, token);
    }

    /// Whether the note opens for one of the wallets.
    public boolean isOwn(Bytes note) {
        return receiver.open(note).isPresent();
    }

    /// The token of one of the wallets that the note opens.
    public Optional<Received> received(StoredNote note, CommittedOutputs outputs) {
        return received.computeIfAbsent(
                new Place(note, outputs),
                _ -> receiver.open(note.note()).flatMap(opened -> receiver.accept(outputs, note.output(), opened)));
    }

    /// Pays the payee, an output for each amount.
    public BuiltPayment pay(
            long wallet,
            List<OwnedToken> inputs,
            List<Amount> amounts,
            NetworkConfiguration configuration,
            long height,
            Random random) {
        List<HiddenInstruction> instructions = amounts.stream()
                .map(amount -> HiddenInstruction.bare(accounts.getLast().address(), amount))
                .toList();
        return shown(
                builder(configuration, height, random).pay(payers.get((int) wallet), inputs, instructions),
                configuration);
    }

    /// Makes own tokens of these values.
    public BuiltPayment split(
            long wallet,
            List<OwnedToken> inputs,
            List<Amount> values,
            NetworkConfiguration configuration,
            long height,
            Random random) {
        return shown(
                builder(configuration, height, random).split(payers.get((int) wallet), inputs, values), configuration);
    }

    /// Brings tokens of these values to a wallet, approved by officers of the network as it is there.
    public HiddenPayment issue(TestNetwork signing, long wallet, long... values) {
        List<Amount> amounts = LongStream.of(values).mapToObj(Amount::of).toList();
        var request = new SupplyRequest(
                SupplyRequest.Direction.WITHDRAWAL,
                signing.newId(),
                1,
                treasury,
                amounts.stream().reduce(Amount.ZERO, Amount::plus));
        BuiltPayment built = shown(
                builder(signing.configuration(), 0, signing.random())
                        .issue(request, accounts.get((int) wallet).address(), amounts, List.of()),
                signing.configuration());
        return built.payment().withApprovals(signing.approvals(built.payment(), 0, 1));
    }

    /// A payment with the approval that the auditor gives to whoever shows him the openings.
    public Submission audited(ClientTransaction payment) {
        TestNetwork signing = configurations
                .ofVersion(payment.header().configurationVersion())
                .orElseThrow();
        return new Submission(payment, Optional.of(signing.audit(payment)));
    }

    private HiddenPaymentBuilder builder(NetworkConfiguration configuration, long height, Random random) {
        LedgerView view = new LedgerView(
                network.networkId(),
                TestNetwork.CURRENCY,
                configuration.namespace(TestNetwork.CURRENCY).orElseThrow().rulesVersion(),
                configuration.version(),
                height,
                configuration.limits());
        return new HiddenPaymentBuilder(currencies, configuration, view, random, shown);
    }

    private BuiltPayment shown(BuiltPayment built, NetworkConfiguration configuration) {
        PublicParameters parameters = currencies
                .find(configuration, TestNetwork.CURRENCY, NO_CERTIFIERS)
                .orElseThrow();
        shown.show(built, parameters);
        return built;
    }
}
