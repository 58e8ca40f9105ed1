package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeSecrets;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import io.florin.testkit.Patience;
import io.florin.wallet.cli.WalletContents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/// New keys for endorsers, certifiers and the audit authority of an economy at work: ceremonies, restarts of their
/// holders, one change of the configuration that adds the keys and one that ends the old ones. Money from before is
/// spent, and payments from before are opened.
final class KeyRotation {
    private static final Duration SOON = Patience.LIMIT;
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final List<Purpose> KEYS = List.of(Purpose.ENDORSEMENT, Purpose.CERTIFICATION, Purpose.AUDIT);
    private static final int THRESHOLD = 2;
    private static final int TURNS = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SandboxPlan plan;
    private final OneJvm sandbox;
    private final DemoClients clients;
    private final Supplier<CheckContext> scenes;
    private final CheckContext context;
    private int payments;

    /// @param scenes a new look at everything
    KeyRotation(SandboxPlan plan, OneJvm sandbox, DemoClients clients, Supplier<CheckContext> scenes) {
        this.plan = plan;
        this.sandbox = sandbox;
        this.clients = clients;
        this.scenes = scenes;
        this.context = scenes.get();
    }

    /// @param id at the payer's bank
    private record Paid(Account payer, Account payee, String id, String transaction) {}

    void rotates() throws Exception {
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        Account shop = custodial("bank-1", 0);
        Account saver = custodial("bank-1", 1);
        Account elsewhere = custodial("bank-2", 0);
        // an amount that is looked for everywhere afterwards, when this payment has been opened
        Paid before = pay(employer, elsewhere, 1_234_57);
        assertThat(epochOf(before)).isEqualTo(1);

        List<KeyRecord> records = new ArrayList<>();
        for (Purpose purpose : KEYS) {
            records.add(ceremony(purpose));
        }
        restartHolders();
        SelfHeldWallet own = wallet("person-009");
        SelfHeldWallet other = wallet("person-019");
        assertThat(own.balance()).isPositive();
        assertThat(tokens(own)).isNotEmpty().allMatch(line -> line.endsWith("under key 1"));

        change(
                "new keys",
                Map.of(
                        "added",
                        records.stream()
                                .map(record -> Base64.getEncoder().encodeToString(record.encode()))
                                .toList()));

        // old tokens, custodial and self-held, under the new endorsement; their change is certified by the new key
        Paid spendsOld = pay(shop, elsewhere, 1_02);
        assertThat(epochOf(spendsOld)).isEqualTo(2);
        long had = own.balance();
        own.pay(other.address(), "1.00", "old money");
        assertThat(own.balance()).isEqualTo(had - 1_00);
        awaitToken(own, "under key 2");
        // all it has, of both keys
        long all = other.balance();
        awaitToken(other, "under key 2");
        assertThat(tokens(other)).anyMatch(line -> line.endsWith("under key 1"));
        other.pay(
                clients.bank(shop.bank())
                        .get("/v1/wallets/" + shop.wallet())
                        .path("address")
                        .asString(""),
                money(all),
                "all of it");
        assertThat(other.balance()).isZero();

        change(
                "the old keys end",
                Map.of(
                        "ended",
                        List.of("ENDORSERS", "CERTIFIERS", "AUDIT_MEMBERS").stream()
                                .map(of -> Map.of("of", of, "namespace", CURRENCY.value(), "epoch", 1))
                                .toList()));
        // one who has only tokens of the key that ended, and one whose tokens are of the new one
        Paid last = pay(saver, elsewhere, 1_03);
        assertThat(epochOf(last)).isEqualTo(2);
        own.pay(other.address(), "2.00", "new money");
        assertThat(other.balance()).isEqualTo(2_00);

        CheckContext now = scenes.get();
        assertThat(AuditChecks.opensRightly(now, "BEFORE-1", employer, elsewhere, before.id()))
                .isTrue();
        assertThat(AuditChecks.opensRightly(now, "BETWEEN-1", shop, elsewhere, spendsOld.id()))
                .isTrue();
        assertThat(AuditChecks.opensRightly(now, "AFTER-1", saver, elsewhere, last.id()))
                .isTrue();
    }

    // ---- keys

    /// Whoever has a share of one of the keys.
    private void restartHolders() throws Exception {
        sandbox.restart(plan.topology().nodes().stream()
                .filter(node -> KEYS.stream().anyMatch(each -> each.role() == node.role()))
                .map(Peer::directoryName)
                .toList());
    }

