package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.ProofOfPossession;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.PayerKeys;
import io.florin.wallet.payment.PaymentBuilder;
import io.florin.wallet.tokens.TokenSelector;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `florin wallet`: a self-held wallet in a file. Nothing but the seed is kept; tokens come from the ledger and notes
/// from the endorsers each time, so a restored wallet is the same wallet. In a network whose currency hides something
/// a second, encrypted file keeps credential and tokens, see [HiddenWallet].
@Command(
        name = "florin wallet",
        description =
                "A self-held wallet: new, restore, protect, address, enroll, credential, sync, balance, pay, history",
        subcommands = HelpCommand.class)
public final class WalletCommand {

    private static final SecureRandom RANDOM = new SecureRandom();

    /// Until a certifier is asked for a token by name: half of it on average.
    private static final Duration NAMING_WAIT_MAX = Duration.ofSeconds(20);

    @Option(
            names = "--file",
            description = "the wallet's file (default: ${DEFAULT-VALUE})",
            defaultValue = "wallet.seed")
    private Path file = Path.of("wallet.seed");

    @Option(
            names = "--committer",
            description = "committers' public URLs (or FLORIN_COMMITTER): the first is followed, others confirm a token"
                    + " before a certifier is asked for it by name",
            split = ",",
            defaultValue = "${env:FLORIN_COMMITTER:-http://127.0.0.1:17180}")
    private List<URI> committers = List.of();

    @Option(
            names = "--endorser",
            description = "endorsers' public URLs (or FLORIN_ENDORSERS)",
            split = ",",
            defaultValue =
                    "${env:FLORIN_ENDORSERS:-http://127.0.0.1:17150,http://127.0.0.1:17160,http://127.0.0.1:17170}")
    private List<URI> endorsers = List.of();

    @Option(
            names = "--auditor",
            description = "the auditor's public URL (or FLORIN_AUDITOR)",
            defaultValue = "${env:FLORIN_AUDITOR:-http://127.0.0.1:17190}")
    private @Nullable URI auditor;

    @Option(
            names = "--certifier",
            description = "certifiers' public URLs in the order of their keys, where tokens are unlinkable (or"
                    + " FLORIN_CERTIFIERS)",
            split = ",")
    private List<URI> certifiers = List.of();

    @Option(names = "--network", description = "refuse any other network than this id (hex)")
    private @Nullable String network;

    @Mixin
    private WalletPassphrase passphrase = new WalletPassphrase();

    @Spec
    private @Nullable CommandSpec spec;

    private final int logCost;
    private final Duration namingWaitMax;

    public WalletCommand() {
        this(WalletFile.LOG_COST, NAMING_WAIT_MAX);
    }

    /// @param logCost log2 of scrypt's N for files under a passphrase
    /// @param namingWaitMax at most so long is waited before a certifier is asked for a token by name
    WalletCommand(int logCost, Duration namingWaitMax) {
        this.logCost = logCost;
        this.namingWaitMax = namingWaitMax;
    }

    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /// @return 0 when it worked, 1 when it did not, 2 for wrong usage
    public static int execute(String... args) {
        return new WalletCommand().run(args);
    }

    int run(String... args) {
        return CommandHelp.in(new CommandLine(this))
                .setExecutionExceptionHandler((failure, commandLine, _) -> {
                    commandLine.getErr().println("florin wallet: " + failure.getMessage());
                    return 1;
                })
                .execute(args);
    }

    @Command(name = "new", description = "make a wallet and print its address")
    int create() throws IOException {
        try (WalletSeed seed = WalletSeed.generate(RANDOM)) {
            return keep(seed);
        }
    }

    @Command(name = "restore", description = "make the wallet's file again from its seed")
    int restore(@Parameters(paramLabel = "SEED", description = "64 hex digits") String hex) throws IOException {
        try (WalletSeed seed = WalletSeed.of(HexFormat.of().parseHex(hex.strip()))) {
            return keep(seed);
        }
    }

    private int keep(WalletSeed seed) throws IOException {
        walletFile().create(seed);
        out().println("seed (write it down; it is the money): " + HexFormat.of().formatHex(seed.toArray()));
        WalletConnection connection = connect();
        if (connection.hidden().isPresent()) {
            out().println("address: after enrollment, see florin wallet credential");
        } else {
            out().println("address: " + address(seed, connection.network()).toText());
        }
        return 0;
    }

