package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.Amount;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.Submission;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.runtime.api.CertificationApi;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialSession;
import io.florin.runtime.submission.EndorserClient;
import io.florin.wallet.hidden.BuiltPayment;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.hidden.HiddenSelector;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.PreparedSpend;
import io.florin.wallet.hidden.PreparedSpends;
import io.florin.wallet.hidden.Selection;
import io.florin.wallet.hidden.TransactionOutput;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The wallet's commands in a network whose currency hides owners or values. Credential, tokens and payments under way
/// are kept in an encrypted file; which tokens a payment takes is on disk before it is handed in.
final class HiddenWallet {

    private static final int ACCOUNT = 0;
    private static final int MERGES_MAX = 32;
    private static final int PREPARED_MAX = 4;
    private static final Duration CERTIFICATION = Duration.ofSeconds(60);
    private static final Duration PERIOD = Duration.ofMillis(200);

    private final WalletConnection connection;
    private final WalletSeed seed;
    private final HiddenKeys keys;
    private final HiddenStateFile file;
    private HiddenState state;
    private final CertificationShares.Asked certifiers;
    private final Printers printers;
    private final SecureRandom random = new SecureRandom();
    private final HiddenCurrencies currencies;
    private final PreparedSpends prepared = new PreparedSpends(PREPARED_MAX);

    /// @param certifiers where they answer, in the order of their keys
    /// @param namingWaitMax at most so long is waited, in each sync, before one is asked for a token by name
    /// @throws IllegalStateException where nothing is hidden
    HiddenWallet(
            WalletConnection connection,
            WalletSeed seed,
            Path seedFile,
            List<URI> certifiers,
            Duration namingWaitMax,
            Printers printers)
            throws IOException {
        if (connection.hidden().isEmpty()) {
            throw new IllegalStateException("this network's currency hides nothing");
        }
        this.connection = connection;
        this.seed = seed;
        this.keys = HiddenKeys.of(seed, connection.network(), ACCOUNT);
        this.file = new HiddenStateFile(seedFile, seed, connection.network());
        this.state = file.read();
        this.certifiers = new CertificationShares.Asked(
                certifiers.stream()
                        .map(url -> connection.client(CertificationApi.class, url))
                        .toList(),
                random,
                namingWaitMax);
        this.printers = printers;
        this.currencies = new HiddenCurrencies(connection.network());
    }

    /// Registration's answer, the first with `serialPart`, those of later epochs without.
    record CredentialAnswer(String eid, @Nullable String serialPart, long epoch, String signature) {}

    /// The request as registration takes it from the bank, in JSON.
    String credentialRequest(String enrollmentId) {
        return new JsonMapper().writeValueAsString(blindRequest(enrollmentId));
    }

    private BlindRequest blindRequest(String enrollmentId) {
        CredentialSession session = new CredentialSession(connection.network(), credentialKey(), enrollmentId);
        Bytes request = keys.request(session, random);
        Bytes signature = seed.ownerKey(connection.network(), ACCOUNT).sign(session.message(request));
        return new BlindRequest(request.toHex(), signature.toHex());
    }

    /// Checks and keeps the credential.
    ///
    /// @throws IllegalArgumentException if it is not this wallet's
    HiddenAddress takeCredential(String json) {
        return take(new JsonMapper().readValue(json, CredentialAnswer.class));
    }

    /// The first credential, or the signature of the current epoch, through the bank.
    ///
    /// @throws IllegalArgumentException if it is not this wallet's
    HiddenAddress credentialFrom(BankClient bank) {
        return take(state.enrolled.isEmpty() ? bank.issue(blindRequest(bank.enrollmentId())) : bank.renewed());
    }

    private HiddenAddress take(CredentialAnswer answer) {
        Scalar eid = scalar(answer.eid());
        HiddenState.Enrolled enrolled = answer.serialPart() == null
                ? state.enrolled.orElseThrow(() -> new IllegalArgumentException("the first answer has a serialPart"))
                : new HiddenState.Enrolled(eid, scalar(answer.serialPart()));
        if (!enrolled.eid().equals(eid)
                || state.enrolled.filter(known -> !same(known, enrolled)).isPresent()) {
            throw new IllegalArgumentException("this is another wallet's credential");
        }
        HiddenState.Signed signed = new HiddenState.Signed(answer.epoch(), Bytes.fromHex(answer.signature()));
        HiddenAddress address = payer(enrolled, signed).address();
        state.enrolled = Optional.of(enrolled);
        state.signed = Optional.of(signed);
        file.write(state);
        return address;
    }

