package io.florin.wallet.cli;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.rules.ClearTokenRules;
import io.florin.ledger.token.TokenReference;
import io.florin.runtime.api.AuditorApi;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.ProofOfPossession;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.payment.Instruction;
import io.florin.wallet.payment.PayerKeys;
import io.florin.wallet.payment.PaymentBuilder;
import io.florin.wallet.submit.adapter.EndorserClient;
import io.florin.wallet.tokens.TokenSelector;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `florin wallet`: a self-held wallet in a file. Nothing but the seed is kept; tokens come from the ledger and notes
/// from the endorsers each time, so a restored wallet is the same wallet.
@Command(
        name = "wallet",
        description = "A self-held wallet: new, restore, address, enroll, balance, pay, history",
        mixinStandardHelpOptions = true)
public final class WalletCommand {

    private static final SecureRandom RANDOM = new SecureRandom();

    @Option(
            names = "--file",
            description = "the wallet's file (default: ${DEFAULT-VALUE})",
            defaultValue = "wallet.seed")
    private Path file = Path.of("wallet.seed");

    @Option(names = "--committer", description = "a committer's public URL", defaultValue = "http://127.0.0.1:17180")
    private URI committer = URI.create("http://127.0.0.1:17180");

    @Option(
            names = "--endorser",
            description = "endorsers' public URLs",
            split = ",",
            defaultValue = "http://127.0.0.1:17150,http://127.0.0.1:17160,http://127.0.0.1:17170")
    private List<URI> endorsers = List.of();

    @Option(names = "--auditor", description = "the auditor's public URL", defaultValue = "http://127.0.0.1:17190")
    private @Nullable URI auditor;

    @Option(names = "--network", description = "refuse any other network than this id (hex)")
    private @Nullable String network;

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /// @return 0 when it worked, 1 when it did not, 2 for wrong usage
    public static int execute(String... args) {
        return new CommandLine(new WalletCommand())
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
        WalletFile.create(file, seed);
        out().println("seed (write it down; it is the money): " + HexFormat.of().formatHex(seed.toArray()));
        out().println("address: " + address(seed, connect().network()).toText());
        return 0;
    }

    @Command(name = "address", description = "print the address to give to payers")
    int showAddress() throws IOException {
        out().println(address(WalletFile.read(file), connect().network()).toText());
        return 0;
    }

    @Command(name = "enroll", description = "print what a bank needs to enroll this wallet")
    int enroll(
            @Option(names = "--bank", required = true, description = "the bank's participant id") int participant,
            @Option(names = "--reference", required = true, description = "the reference the bank gave")
                    String reference)
            throws IOException {
        WalletConnection connection = connect();
        WalletSeed seed = WalletFile.read(file);
        WalletAddress address = address(seed, connection.network());
        byte[] message = ProofOfPossession.message(
                connection.network(), address.owner(), address.noteKey(), participant, reference);
        Bytes proof = seed.ownerKey(connection.network(), 0).sign(message);
        out().printf(
                        "{\"reference\":\"%s\",\"ownerKey\":\"%s\",\"noteKey\":\"%s\",\"proofOfPossession\":\"%s\"}%n",
                        reference, address.owner().toHex(), address.noteKey().toHex(), proof.toHex());
        return 0;
    }

    @Command(name = "balance", description = "sum the wallet's unspent tokens")
    int balance() throws IOException {
        WalletConnection connection = connect();
        OwnerKey owner = address(WalletFile.read(file), connection.network()).owner();
        WalletConnection.OwnedTokens owned = connection.tokensOf(owner);
        out().printf(
                        "%s FLN in %d tokens at block %d%n",
                        AmountText.format(TokenSelector.sum(owned.tokens())),
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
        WalletAddress to = WalletAddress.parse(payee);
        Amount value = AmountText.parse(amount);
        WalletConnection connection = connect();
        Keys keys = new Keys(WalletFile.read(file), connection.network());
        List<TokenReference> tokens = connection.tokensOf(keys.owner()).tokens();
        Optional<List<TokenReference>> inputs = TokenSelector.select(tokens, value);
        if (inputs.isEmpty()) {
            throw new IllegalStateException(
                    "not enough: the wallet holds " + AmountText.format(TokenSelector.sum(tokens)) + " FLN");
        }
        Transfer payment = new PaymentBuilder(keys, connection.ledger(), RANDOM)
                .pay(inputs.get(), new Instruction(to, value, "", "", remittance, ""));
        Submission submission = new Submission(payment, approval(connection, payment));
        try {
            connection.endorsers().submit(submission);
        } catch (EndorserClient.Unavailable silent) {
            if (!silent.perhapsTaken()) {
                throw silent;
            }
            err().println("the answer is lost; the payment may have been taken: waiting for its final status");
        }
        return await(connection, payment);
    }

    @Command(name = "history", description = "list what was paid to this wallet, from its notes")
    int history() throws IOException {
        WalletConnection connection = connect();
        WalletSeed seed = WalletFile.read(file);
        connection
                .notes(
                        seed.noteKey(connection.network(), 0),
                        address(seed, connection.network()).owner())
                .forEach(received -> out().printf(
                                "%s FLN  %s  %s%n",
                                AmountText.format(received.note().token().value()),
                                received.transactionId(),
                                received.note().remittance()));
        return 0;
    }

    private static Optional<AuditorApproval> approval(WalletConnection connection, Transfer payment) {
        if (!ClearTokenRules.auditRequired(payment, connection.configuration())) {
            return Optional.empty();
        }
        AuditorApi api = connection
                .auditor()
                .orElseThrow(() -> new IllegalStateException("this payment needs the auditor: give --auditor"));
        AuditorApi.ApprovalAnswer answer = api.approve(payment.encode());
        return Optional.of(new AuditorApproval(answer.auditor(), Bytes.fromHex(answer.signature())));
    }

    private int await(WalletConnection connection, Transfer payment) throws InterruptedException {
        String id = payment.id().toHex();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            List<TransactionView> found = connection.committer().transactions(List.of(id));
            if (!found.isEmpty()) {
                TransactionView view = found.get(0);
                out().printf("%s %s in block %d%n", view.status(), id, view.block());
                return view.status().equals("COMMITTED") ? 0 : 1;
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("no final status of " + id + " after 60 s; it may commit until block "
                + payment.header().expiryHeight() + ": do not pay again before");
    }

    private WalletConnection connect() {
        return new WalletConnection(
                committer,
                endorsers,
                Optional.ofNullable(auditor),
                Optional.ofNullable(network).map(NetworkId::fromHex));
    }

    private PrintWriter err() {
        return java.util.Objects.requireNonNull(spec).commandLine().getErr();
    }

    private PrintWriter out() {
        return java.util.Objects.requireNonNull(spec).commandLine().getOut();
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