    @Command(name = "protect", description = "put the wallet's file under a passphrase, or under another one")
    int protect(
            @Option(
                            names = "--new-passphrase-file",
                            description = "file or pipe whose first line is the new passphrase of a file that has one")
                    @Nullable
                    Path next)
            throws IOException {
        WalletFile wallet = walletFile();
        if (next == null && wallet.isProtected()) {
            throw new IllegalArgumentException(
                    file + " is under a passphrase already: --new-passphrase-file gives it another one");
        }
        wallet.protect(next == null ? passphrase : WalletPassphrase.ofFile(next));
        out().println(file + " is under the passphrase; without it only the seed that you wrote down brings it back");
        return 0;
    }

    @Command(name = "address", description = "print the address to give to payers")
    int showAddress() throws IOException {
        WalletConnection connection = connect();
        out().println(
                        connection.hidden().isPresent()
                                ? hidden(connection).address().toText()
                                : address(seed(), connection.network()).toText());
        return 0;
    }

    @Command(name = "enroll", description = "print what a bank needs to enroll this wallet")
    int enroll(
            @Option(names = "--bank", required = true, description = "the bank's participant id") int participant,
            @Option(names = "--reference", required = true, description = "the reference the bank gave")
                    String reference)
            throws IOException {
        WalletConnection connection = connect();
        WalletSeed seed = seed();
        WalletAddress address = address(seed, connection.network());
        byte[] message = ProofOfPossession.message(
                connection.network(), address.owner(), address.noteKey(), participant, reference);
        Bytes proof = seed.ownerKey(connection.network(), 0).sign(message);
        out().printf(
                        "{\"reference\":\"%s\",\"ownerKey\":\"%s\",\"noteKey\":\"%s\",\"proofOfPossession\":\"%s\"}%n",
                        reference, address.owner().toHex(), address.noteKey().toHex(), proof.toHex());
        return 0;
    }

    @Command(
            name = "credential",
            description = "hidden currencies: have the bank pass on this wallet's credential, now and in each epoch; or"
                    + " print the request, or take the answer")
    int credential(
            @Option(
                            names = "--enrollment",
                            description = "the enrollment's id, as the bank tells it: print the request")
                    @Nullable
                    String enrollment,
            @Option(names = "--answer", description = "file with registration's answer, first or of a new epoch")
                    @Nullable
                    Path answer,
            @Option(names = "--bank", description = "the public URL of the bank: ask it, instead of with files")
                    @Nullable
                    URI bank,
            @Option(names = "--wallet", description = "with --bank: the wallet's number there") @Nullable Long number,
            @Option(
                            names = "--token-file",
                            description = "with --bank: file with a token of the role wallet-holder for this wallet;"
                                    + " one of the role bank-api may pay from every custodial wallet and must stay"
                                    + " inside the bank's programs")
                    @Nullable
                    Path token)
            throws IOException {
        HiddenWallet wallet = hidden(connect());
        if (bank != null) {
            if (number == null || token == null) {
                throw new IllegalArgumentException("--bank goes with --wallet and --token-file");
            }
            BankClient client = new BankClient(bank, Files.readString(token), number);
            out().println("address: " + wallet.credentialFrom(client).toText());
            return 0;
        }
        if (enrollment != null) {
            out().println(wallet.credentialRequest(enrollment));
        }
        if (answer != null) {
            out().println("address: "
                    + wallet.takeCredential(Files.readString(answer)).toText());
        }
        if (enrollment == null && answer == null) {
            throw new IllegalArgumentException("give --bank, --enrollment or --answer");
        }
        return 0;
    }

    @Command(
            name = "sync",
            description =
                    "hidden currencies: follow the ledger, as every other command does first, and pay tokens under an"
                            + " older key of the certifiers to this wallet itself, so that they come under the newest")
    int sync() throws IOException, InterruptedException {
        HiddenWallet wallet = hidden(connect());
        out().printf("at block %d%n", wallet.sync());
        return wallet.move() ? 0 : 1;
    }

    @Command(name = "balance", description = "sum the wallet's unspent tokens")
    int balance() throws IOException {
        WalletConnection connection = connect();
        if (connection.hidden().isPresent()) {
            hidden(connection).printBalance();
            return 0;
        }
        OwnerKey owner = address(seed(), connection.network()).owner();
        WalletConnection.OwnedTokens owned = connection.tokensOf(owner);
        out().printf(
                        "%s FLN in %d tokens at block %d%n",
                        AmountInput.format(TokenSelector.sum(owned.tokens())),
                        owned.tokens().size(),
                        owned.block());
        return 0;
    }