    private static boolean same(HiddenState.Enrolled one, HiddenState.Enrolled other) {
        return one.eid().equals(other.eid()) && one.serialPart().equals(other.serialPart());
    }

    HiddenAddress address() {
        return account(enrolled()).address();
    }

    /// All or nothing: where it fails, the wallet knows what it knew before.
    ///
    /// @return the block up to which the wallet knows the ledger
    ///
    /// @throws IllegalStateException where tokens are certified and too few certifiers are known
    long sync() {
        requireCertifiers();
        HiddenState next = HiddenState.decode(state.encode());
        HiddenSync sync = new HiddenSync(connection, printers, next, keys, account(enrolled()), certifiers);
        long head = sync.run();
        file.write(next);
        state = next;
        return head;
    }

    /// Pays the tokens that are certified under an older key than the newest to this wallet, up to 16 at a time, before
    /// that key ends: nobody learns that they were old. To be called after [#sync].
    ///
    /// @return whether none is left
    boolean move() throws InterruptedException {
        List<CertifierGroup> groups = connection.hidden().orElseThrow().certifiers();
        if (groups.isEmpty()) {
            return true;
        }
        long newest = groups.getLast().epoch();
        SortedMap<Long, List<OwnedToken>> older = free().stream()
                .filter(token -> token.isSpendable() && token.certifierEpoch() < newest)
                .collect(Collectors.groupingBy(OwnedToken::certifierEpoch, TreeMap::new, Collectors.toList()));
        boolean moved = true;
        for (List<OwnedToken> tokens : older.values()) {
            for (List<OwnedToken> inputs :
                    HiddenSelector.groups(tokens, builder().valueMax())) {
                printers.err().println("moving " + inputs.size() + " tokens to the certifiers' newest key");
                BuiltPayment built = builder().split(payer(), inputs, List.of(HiddenSelector.sum(inputs)));
                moved &= settle(built, inputs);
            }
        }
        return moved;
    }

    private void requireCertifiers() {
        List<CertifierGroup> groups = connection.hidden().orElseThrow().certifiers();
        if (groups.isEmpty()) {
            return;
        }
        CertifierGroup newest = groups.getLast();
        int keys = newest.verificationKeys().size();
        int known = certifiers.certifiers().size();
        if (known < newest.threshold() || known > keys) {
            throw new IllegalStateException("tokens of this currency are certified by " + newest.threshold() + " of "
                    + keys + " certifiers, and " + known + " are known here: give their public URLs in the"
                    + " order of their keys, with --certifier or in FLORIN_CERTIFIERS");
        }
    }

    void printBalance() {
        long block = sync();
        List<OwnedToken> tokens = List.copyOf(state.tokens.values());
        printers.out()
                .printf(
                        "%s FLN in %d tokens at block %d%n",
                        AmountInput.format(HiddenSelector.sum(tokens)), tokens.size(), block);
        List<OwnedToken> waiting =
                tokens.stream().filter(token -> !token.isSpendable()).toList();
        if (!waiting.isEmpty()) {
            printers.out()
                    .printf("of these %s FLN are not certified yet%n", AmountInput.format(HiddenSelector.sum(waiting)));
        }
    }

    void printHistory() {
        sync();
        state.received.values().stream()
                .sorted(Comparator.comparingLong(HiddenState.Entry::block))
                .forEach(entry -> printers.out()
                        .printf(
                                "%s FLN  %s  %s%n",
                                AmountInput.format(entry.amount()),
                                entry.id().transaction().toHex(),
                                entry.remittance()));
    }

    /// Pays and waits for the final status; merges tokens before, where too many would be needed.
    ///
    /// @return whether the payment is committed
    boolean pay(HiddenInstruction instruction) throws InterruptedException {
        HiddenPayer payer = payer();
        for (int merges = 0; merges <= MERGES_MAX; merges++) {
            HiddenSelector.Change change = HiddenSelector.Change.draw(random);
            precompute(payer, instruction.amount(), change);
            switch (select(instruction.amount(), change)) {
                case Selection.Ready ready -> {
                    return settle(build(payer, ready.inputs(), instruction), ready.inputs());
                }
                case Selection.Merge merge -> {
                    printers.err().println("merging " + merge.inputs().size() + " tokens first");
                    HiddenPaymentBuilder builder = builder();
                    List<Amount> values = merge.values(instruction.amount(), builder.valueMax());
                    if (!settle(builder.split(payer, merge.inputs(), values), merge.inputs())) {
                        return false;
                    }
                }
                case Selection.Insufficient lacking -> awaitCertification(instruction.amount(), lacking);
            }
        }
        throw new IllegalStateException("too many small tokens");
    }

