package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import io.florin.wallet.keys.WalletSeed;
import io.florin.wallet.notes.NoteContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command line against a node that shows what each test wants.
class WalletCommandTest {

    private final TestNetwork network = new TestNetwork(17);
    private final FakeNode node = new FakeNode(network);
    private final byte[] seed = network.newBytes(WalletSeed.SIZE);
    private final WalletSeed keys = WalletSeed.of(seed);

    /// The least there is: these passphrases protect nothing.
    private int logCost = 10;

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void stop() {
        node.close();
    }

    private record Ran(int code, String out, String err) {}

    private Ran run(String file, String... arguments) {
        return runAt(node.url(), file, arguments);
    }

    private Ran runAt(String url, String file, String... arguments) {
        return runWith(url, url, file, arguments);
    }

    private Ran runWith(String url, String endorsers, String file, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "--file=" + directory.resolve(file),
                "--committer=" + url,
                "--endorser=" + endorsers,
                "--auditor=" + url));
        all.addAll(List.of(arguments));
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = new WalletCommand(logCost, Duration.ZERO).run(all.toArray(String[]::new));
            return new Ran(code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private void restored() {
        assertThat(run("w", "restore", HexFormat.of().formatHex(seed)).code()).isZero();
    }

    private OwnerKey owner() {
        return new OwnerKey(keys.ownerKey(network.networkId(), 0).publicKey());
    }

    private TokenReference token(long value) {
        return new TokenReference(new TransactionId(network.newId()), 0, TestNetwork.token(owner(), value));
    }

    private Bytes sealed(Token token, String remittance) {
        return new NoteContent(token, "", "", remittance, "")
                .seal(network.networkId(), noteKey().publicKey(), network.random());
    }

    private X25519KeyPair noteKey() {
        return keys.noteKey(network.networkId(), 0);
    }

    private static String after(String label, String text) {
        return text.lines()
                .filter(line -> line.startsWith(label))
                .findFirst()
                .orElseThrow()
                .substring(label.length())
                .strip();
    }

    private static void failed(Ran ran, String message) {
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).startsWith("florin wallet: ").contains(message);
    }

    @Test
    void helpIsACommandAsItIsPrinted() {
        assertThat(run("w", "help").code()).isZero();
        assertThat(run("w", "help", "pay").code()).isZero();
        assertThat(run("w", "--help").out()).startsWith("Usage: florin wallet [-h]");
        assertThat(run("w", "pay", "--help").out()).startsWith("Usage: florin wallet pay [-h]");
    }

    @Test
    void aNewWalletIsRestoredFromItsSeedAlone() throws IOException {
        Ran made = run("first", "new");
        String written = after("seed (write it down; it is the money):", made.out());

        Ran again = run("second", "restore", written);

        assertThat(after("address:", again.out())).isEqualTo(after("address:", made.out()));
        assertThat(run("second", "address").out().strip()).isEqualTo(after("address:", made.out()));
        assertThat(Files.readString(directory.resolve("second")))
                .isEqualTo(Files.readString(directory.resolve("first")));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("second"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aRestoredWalletFindsItsMoneyAndItsPast() {
        TokenReference rent = token(80_00);
        node.shows(rent);
        node.shows(token(12_34));
        node.carries(rent, FakeNode.text(sealed(rent.token(), "Rent back")));
        restored();

        assertThat(run("w", "balance").out()).contains("92.34 FLN in 2 tokens at block 7");
        assertThat(run("w", "history").out())
                .contains("80.00 FLN", rent.transaction().toHex(), "Rent back");
    }

    /// Anybody can put a note beside a transaction: none of these says something about this wallet's money, and none
    /// keeps the good one from being read.
    @Test
    void badNotesAreNotBelieved() {
        Token mine = TestNetwork.token(owner(), 1_00);
        Token others = TestNetwork.token(network.newKey(), 5_00);
        WalletSeed stranger = WalletSeed.of(network.newBytes(32));
        String good = FakeNode.text(sealed(mine, "good"));
        node.carries(hex(), "not base64 !", "COMMITTED");
        node.carries(hex(), "AAAA", "COMMITTED");
        node.carries(hex(), FakeNode.text(Bytes.of(network.newBytes(200))), "COMMITTED");
        node.carries(hex(), FakeNode.text(sealed(others, "not mine")), "COMMITTED");
        node.carries(hex(), good, "ABORTED_READ_CONFLICT");
        node.carries(hex(), good, "");
        node.carries(
                hex(),
                FakeNode.text(new NoteContent(mine, "", "", "sealed to another", "")
                        .seal(
                                network.networkId(),
                                stranger.noteKey(network.networkId(), 0).publicKey(),
                                network.random())),
                "COMMITTED");
        node.carries(hex(), good, "COMMITTED");
        TokenReference real = new TokenReference(new TransactionId(network.newId()), 0, mine);
        node.carries(real, good);
        node.liesOf(real, FakeNode.text(sealed(TestNetwork.token(owner(), 9_00), "more than is true")));
        restored();

        Ran history = runWith(node.url(), node.url() + "/liar," + node.url(), "w", "history");

        assertThat(history.code()).isZero();
        assertThat(history.out().lines())
                .singleElement()
                .asString()
                .contains("1.00 FLN", real.transaction().toHex(), "good")
                .doesNotContain("several");
    }

    /// One endorser can hold notes back, be away, or say something else beside a true token.
    @Test
    void historyAsksAllEndorsers() {
        TokenReference rent = token(80_00);
        node.carries(rent, FakeNode.text(sealed(rent.token(), "Rent")));
        node.liesOf(rent, FakeNode.text(sealed(rent.token(), "Gift")));
        restored();

        Ran one = runWith(node.url(), "http://127.0.0.1:1," + node.url(), "w", "history");
        assertThat(one.code()).as(one.err()).isZero();
        assertThat(one.err()).contains("no notes from http://127.0.0.1:1");
        assertThat(one.out().lines()).singleElement().asString().endsWith("Rent");

        Ran two = runWith(node.url(), node.url() + "/liar," + node.url(), "w", "history");
        assertThat(two.out().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("80.00 FLN") && line.endsWith("endorsers give several texts)"))
                .anyMatch(line -> line.contains("Rent"))
                .anyMatch(line -> line.contains("Gift"));

        assertThat(runWith(node.url(), "http://127.0.0.1:1", "w", "history").code())
                .isEqualTo(1);
    }

    private String hex() {
        return new TransactionId(network.newId()).toHex();
    }

    @Test
    void aTokenThatDoesNotMatchItsKeyIsNotCounted() {
        node.shows(token(1_00), 1_000_000_00);
        restored();
        failed(run("w", "balance"), "does not match its key");
        failed(run("w", "pay", after("address:", run("x", "new").out()), "1"), "does not match its key");
    }

    @Test
    void aWalletFileIsNeverOverwritten() throws IOException {
        restored();
        String before = Files.readString(directory.resolve("w"));
        failed(run("w", "new"), "a file is there already and stays");
        failed(run("w", "restore", "00".repeat(32)), "a file is there already and stays");
        assertThat(Files.readString(directory.resolve("w"))).isEqualTo(before);
    }

    @Test
    void aWalletUnderAPassphraseOpensWithItInEveryCommand() throws IOException {
        String ours = passphrase("ours", "correct horse");
        String wrong = passphrase("wrong", "correct house");
        new WalletFile(directory.resolve("w"), WalletPassphrase.ofFile(directory.resolve("ours")), logCost)
                .create(keys);
        node.shows(token(5_00));
        String payee = after("address:", run("x", "new").out());

        for (List<String> command : List.of(
                List.of("address"),
                List.of("enroll", "--bank=1", "--reference=r"),
                List.of("balance"),
                List.of("pay", payee, "1.00"),
                List.of("history"))) {
            failed(run("w", command.toArray(String[]::new)), "is under a passphrase: give --passphrase-file");
            failed(run("w", with(wrong, command)), "does not open: the passphrase is another one");
        }
        assertThat(run("w", ours, "address").out()).contains("fln1");
        assertThat(run("w", ours, "enroll", "--bank=1", "--reference=r").out()).contains(owner().toHex());
        assertThat(run("w", ours, "balance").out()).contains("5.00 FLN in 1 tokens");
        failed(run("w", ours, "pay", payee, "5.01"), "not enough: the wallet holds 5.00 FLN");
        assertThat(run("w", ours, "history").code()).isZero();
    }

    @Test
    void aWalletIsMadeAndRestoredUnderAPassphrase() throws IOException {
        String ours = passphrase("ours", "correct horse");

        Ran made = run("made", ours, "new");
        assertThat(run("restored", ours, "restore", after("seed (write it down; it is the money):", made.out()))
                        .out())
                .contains(after("address:", made.out()));

        for (String file : List.of("made", "restored")) {
            assertThat(directory.resolve(file)).content().startsWith("-----BEGIN FLORIN WRAPPED KEY-----");
        }
        assertThat(logCostOf("made")).isEqualTo(logCost);
        assertThat(after("fln1", run("restored", ours, "address").out())).isEqualTo(after("address: fln1", made.out()));
    }

    /// 64 MiB for each guess.
    @Test
    void whereNothingElseIsSaidAPassphraseCosts() throws IOException {
        String ours = passphrase("ours", "correct horse");
        assertThat(WalletCommand.execute("--file=" + directory.resolve("w"), "--committer=" + node.url(), ours, "new"))
                .isZero();
        assertThat(logCostOf("w")).isEqualTo(16);
    }

    /// The second byte of what is wrapped.
    private int logCostOf(String file) throws IOException {
        String base64 = Files.readString(directory.resolve(file)).replaceAll("-----[^-]*-----|\\s", "");
        return Base64.getDecoder().decode(base64)[1];
    }

    @Test
    void aWalletIsPutUnderAPassphraseAndUnderAnotherOne() throws IOException {
        String ours = passphrase("ours", "correct horse");
        String other = passphrase("other", "battery staple");
        restored();
        Ran open = run("w", ours, "balance");
        assertThat(open.code()).isZero();
        assertThat(open.err()).contains("is not under the passphrase yet: florin wallet protect");
        failed(run("w", "protect"), "no passphrase");

        assertThat(run("w", ours, "protect").code()).isZero();
        assertThat(directory.resolve("w"))
                .content()
                .doesNotContain(HexFormat.of().formatHex(seed));
        failed(run("w", ours, "protect"), "--new-passphrase-file");
        assertThat(run("w", ours, "protect", "--new-" + other.substring(2)).code())
                .isZero();

        Ran balance = run("w", other, "balance");
        assertThat(balance.code()).isZero();
        assertThat(balance.err()).isEmpty();
    }

    private String passphrase(String file, String passphrase) throws IOException {
        return "--passphrase-file=" + Files.writeString(directory.resolve(file), passphrase + "\n");
    }

    private static String[] with(String option, List<String> command) {
        List<String> all = new ArrayList<>(List.of(option));
        all.addAll(command);
        return all.toArray(String[]::new);
    }

    @Test
    void aBadSeedOrFileIsRefused() throws IOException {
        failed(run("w", "restore", "abcd"), "32 bytes");
        failed(run("w", "restore", "zz".repeat(32)), "");
        assertThat(directory.resolve("w")).doesNotExist();
        Files.writeString(directory.resolve("broken"), "no seed");
        failed(run("broken", "balance"), "is not a wallet file");
        failed(run("missing", "balance"), "missing");
    }

    @Test
    void aPaymentThatCannotBeMadeSaysWhy() {
        node.shows(token(5_00));
        restored();
        String payee = after("address:", run("x", "new").out());
        failed(run("w", "pay", payee, "5.01"), "not enough: the wallet holds 5.00 FLN");
        failed(run("w", "pay", payee, "five"), "an amount is written");
        failed(run("w", "pay", "fln1AAAA", "1.00"), "68 bytes");
        char[] slip = payee.toCharArray();
        slip[20] = slip[20] == 'A' ? 'B' : 'A';
        failed(run("w", "pay", new String(slip), "1.00"), "checksum");
    }

    /// The height in the block does not say that a command line paid.
    @Test
    void expiresWhereEverybodyDoes() {
        node.shows(token(5_00));
        restored();
        node.answersSubmissions(202, true);
        String payee = after("address:", run("x", "new").out());

        assertThat(run("w", "pay", payee, "1.00").code()).isZero();

        assertThat(node.requests().to("/v1/client-transactions"))
                .singleElement()
                .extracting(request -> Submission.decode(request.body().toArray())
                        .transaction()
                        .header()
                        .expiryHeight())
                .isEqualTo(network.configuration().limits().expiryHeight(7));
    }

    /// Which payments are this wallet's shows in no question but that for the unspent tokens of its key, which stands
    /// in the clear on the ledger.
    @Test
    void asksForNoTransactionByItsId() {
        TokenReference rent = token(80_00);
        node.shows(rent);
        node.carries(rent, FakeNode.text(sealed(rent.token(), "Rent back")));
        restored();
        node.answersSubmissions(202, true);
        String payee = after("address:", run("x", "new").out());

        assertThat(run("w", "history").out()).contains("Rent back");
        assertThat(run("w", "pay", payee, "1.00").out()).contains("COMMITTED");

        String paid = Submission.decode(node.requests()
                        .to("/v1/client-transactions")
                        .getFirst()
                        .body()
                        .toArray())
                .transaction()
                .id()
                .toHex();
        assertThat(node.requests().to("/v1/transactions")).isEmpty();
        assertThat(node.requests().to("/v1/results").getFirst().target())
                .as("blocks are read from the first, like anybody's")
                .endsWith("?from=1&limit=100&waitMillis=0");
        assertThat(node.requests().all())
                .filteredOn(request -> !request.target().startsWith("/v1/client-transactions"))
                .noneMatch(request -> request.mentions(rent.transaction().toHex()) || request.mentions(paid));
    }

    /// Who is told of a failure pays again: a payment that may have been taken is waited for.
    @Test
    void aLostAnswerIsNotTakenForAFailure() {
        node.shows(token(5_00));
        restored();
        String payee = after("address:", run("x", "new").out());

        node.answersSubmissions(503, true);
        Ran paid = run("w", "pay", payee, "1.00");
        assertThat(paid.code()).isZero();
        assertThat(paid.err()).contains("the answer is lost");
        assertThat(paid.out()).contains("COMMITTED");

        node.answersSubmissions(202, true);
        node.failsResults(2);
        assertThat(run("w", "pay", payee, "1.00").out()).contains("COMMITTED");

        node.answersSubmissions(422, false);
        assertThat(run("w", "pay", payee, "1.00").code()).isEqualTo(1);
    }

    /// Nothing else could pay in its place before it expires, and a repeat is harmless.
    @Test
    void aSubmissionThatWasLostIsHandedInAgain() {
        node.shows(token(5_00));
        restored();
        String payee = after("address:", run("x", "new").out());

        node.losesSubmissions(2);
        Ran paid = run("w", "pay", payee, "1.00");

        assertThat(paid.err()).contains("the answer is lost");
        assertThat(paid.out()).contains("COMMITTED");
    }

    /// A committer's answer may say what it likes of a block: what no committer signed is no status of a payment, and
    /// no past.
    @Test
    void blocksThatNoCommitterSignedSayNothing() {
        TokenReference rent = token(80_00);
        node.shows(rent);
        node.carries(rent, FakeNode.text(sealed(rent.token(), "Rent back")));
        restored();
        String payee = after("address:", run("x", "new").out());

        node.aborts();
        node.forgesResults(2);
        Ran paid = run("w", "pay", payee, "1.00");
        assertThat(paid.out()).contains("ABORTED_READ_CONFLICT").doesNotContain("COMMITTED");
        assertThat(paid.code()).isEqualTo(1);

        node.forgesResults(1);
        failed(run("w", "history"), "the result of block 1 proves nothing");
        assertThat(run("w", "history").out()).contains("Rent back");
    }

    @Test
    void anotherNetworkThanTheOnePinnedIsRefused() {
        restored();
        failed(run("w", "--network=" + "00".repeat(32), "balance"), "not the one expected");
        assertThat(run("w", "--network=" + network.networkId().toHex(), "balance")
                        .code())
                .isZero();
    }

    /// Whoever stands between shows other tokens, and has no committer's key.
    @Test
    void answersThatNoCommitterSignedAreNotBelieved() {
        node.shows(token(5_00));
        restored();
        assertThat(run("w", "balance").out()).contains("5.00 FLN");
        String payee = after("address:", run("x", "new").out());
        node.answersSubmissions(202, true);

        for (Optional<Ed25519KeyPair> other : List.of(
                Optional.<Ed25519KeyPair>empty(),
                Optional.of(network.auditor()),
                Optional.of(network.registration()))) {
            node.signsWith(other);
            for (List<String> command : List.of(List.of("balance"), List.of("history"), List.of("pay", payee, "1"))) {
                Ran ran = run("w", command.toArray(String[]::new));
                failed(ran, "is not signed by a committer of this network");
                assertThat(ran.out()).isEmpty();
            }
        }
    }

    @Test
    void aSilentCommitterIsAFailureAndNotAnEmptyWallet() {
        restored();
        String url = node.url();
        node.close();
        Ran ran = runAt(url, "w", "balance");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void wrongUsageIsTwoAndSaysHow() {
        for (String[] arguments :
                new String[][] {{"spend"}, {"pay"}, {"enroll", "--bank=x"}, {"--nothing", "balance"}}) {
            Ran ran = run("w", arguments);
            assertThat(ran.code()).as(String.join(" ", arguments)).isEqualTo(2);
            assertThat(ran.err()).containsPattern("Usage:|Did you mean");
        }
        assertThat(run("w", "--help").out()).contains("balance", "history");
    }

    @Test
    void enrollmentProvesThePossessionOfTheKey() {
        restored();
        String out = run("w", "enroll", "--bank=1", "--reference=wallet-9").out();
        assertThat(out)
                .contains("\"reference\":\"wallet-9\"", "\"ownerKey\":\"" + owner().toHex() + "\"")
                .containsPattern("\"proofOfPossession\":\"[0-9a-f]{128}\"");
    }
}