    @Command(name = "pay", description = "pay an address and wait for the final status")
    int pay(
            @Parameters(paramLabel = "ADDRESS") String payee,
            @Parameters(paramLabel = "AMOUNT") String amount,
            @Option(names = "--for", defaultValue = "", description = "remittance text") String remittance)
            throws IOException, InterruptedException {
        Amount value = AmountInput.parse(amount);
        if (payee.startsWith(HiddenAddress.PREFIX)) {
            HiddenAddress to = HiddenAddress.parse(payee);
            return hidden(connect()).pay(new HiddenInstruction(to, value, "", uetr(), remittance, "")) ? 0 : 1;
        }
        WalletConnection connection = connect();
        if (connection.hidden().isPresent()) {
            throw new IllegalArgumentException("an address of this currency starts with " + HiddenAddress.PREFIX);
        }
        WalletAddress to = WalletAddress.parse(payee);
        Keys keys = new Keys(seed(), connection.network());
        List<TokenReference> tokens = connection.tokensOf(keys.owner()).tokens();
        Optional<List<TokenReference>> inputs = TokenSelector.select(tokens, value);
        if (inputs.isEmpty()) {
            throw new IllegalStateException(
                    "not enough: the wallet holds " + AmountInput.format(TokenSelector.sum(tokens)) + " FLN");
        }
        Transfer payment = new PaymentBuilder(keys, connection.ledger(), RANDOM)
                .pay(inputs.get(), new Instruction(to, value, "", uetr(), remittance, ""));
        Submitter submitter = new Submitter(connection, new Printers(out(), err()));
        return submitter.settle(submitter.approved(payment, payment::encode)) ? 0 : 1;
    }

    /// Unique end-to-end transaction reference, by which the payee's bank finds the payment.
    private static String uetr() {
        return UUID.randomUUID().toString();
    }

    @Command(name = "history", description = "list what was paid to this wallet, from its notes")
    int history() throws IOException {
        WalletConnection connection = connect();
        if (connection.hidden().isPresent()) {
            hidden(connection).printHistory();
            return 0;
        }
        WalletSeed seed = seed();
        OwnerKey owner = address(seed, connection.network()).owner();
        new ClearHistory(connection, new Printers(out(), err()), seed.noteKey(connection.network(), 0), owner).print();
        return 0;
    }

    private HiddenWallet hidden(WalletConnection connection) throws IOException {
        return new HiddenWallet(connection, seed(), file, certifiers(), namingWaitMax, new Printers(out(), err()));
    }

    private List<URI> certifiers() {
        String known = Objects.requireNonNullElse(System.getenv("FLORIN_CERTIFIERS"), "");
        return certifiers.isEmpty() && !known.isBlank()
                ? Arrays.stream(known.split(","))
                        .map(String::strip)
                        .map(URI::create)
                        .toList()
                : certifiers;
    }

    private WalletConnection connect() {
        return new WalletConnection(
                committers,
                endorsers,
                Optional.ofNullable(auditor),
                Optional.ofNullable(network).map(NetworkId::fromHex));
    }

    private WalletSeed seed() throws IOException {
        WalletFile wallet = walletFile();
        WalletSeed seed = wallet.read();
        if (passphrase.isGiven() && !wallet.isProtected()) {
            err().println(file + " is not under the passphrase yet: florin wallet protect");
        }
        return seed;
    }

    private WalletFile walletFile() {
        return new WalletFile(file, passphrase, logCost);
    }

    private PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }

    private PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    private static WalletAddress address(WalletSeed seed, NetworkId network) {
        return new WalletAddress(
                new OwnerKey(seed.ownerKey(network, 0).publicKey()),
                seed.noteKey(network, 0).publicKey());
    }

    private static final class Keys implements PayerKeys {
        private final Ed25519KeyPair owner;
        private final WalletAddress address;

        Keys(WalletSeed seed, NetworkId network) {
            this.owner = seed.ownerKey(network, 0);
            this.address = WalletCommand.address(seed, network);
        }

        @Override
        public WalletAddress address() {
            return address;
        }

        @Override
        public Bytes sign(byte[] message) {
            return owner.sign(message);
        }
    }
}
