package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.keys.WalletSeed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Wallets whose holders have the keys: how they are opened, and what may be paid to them.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SelfHeldWalletsIT {

    private FakeNetwork network;
    private BankUnderTest bank;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
    }

    @AfterEach
    void faultsEnd() {
        network.ledger().runs(true);
    }

    private static WalletSeed seed(int number) {
        byte[] bytes = new byte[WalletSeed.SIZE];
        Arrays.fill(bytes, (byte) number);
        return WalletSeed.of(bytes);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static WalletAddress address(JsonNode wallet) {
        return WalletAddress.parse(wallet.path("address").asString());
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private static String code(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        return answer.json().path("code").asString();
    }

    private JsonNode settled(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return bank.awaitState("/v1/payments/" + answer.json().path("id").asString(), "SETTLED");
    }

    @Test
    void aHolderKeepsItsOwnKeys() {
        JsonNode anna = bank.openWallet("Anna Custody", 2);
        String path = "/v1/customers/" + anna.path("customer").asString() + "/self-held-wallets";
        JsonNode reference = bank.post("/v1/self-held-references", Map.of()).json();
        long number = reference.path("number").asLong();
        Map<String, Object> form =
                bank.selfHeld(seed(1), number, reference.path("reference").asString(), 2);
        Map<String, Object> forged = new HashMap<>(form);
        forged.put("proofOfPossession", "00".repeat(64));
        assertThat(bank.post(path, forged).status()).isEqualTo(400);
        Map<String, Object> without = new HashMap<>(form);
        without.remove("ownerKey");
        assertThat(bank.post(path, without).status()).isEqualTo(400);
        assertThat(bank.post(path, form).status()).isEqualTo(201);
        JsonNode wallet = bank.awaitState("/v1/wallets/" + number, "ENROLLED");
        assertThat(wallet.path("custodial").asBoolean()).isFalse();
        bank.fund(wallet, 10_00);
        assertThat(network.ledger().sumOf(address(wallet).owner())).isEqualTo(10_00);
        assertThat(code(bank.pay(number, iban(anna), 1_00, "self"))).isEqualTo("self-held-wallet");
    }

    /// The number of a wallet that is opened later must not be taken: the one would become the other.
    @Test
    void aNumberThatWasNotHandedOutOpensNothing() {
        JsonNode anna = bank.openWallet("Anna Numbers", 2);
        String path = "/v1/customers/" + anna.path("customer").asString() + "/self-held-wallets";
        long ahead = number(anna) + 3;

        Answer early = bank.post(path, bank.selfHeld(seed(2), ahead, "wallet-" + ahead, 2));

        assertThat(early.status()).as(early.body()).isEqualTo(400);
        JsonNode bert = Stream.generate(() -> bank.openWallet("Bert Numbers", 2))
                .filter(wallet -> number(wallet) >= ahead)
                .findFirst()
                .orElseThrow();
        assertThat(bert.path("custodial").asBoolean()).isTrue();
    }

    /// Its tier may hold 50,000.00; what is under way counts, and nothing can be moved on from such a wallet.
    @Test
    void whatIsUnderWayToAHolderCountsUnderAnyAddress() {
        JsonNode wallet = bank.openSelfHeldWallet("Holder Full", 2, seed(3));
        JsonNode anna = bank.openWallet("Anna Full", 2);
        JsonNode carl = bank.openWallet("Carl Full", 3);
        bank.fund(anna, 40_000_00);
        bank.fund(carl, 41_000_00);
        Bytes32 noteKey = seed(4).noteKey(network.ledger().network(), 0).publicKey();
        String other = new WalletAddress(address(wallet).owner(), noteKey).toText();

        network.ledger().runs(false);
        Answer large = bank.pay(number(carl), other, 41_000_00, "full-1");
        assertThat(code(bank.pay(number(anna), iban(wallet), 10_000_00, "full-2")))
                .isEqualTo("payee-holding-limit-exceeded");
        assertThat(code(bank.pay(number(anna), other, 10_000_00, "full-3"))).isEqualTo("payee-holding-limit-exceeded");
        network.ledger().runs(true);
        settled(large);
    }

    /// No note can be sealed to a key of small order: who paid to it could never pay again.
    @Test
    void aNoteKeyOfSmallOrderIsNotPaidTo() {
        JsonNode anna = bank.openWallet("Anna Small", 2);
        JsonNode bert = bank.openWallet("Bert Small", 2);
        bank.fund(anna, 100_00);
        Bytes32 smallOrder = Bytes32.of(new byte[32]);
        String bad = new WalletAddress(address(bert).owner(), smallOrder).toText();

        assertThat(code(bank.pay(number(anna), bad, 1_00, "small-1"))).isEqualTo("account-not-payable");
        settled(bank.pay(number(anna), iban(bert), 1_00, "small-2"));

        JsonNode reference = bank.post("/v1/self-held-references", Map.of()).json();
        Map<String, Object> form = bank.selfHeld(
                seed(5),
                smallOrder,
                reference.path("number").asLong(),
                reference.path("reference").asString(),
                2);
        assertThat(bank.post("/v1/customers/" + anna.path("customer").asString() + "/self-held-wallets", form)
                        .status())
                .isEqualTo(400);
    }

    /// Its tier may hold 2,000.00: of that the wallet has what its customer's other wallets leave, and no more is paid
    /// to it than its share.
    @Test
    void aHolderHasAShareOfThePersonsLimit() {
        JsonNode wallet = bank.openSelfHeldWallet("Holder Shared", 1, seed(6));
        JsonNode carl = bank.openWallet("Carl Shared", 3);
        bank.fund(carl, 3_000_00);
        String share = "/v1/wallets/" + number(wallet) + "/holding-share";
        assertThat(wallet.path("holdingShare").asInt()).isEqualTo(10_000);

        assertThat(bank.put(share, Map.of("holdingShare", 4_000))
                        .json()
                        .path("holdingShare")
                        .asInt())
                .isEqualTo(4_000);
        assertThat(code(bank.pay(number(carl), iban(wallet), 800_01, "share-1")))
                .isEqualTo("payee-holding-limit-exceeded");
        settled(bank.pay(number(carl), iban(wallet), 800_00, "share-2"));
        assertThat(code(bank.put(share, Map.of("holdingShare", 3_999))))
                .as("what it holds cannot be given back")
                .isEqualTo("wallet-holds-more");
        assertThat(bank.get("/v1/wallets/" + number(wallet))
                        .json()
                        .path("holdingShare")
                        .asInt())
                .as("refused is not half done")
                .isEqualTo(4_000);
        assertThat(bank.put(share, Map.of("holdingShare", 10_000))
                        .json()
                        .path("holdingShare")
                        .asInt())
                .isEqualTo(10_000);
        assertThat(bank.put(share, Map.of("holdingShare", 10_001)).status()).isEqualTo(400);
    }

    /// 800.00 of 2,000.00: funding stops there, and what comes above goes to the deposit.
    @Test
    void aCustodialWalletHoldsNoMoreThanItsShare() {
        JsonNode anna = bank.openWallet("Anna Shared", 1);
        JsonNode carl = bank.openWallet("Carl Sharing", 3);
        bank.fund(carl, 3_000_00);
        String deposit = "/v1/customers/" + anna.path("customer").asString() + "/deposit";
        bank.post(deposit, Map.of("amount", 5_000_00));
        bank.put("/v1/wallets/" + number(anna) + "/holding-share", Map.of("holdingShare", 4_000));

        assertThat(code(bank.post("/v1/wallets/" + number(anna) + "/fundings", Map.of("amount", 800_01))))
                .isEqualTo("holding-limit-exceeded");
        settled(bank.pay(number(carl), iban(anna), 1_000_00, "share-5"));
        Awaitility.await("what it may not hold goes to its deposit")
                .atMost(Patience.LIMIT)
                .until(() -> bank.get(deposit).json().path("balance").asLong() == 5_200_00
                        && bank.balance(number(anna)).path("available").asLong() == 800_00);
    }

    /// A wallet is opened only with what registration has given.
    @Test
    void aWalletIsOpenedWithAPartOfTheLimit() {
        JsonNode anna = bank.openWallet("Anna Parts", 2);
        String path = "/v1/customers/" + anna.path("customer").asString() + "/wallets";
        assertThat(bank.post(path, Map.of("tier", 1, "holdingShare", 0)).status())
                .isEqualTo(400);

        JsonNode second =
                bank.post(path, Map.of("tier", 1, "holdingShare", 2_500)).json();
        assertThat(bank.awaitState("/v1/wallets/" + number(second), "ENROLLED")
                        .path("holdingShare")
                        .asInt())
                .isEqualTo(2_500);
    }
}