    private KeyRecord ceremony(Purpose purpose) throws IOException {
        List<Path> nodes = plan.topology().nodes(purpose.role()).stream()
                .map(node -> plan.networkDirectory().resolve(node.directoryName()))
                .toList();
        List<CeremonySpec.Member> members = new ArrayList<>();
        for (int id = 1; id <= nodes.size(); id++) {
            try (var identity = NodeSecrets.identity(nodes.get(id - 1), RANDOM)) {
                members.add(new CeremonySpec.Member(
                        id, nodes.get(id - 1).getFileName().toString(), identity.publicKey()));
            }
        }
        Path board = Files.createDirectory(
                plan.dataDirectory().resolve("board-" + purpose.role().label()));
        new BulletinBoard(board)
                .open(new CeremonySpec(
                        context.genesis().name(),
                        purpose,
                        CURRENCY.value(),
                        2,
                        Kind.FRESH,
                        THRESHOLD,
                        members,
                        Bytes32.ZERO,
                        nonce()));
        for (int turn = 0; turn < TURNS; turn++) {
            for (Path node : nodes) {
                try (CeremonyParticipant seat = CeremonyParticipant.at(board, node, KeyProperties.NONE)) {
                    seat.join();
                }
            }
        }
        for (Path node : nodes) {
            try (CeremonyParticipant seat = CeremonyParticipant.at(board, node, KeyProperties.NONE)) {
                assertThat(seat.finish(Optional.empty()).failure()).isEmpty();
            }
        }
        return NodeSecrets.record(nodes.getFirst(), CURRENCY, 2).orElseThrow();
    }

    private static Bytes32 nonce() {
        byte[] bytes = new byte[Bytes32.SIZE];
        RANDOM.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    private void change(String reason, Map<String, ?> keys) {
        JsonNode proposal = clients.officer(1)
                .once(
                        "/v1/configuration-changes",
                        reason.replace(' ', '-'),
                        Map.of(
                                "baseVersion",
                                clients.officer(1)
                                        .get("/v1/configuration")
                                        .get("version")
                                        .asLong(),
                                "reason",
                                reason,
                                "keys",
                                keys));
        String id = proposal.get("id").asString();
        for (int officer : new int[] {2, 3}) {
            clients.officer(officer)
                    .post(
                            "/v1/configuration-changes/" + id + "/approvals",
                            Map.of(
                                    "digest",
                                    proposal.get("digest").asString(),
                                    "passphrase",
                                    plan.officerPassphrase(officer)));
        }
        Await.until(
                reason,
                SOON,
                () -> clients.officer(1)
                        .get("/v1/configuration-changes/" + id)
                        .path("state")
                        .asString("")
                        .equals("IN_FORCE"));
    }

    // ---- money

    private Account custodial(String bank, int number) {
        String employer = context.economy().payroll().employerShopId();
        return context.seeded().accounts().entrySet().stream()
                .filter(each -> !each.getKey().equals(employer))
                .filter(each -> SelfHeldWallet.of(plan, each.getKey()).isEmpty())
                .map(Map.Entry::getValue)
                .filter(account -> account.bank().equals(bank))
                .sorted(Comparator.comparingLong(Account::wallet))
                .toList()
                .get(number);
    }

    private SelfHeldWallet wallet(String person) {
        return SelfHeldWallet.of(plan, person).orElseThrow();
    }

    private Paid pay(Account payer, Account payee, long amount) {
        String id = clients.bank(payer.bank())
                .once(
                        "/v1/payments",
                        "rotation-" + payments++,
                        Map.of(
                                "wallet",
                                payer.wallet(),
                                "payee",
                                Map.of("name", payee.holder(), "account", payee.iban()),
                                "amount",
                                amount,
                                "currency",
                                "FLN",
                                "endToEndId",
                                "R" + payments,
                                "remittance",
                                "rotation"))
                .get("id")
                .asString();
        JsonNode[] paid = new JsonNode[1];
        Await.until("payment " + id, SOON, () -> {
            paid[0] = clients.bank(payer.bank()).get("/v1/payments/" + id);
            return List.of("SETTLED", "REJECTED").contains(paid[0].path("state").asString(""));
        });
        assertThat(paid[0].path("state").asString("")).as(paid[0].toString()).isEqualTo("SETTLED");
        return new Paid(payer, payee, id, paid[0].path("transactionId").asString(""));
    }

    /// Of the key that endorsed it.
    private long epochOf(Paid payment) {
        return scenes.get().ledger().blocks().stream()
                .flatMap(block -> OrderedTransaction.of(block.entries()).stream())
                .filter(ordered -> ordered.transaction()
                        .filter(read -> read.id().toHex().equals(payment.transaction()))
                        .isPresent())
                .flatMap(ordered -> ordered.bundle().stream())
                .mapToLong(Bundle::keyEpoch)
                .findFirst()
                .orElseThrow();
    }

    private List<String> tokens(SelfHeldWallet wallet) {
        try {
            return WalletContents.of(wallet.file(), context.genesis().networkId()).orElseThrow().lines().stream()
                    .filter(line -> line.startsWith("has a token"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitToken(SelfHeldWallet wallet, String certified) {
        Await.until("a token " + certified, SOON, () -> {
            wallet.balance();
            return tokens(wallet).stream().anyMatch(line -> line.endsWith(certified));
        });
    }

    private static String money(long minor) {
        return minor / 100 + String.format(Locale.ROOT, ".%02d", minor % 100);
    }
}
