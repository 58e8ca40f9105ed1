package io.florin.wallet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialRequest;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CredentialInternalApi.BlindRequest;
import io.florin.runtime.api.CredentialInternalApi.IssuedCredential;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenInstruction;
import io.florin.wallet.hidden.HiddenWorld;
import io.florin.wallet.keys.WalletSeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The command line in networks whose currency hides something.
class HiddenWalletCommandTest {

    private static final String ENROLLMENT = "00112233445566778899aabbccddeeff";

    private final JsonMapper json = new JsonMapper();

    private static final String ABSENT = "http://127.0.0.1:1";

    private String file = "w";
    private List<String> committers = List.of("");
    private List<String> endorsers = List.of("");
    private String certifiers = "/c1\n/c2\n/c3";

    @TempDir
    private Path directory = Path.of("");

    private record Ran(int code, String out, String err) {}

    private Ran run(HiddenNode node, String... arguments) {
        String url = node.url();
        List<String> all = new ArrayList<>(List.of(
                "--file=" + directory.resolve(file),
                "--committer=" + committers.stream().map(path -> url + path).collect(Collectors.joining(",")),
                "--endorser="
                        + endorsers.stream()
                                .map(path -> path.equals(ABSENT) ? path : url + path)
                                .collect(Collectors.joining(",")),
                "--auditor=" + url));
        List<String> known = certifiers.lines().map(path -> url + path).toList();
        if (!known.isEmpty()) {
            all.add("--certifier=" + String.join(",", known));
        }
        all.addAll(List.of(arguments));
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
        try {
            int code = new WalletCommand(WalletFile.LOG_COST, Duration.ZERO).run(all.toArray(String[]::new));
            return new Ran(code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private String works(HiddenNode node, String... arguments) {
        Ran ran = run(node, arguments);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out();
    }

    private void fails(HiddenNode node, String message, String... arguments) {
        Ran ran = run(node, arguments);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains(message);
    }

    /// Registration's answer, the same for the same wallet.
    private IssuedCredential issue(HiddenWorld world, String printed, long epoch) {
        return issue(world, printed, epoch, Scalar.ofLong(77));
    }

    private IssuedCredential issue(HiddenWorld world, String printed, long epoch, Scalar eid) {
        BlindRequest blind = json.readValue(printed, BlindRequest.class);
        CredentialSession session = new CredentialSession(
                world.network.networkId(), world.authority().publicKey(), ENROLLMENT);
        CredentialRequest request =
                CredentialRequest.decode(session.scheme(), HexFormat.of().parseHex(blind.request()));
        assertThat(request.verify(session.scheme(), session.transcript())).isTrue();
        CredentialIssuer issuer = new CredentialIssuer(session.scheme(), world.authority());
        G1 stored = issuer.enroll(request, Scalar.ofLong(5));
        BbsSignature signature = issuer.sign(stored, eid, epoch);
        HexFormat hex = HexFormat.of();
        return new IssuedCredential(
                hex.formatHex(eid.toBytes()),
                hex.formatHex(Scalar.ofLong(5).toBytes()),
                epoch,
                hex.formatHex(signature.encode()));
    }

    private HiddenAddress enrolled(HiddenWorld world, HiddenNode node) throws IOException {
        return enrolled(world, node, 77);
    }

    private HiddenAddress enrolled(HiddenWorld world, HiddenNode node, long eid) throws IOException {
        String request = works(node, "credential", "--enrollment=" + ENROLLMENT);
        Path answer = directory.resolve("answer");
        Files.writeString(
                answer, json.writeValueAsString(issue(world, request, HiddenWorld.EPOCH, Scalar.ofLong(eid))));
        String out = works(node, "credential", "--answer=" + answer);
        return HiddenAddress.parse(out.strip().substring("address: ".length()));
    }

    /// The first time the request, later only the signature of the epoch; the bank cannot give another wallet's.
    @Test
    void aBankPassesTheCredentialOn() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "restore", HexFormat.of().formatHex(world.network.newBytes(WalletSeed.SIZE)));
            Path token = Files.writeString(directory.resolve("token"), "good\n");
            String[] ask = {"credential", "--bank=" + node.url(), "--wallet=7", "--token-file=" + token};
            fails(node, "not enrolled yet", ask);
            List<String> requests = new ArrayList<>();
            List<IssuedCredential> issued = new ArrayList<>();
            node.banks(ENROLLMENT, request -> {
                requests.add(request);
                if (!request.isEmpty()) {
                    issued.add(issue(world, request, HiddenWorld.EPOCH));
                    return issued.getFirst();
                }
                IssuedCredential first = issued.getFirst();
                return Map.of("eid", first.eid(), "epoch", first.epoch(), "signature", first.signature());
            });
            String address = works(node, ask).strip();
            assertThat(address).startsWith("address: " + HiddenAddress.PREFIX);
            assertThat(works(node, ask).strip()).isEqualTo(address);
            assertThat(requests).hasSize(2);
            assertThat(requests.get(1)).isEmpty();
            node.banks(ENROLLMENT, _ -> Map.of("eid", "00".repeat(31) + "09", "epoch", 1, "signature", ""));
            fails(node, "another wallet's credential", ask);
            Files.writeString(token, "bad");
            fails(node, "the bank answers 401", ask);
            fails(node, "--bank goes with", "credential", "--bank=" + node.url());
        }
    }