    /// Brings the wallet up to the ledger, and prepares a payment of the tokens that it knew while endorsers and
    /// committer are asked for more. If others are to be spent then, it is dropped.
    private void precompute(HiddenPayer payer, Amount amount, HiddenSelector.Change change)
            throws InterruptedException {
        HiddenPaymentBuilder builder = builder();
        Selection likely = select(amount, change);
        Thread preparing = Thread.ofVirtual().start(() -> {
            try {
                if (likely instanceof Selection.Ready ready) {
                    prepared.prepare(builder, payer, ready.inputs());
                }
            } catch (IllegalArgumentException outdated) {
                // these tokens cannot be spent any more: others will be
            }
        });
        try {
            sync();
        } finally {
            preparing.join();
        }
    }

    /// Payments of this wallet, since it was opened, that had been prepared.
    int preparedPayments() {
        return prepared.taken();
    }

    private BuiltPayment build(HiddenPayer payer, List<OwnedToken> inputs, HiddenInstruction instruction) {
        Optional<PreparedSpend> ready = prepared.take(payer, inputs);
        return ready.isPresent()
                ? builder().pay(ready.get(), List.of(instruction))
                : builder().pay(payer, inputs, List.of(instruction));
    }

    private void awaitCertification(Amount amount, Selection.Insufficient lacking) throws InterruptedException {
        if (amount.exceeds(lacking.spendable().plus(lacking.waiting()))) {
            throw new IllegalStateException("not enough: the wallet holds "
                    + AmountInput.format(HiddenSelector.sum(List.copyOf(state.tokens.values())))
                    + " FLN, of which payments under way take a part, if there are any");
        }
        printers.err().println("waiting for certification");
        await(() -> {
            sync();
            return !(select(amount, HiddenSelector.Change.SMALLER) instanceof Selection.Insufficient);
        });
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + CERTIFICATION.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("tokens are not certified after 60 s: try again later");
            }
            Thread.sleep(PERIOD);
        }
    }

    private Selection select(Amount amount, HiddenSelector.Change change) {
        return HiddenSelector.DEFAULT.select(free(), amount, change);
    }

    private List<OwnedToken> free() {
        Set<TransactionOutput> taken = new HashSet<>();
        state.pending.forEach(each -> taken.addAll(each.inputs()));
        return state.tokens.values().stream()
                .filter(token -> !taken.contains(token.id()))
                .toList();
    }

    private boolean settle(BuiltPayment built, List<OwnedToken> inputs) throws InterruptedException {
        HiddenPayment payment = built.payment();
        Submitter submitter = new Submitter(connection, printers);
        Submission submission =
                submitter.approved(payment, () -> built.disclosure().encode());
        state.pending.add(new HiddenState.Pending(
                payment.id(),
                payment.header().expiryHeight(),
                inputs.stream().map(OwnedToken::id).toList()));
        file.write(state);
        try {
            boolean committed = submitter.settle(submission);
            followSettled();
            return committed;
        } catch (EndorserClient.Refused | EndorserClient.Unavailable notTaken) {
            state.pending.removeIf(each -> each.id().equals(payment.id()));
            file.write(state);
            throw notTaken;
        }
    }

    /// The payment is final, whoever does not answer now.
    private void followSettled() {
        try {
            sync();
        } catch (RuntimeException away) {
            printers.err()
                    .println("that is final; but the wallet cannot follow the ledger now, the next command will: "
                            + away.getMessage());
        }
    }

    private HiddenPaymentBuilder builder() {
        return new HiddenPaymentBuilder(currencies, connection.configuration(), connection.ledger(), random);
    }

    private HiddenState.Enrolled enrolled() {
        return state.enrolled.orElseThrow(
                () -> new IllegalStateException("no credential yet: florin wallet credential"));
    }

    private HiddenAccount account(HiddenState.Enrolled enrolled) {
        return keys.account(enrolled.eid(), enrolled.serialPart());
    }

    private HiddenPayer payer() {
        return payer(enrolled(), state.signed.orElseThrow(() -> new IllegalStateException("no credential yet")));
    }

    private HiddenPayer payer(HiddenState.Enrolled enrolled, HiddenState.Signed signed) {
        return HiddenPayer.of(
                account(enrolled),
                CredentialSession.scheme(connection.network(), credentialKey()),
                signed.epoch(),
                BbsSignature.decode(signed.signature().toArray()));
    }

    private BbsPublicKey credentialKey() {
        return BbsPublicKey.decode(
                connection.hidden().orElseThrow().credentialKey().toArray());
    }

    private static Scalar scalar(String hex) {
        return Scalar.ofCanonical(HexFormat.of().parseHex(hex));
    }
}