    @Test
    void certifiersAreNotGuessed() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "restore", HexFormat.of().formatHex(world.network.newBytes(WalletSeed.SIZE)));
            enrolled(world, node);
            certifiers = "";
            fails(node, "--certifier or in FLORIN_CERTIFIERS", "balance");
            certifiers = "/c1";
            fails(node, "2 of 3 certifiers, and 1 are known here", "balance");
        }
    }

    private void pays(PrivacyModel model) throws IOException {
        HiddenWorld world = new HiddenWorld(model);
        try (HiddenNode node = new HiddenNode(world)) {
            HiddenWorld.Wallet payee = world.newWallet();
            String seed = HexFormat.of().formatHex(world.network.newBytes(WalletSeed.SIZE));
            assertThat(works(node, "restore", seed)).contains("after enrollment");
            fails(node, "no credential yet", "balance");
            HiddenAddress own = enrolled(world, node);
            assertThat(works(node, "address").strip()).isEqualTo(own.toText());
            world.issue(own, 700, 55, 20);

            assertThat(works(node, "balance")).contains("7.75 FLN in 3 tokens at block 1");
            fails(
                    node,
                    "not enough: the wallet holds 7.75",
                    "pay",
                    payee.address().toText(),
                    "7.76");
            Ran paid = run(node, "pay", payee.address().toText(), "7.60", "--for=rent");
            assertThat(paid.code()).as(paid.err()).isZero();
            assertThat(paid.err()).contains("merging 3 tokens first");
            assertThat(paid.out()).contains("COMMITTED", "in block 3");
            assertThat(payee.balance()).isEqualTo(760);
            assertThat(works(node, "balance")).contains("0.15 FLN in 1 tokens at block 3");
            assertThat(works(node, "history")).contains("7.00 FLN", "0.15 FLN");
            showsItsContentsToWhoeverHasItsSeed(world, own);

            Path state = directory.resolve("w.hidden");
            byte[] content = Files.readAllBytes(state);
            content[content.length / 2] ^= 1;
            Files.write(state, content);
            fails(node, "damaged", "balance");
            Files.delete(state);
            assertThat(enrolled(world, node)).isEqualTo(own);
            assertThat(works(node, "balance")).contains("0.15 FLN in 1 tokens at block 3");
            assertThat(works(node, "pay", payee.address().toText(), "0.15")).contains("COMMITTED");
            assertThat(payee.balance()).isEqualTo(775);
        }
    }

    /// The file beside the seed says nothing, and with the seed everything.
    private void showsItsContentsToWhoeverHasItsSeed(HiddenWorld world, HiddenAddress own) throws IOException {
        WalletContents contents = WalletContents.of(directory.resolve("w"), world.network.networkId())
                .orElseThrow();
        String eid = Bytes.of(own.eid().toBytes()).toHex();
        String amount = String.format(Locale.ROOT, "%016x", 700);
        assertThat(contents.file()).isEqualTo(directory.resolve("w.hidden"));
        assertThat(contents.opened().toHex()).contains(eid, amount);
        assertThat(contents.sealed().toHex()).doesNotContain(eid, amount);
        assertThat(contents.lines())
                .contains("enrollment id " + eid)
                .anyMatch(line -> line.startsWith("received 7.00 FLN in block 1 by "))
                .anyMatch(line -> line.startsWith("has a token of 0.15 FLN"));
        assertThat(WalletContents.of(
                        Files.copy(directory.resolve("w"), directory.resolve("x")), world.network.networkId()))
                .isEmpty();
        Files.delete(directory.resolve("x"));
    }

    @Test
    void paysAndRestoresAnonymously() throws IOException {
        pays(PrivacyModel.ANONYMOUS);
    }

    @Test
    void paysAndRestoresUnlinkably() throws IOException {
        pays(PrivacyModel.UNLINKABLE);
    }

    @Test
    void paysAndRestoresConfidentially() throws IOException {
        pays(PrivacyModel.CONFIDENTIAL);
    }

    /// From one wallet to another and back, by the command line alone; then the first is made again from its seed,
    /// beside the one that there is.
    @Test
    void whatOneWalletPaysInConfidenceAnotherReceives() throws IOException, InterruptedException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.CONFIDENTIAL);
        try (HiddenNode node = new HiddenNode(world)) {
            String seed = HexFormat.of().formatHex(world.network.newBytes(WalletSeed.SIZE));
            works(node, "restore", seed);
            HiddenAddress alice = enrolled(world, node);
            file = "bob";
            works(node, "new");
            HiddenAddress bob = enrolled(world, node, 78);
            world.issue(alice, 500);

            file = "w";
            assertThat(works(node, "pay", bob.toText(), "3.20", "--for=fish")).contains("COMMITTED", "in block 2");
            file = "bob";
            assertThat(works(node, "balance")).contains("3.20 FLN in 1 tokens at block 2");
            assertThat(works(node, "history")).contains("3.20 FLN", "fish");
            assertThat(paysPrepared(node, alice, "1.00", "change")).contains("COMMITTED", "in block 3");

            file = "again";
            works(node, "restore", seed);
            fails(node, "no credential yet", "balance");
            assertThat(enrolled(world, node)).isEqualTo(alice);
            assertThat(works(node, "balance")).contains("2.80 FLN in 2 tokens at block 3");
            assertThat(works(node, "history").lines())
                    .hasSize(3)
                    .anyMatch(line -> line.startsWith("1.00 FLN") && line.endsWith("change"));
            assertThat(works(node, "pay", bob.toText(), "2.80")).contains("COMMITTED");

            file = "w";
            assertThat(works(node, "balance")).as("what its copy spent").contains("0.00 FLN in 0 tokens at block 4");
        }
    }

    /// Pays as the command does; the wallet knew its tokens, so it made ready what it pays with while it followed the
    /// ledger.
    private String paysPrepared(HiddenNode node, HiddenAddress payee, String amount, String remittance)
            throws IOException, InterruptedException {
        URI url = URI.create(node.url());
        Path seedFile = directory.resolve(file);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        HiddenWallet wallet = new HiddenWallet(
                new WalletConnection(List.of(url), List.of(url), Optional.of(url), Optional.empty()),
                new WalletFile(seedFile, new WalletPassphrase()).read(),
                seedFile,
                List.of(),
                Duration.ZERO,
                new Printers(new PrintWriter(out, true), new PrintWriter(err, true)));
        var instruction = new HiddenInstruction(payee, AmountInput.parse(amount), "", "", remittance, "");
        assertThat(wallet.pay(instruction)).as(err.toString()).isTrue();
        assertThat(wallet.preparedPayments()).isEqualTo(1);
        return out.toString();
    }

    /// Tokens under an older key are moved while that key is there, and nobody is asked for one by name.
    @Test
    void syncMovesTokensToTheCertifiersNewestKey() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            world.issue(own, 100, 200, 50);
            assertThat(run(node, "sync").err()).doesNotContain("moving");
            assertThat(certifiedUnder(world, 1)).isEqualTo(3);

            world.changeCertifiers();
            Ran moved = run(node, "sync");
            assertThat(moved.code()).isZero();
            assertThat(moved.err()).contains("moving 3 tokens");
            assertThat(moved.out()).contains("at block 2", "COMMITTED");
            assertThat(works(node, "balance")).contains("3.50 FLN in 1 tokens at block 3");
            assertThat(certifiedUnder(world, 1)).isZero();
            assertThat(certifiedUnder(world, 2)).isEqualTo(1);
            assertThat(node.requested()).isZero();
            assertThat(run(node, "sync").err()).doesNotContain("moving");
            assertThat(world.height()).isEqualTo(3);
        }
    }

    private long certifiedUnder(HiddenWorld world, long epoch) throws IOException {
        return contents(world).stream()
                .filter(line -> line.endsWith("certified under key " + epoch))
                .count();
    }

    private List<String> contents(HiddenWorld world) throws IOException {
        return WalletContents.of(directory.resolve(file), world.network.networkId())
                .orElseThrow()
                .lines();
    }

    /// Whoever is told of a failure pays again: nobody's silence makes one of a payment that has committed.
    @Test
    void aCommittedPaymentIsNoFailureWhoeverIsSilent() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            world.issue(own, 300);
            HiddenWorld.Wallet payee = world.newWallet();
            AtomicInteger asked = new AtomicInteger();
            node.fails("/v1/results", () -> world.height() == 2 && asked.incrementAndGet() <= 2);
            node.fails("/v1/notes", () -> world.height() == 2);
            Ran paid = run(node, "pay", payee.address().toText(), "1.00");
            assertThat(paid.code()).as(paid.err()).isZero();
            assertThat(paid.out()).contains("COMMITTED", "in block 2");
            assertThat(paid.err()).contains("that is final; but the wallet cannot follow the ledger now");
            assertThat(asked.get()).isGreaterThan(2);

            node.fails("/v1/notes", () -> false);
            assertThat(works(node, "balance")).contains("2.00 FLN in 1 tokens at block 2");
            assertThat(payee.balance()).isEqualTo(100);
        }
    }

    /// One that says no may have handed the payment on; as many as leave too few to sign are believed.
    @Test
    void oneEndorsersRefusalIsNoProof() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            world.issue(own, 300);
            HiddenWorld.Wallet payee = world.newWallet();
            String[] pay = {"pay", payee.address().toText(), "1.00"};

            endorsers = List.of("/no1", "/no2", ABSENT);
            fails(node, "no such owner", pay);
            assertThat(contents(world)).noneMatch(line -> line.startsWith("pays by"));
            assertThat(payee.balance()).isZero();

            endorsers = List.of("/taker", ABSENT);
            Ran paid = run(node, pay);
            assertThat(paid.code()).as(paid.err()).isZero();
            assertThat(paid.err()).contains("refused by too few endorsers to believe it (no such owner)");
            assertThat(paid.out()).contains("COMMITTED");

            endorsers = List.of("/no1", "");
            assertThat(works(node, pay)).contains("COMMITTED");
            assertThat(payee.balance()).isEqualTo(200);
        }
    }

    @Test
    void takesNewEpochsAndNobodyElsesCredential() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            IssuedCredential next =
                    issue(world, works(node, "credential", "--enrollment=" + ENROLLMENT), HiddenWorld.EPOCH + 1);
            Path answer = directory.resolve("next");
            String renewal = "{\"eid\":\"" + next.eid() + "\",\"epoch\":" + next.epoch() + ",\"signature\":\"";
            Files.writeString(answer, renewal + next.signature() + "\"}");
            assertThat(works(node, "credential", "--answer=" + answer)).contains(own.toText());
            Files.writeString(answer, renewal.replace("" + next.epoch(), "1") + next.signature() + "\"}");
            fails(node, "not a signature", "credential", "--answer=" + answer);
            Files.writeString(answer, renewal.replace("4d", "4e") + next.signature() + "\"}");
            fails(node, "another wallet's credential", "credential", "--answer=" + answer);

            node.certifies(false);
            world.issue(own, 100);
            assertThat(works(node, "balance")).contains("1.00 FLN in 1 tokens", "of these 1.00 FLN are not certified");
            fails(node, "starts with flh1", "pay", "fln1AAAA", "1.00");

            node.certifies(true);
            node.hides(Set.of(2));
            assertThat(works(node, "balance")).doesNotContain("not certified");
            assertThat(node.requested()).isEqualTo(3);
        }
    }

    /// A committer and an endorser together invent a payment: no certifier hears of it, since another committer does
    /// not have it. What that one has is asked for, and of that one whole ranges only.
    @Test
    void namesNoTokenThatAnotherCommitterDoesNotShow() throws IOException {
        HiddenWorld world = HiddenWorld.withCommitters(PrivacyModel.UNLINKABLE, 3);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            world.issue(own, 100);
            world.idle(2);
            world.issue(world.newWallet().address(), 7);
            endorsers = List.of("/planter", "");
            String invented = node.invents(own, 900);
            assertThat(run(node, "balance").err()).contains("1 tokens are not asked for by name, since no other");

            committers = List.of("", "");
            assertThat(run(node, "balance").err()).as("the same one again").doesNotContain("not by another one");
            assertThat(named(node)).isEmpty();
            committers = List.of("", "/second");
            node.requests().clear();
            Ran refused = run(node, "balance");
            assertThat(refused.out()).contains("10.00 FLN in 2 tokens", "of these 9.00 FLN are not certified yet");
            assertThat(refused.err()).contains("1 tokens are shown by the first committer and not by another one");
            assertThat(named(node)).isEmpty();
            assertThat(node.requests().to("/second"))
                    .extracting(RecordedRequests.Request::target)
                    .containsExactly(
                            "/second/v1/results?from=1&limit=100&waitMillis=0",
                            "/second/v1/results?from=5&limit=96&waitMillis=0");

            node.hides(Set.of(1, 2, 3));
            world.issue(own, 20);
            String issued = world.committed(5).getFirst().id().toHex();
            assertThat(works(node, "balance")).contains("of these 9.00 FLN are not certified yet");
            assertThat(named(node)).hasSize(3).allMatch(request -> request.mentions(issued));
            assertThat(node.requests().all()).noneMatch(request -> request.mentions(invented));
        }
    }

    /// The network has no other committer: certifiers are asked for what as many of them as sign have shown.
    @Test
    void namesNoTokenThatCertifiersDoNotShow() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            world.issue(own, 100);
            endorsers = List.of("/planter", "");
            node.invents(own, 900);
            node.hides(Set.of(2));
            Ran ran = run(node, "balance");
            assertThat(ran.out()).contains("of these 9.00 FLN are not certified yet");
            assertThat(ran.err()).contains("1 tokens are shown by the committer and not by certifiers");
            String issued = world.committed(1).getFirst().id().toHex();
            assertThat(named(node)).hasSize(3).allMatch(request -> request.mentions(issued));
        }
    }

    private static List<RecordedRequests.Request> named(HiddenNode node) {
        return node.requests().to("/c").stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
    }

    @Test
    void aCertifierThatLiesSpoilsNothing() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.UNLINKABLE);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            node.firstCertifierLies();
            world.issue(own, 100);
            assertThat(works(node, "balance")).contains("1.00 FLN in 1 tokens").doesNotContain("not certified");
            assertThat(node.requested()).isZero();
        }
    }

    /// A payment's id goes to the endorsers that it is handed to and to nobody else, before or after it is final.
    @Test
    void asksNobodyForItsOwnPayment() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            world.issue(enrolled(world, node), 300);
            works(node, "pay", world.newWallet().address().toText(), "1.00");
            assertThat(works(node, "balance")).contains("2.00 FLN in 1 tokens at block 2");
            assertThat(works(node, "history")).contains("3.00 FLN");
            List<String> ids = List.of(
                    world.committed(1).getFirst().id().toHex(),
                    world.committed(2).getFirst().id().toHex());
            assertThat(node.requests().to("/v1/client-transactions")).hasSize(1);
            assertThat(node.requests().to("/v1/transactions")).isEmpty();
            assertThat(node.requests().all())
                    .filteredOn(request -> !request.target().startsWith("/v1/client-transactions"))
                    .noneMatch(request -> ids.stream().anyMatch(request::mentions));
        }
    }

    /// What one endorser says of an output does not hide what another one says, and a note may come late.
    @Test
    void neitherLiesNorLateNotesCostMoney() throws IOException {
        HiddenWorld world = new HiddenWorld(PrivacyModel.ANONYMOUS);
        try (HiddenNode node = new HiddenNode(world)) {
            works(node, "new");
            HiddenAddress own = enrolled(world, node);
            node.liesTo(own);
            node.withholdsNotes(true);
            world.issue(own, 100);
            assertThat(works(node, "balance")).contains("0.00 FLN in 0 tokens at block 1");
            node.withholdsNotes(false);
            endorsers = List.of("/liar", "");
            assertThat(works(node, "balance")).contains("1.00 FLN in 1 tokens at block 1");
            assertThat(works(node, "sync")).contains("at block 1");
        }
    }
}
