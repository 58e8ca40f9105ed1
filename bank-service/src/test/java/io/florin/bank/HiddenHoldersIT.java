package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.runtime.api.CredentialSession;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.keys.WalletSeed;
import java.net.http.HttpRequest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Wallets of a hidden currency whose holders have the keys, and closed ones.
@Order(1)
class HiddenHoldersIT extends HiddenBanks {

    /// What the other bank answers to somebody who has the keys of one wallet.
    private int asHolder(long wallet, String path) {
        String token = network.issuer().holderToken(other.participant(), "holder", wallet);
        return other.send(HttpRequest.newBuilder(other.uri(path))
                        .header("Authorization", "Bearer " + token)
                        .build())
                .status();
    }

    /// A holder of keys gets its credential through the bank, which learns where to pay it and nothing that could
    /// spend.
    @Test
    void aHolderOfKeysIsPaidUnderItsAccountNumber() {
        byte[] bytes = new byte[WalletSeed.SIZE];
        Arrays.fill(bytes, (byte) 9);
        WalletSeed seed = WalletSeed.of(bytes);
        NetworkId id = network.ledger().network();
        JsonNode anna = bank.openWallet("Anna Payer", 3);
        JsonNode bert = other.openWallet("Bert Payer", 3);
        bank.fund(anna, 50_00);
        other.fund(bert, 50_00);
        JsonNode wallet = other.openSelfHeldWallet("Holder Hidden", 3, seed);
        String path = "/v1/wallets/" + number(wallet) + "/credential";
        assertThat(bank.pay(number(anna), iban(wallet), 1_00, "holder-1").body())
                .contains("account-not-payable");
        assertThat(other.get(path).body()).contains("no-credential");
        assertThat(asHolder(number(wallet), path)).isEqualTo(422);
        assertThat(asHolder(number(bert), path)).isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(bert) + "/credential"))
                .isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/payments")).isEqualTo(403);
        // the wallet asks under which id it is enrolled before it asks for the credential
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(wallet))).isEqualTo(200);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(bert))).isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(wallet) + "/balance"))
                .isEqualTo(403);

        HiddenKeys keys = HiddenKeys.of(seed, id, 0);
        CredentialSession session =
                new CredentialSession(id, key(), wallet.path("enrollmentId").asString());
        Bytes request = keys.request(session, new SecureRandom());
        Map<String, String> form = Map.of(
                "request", request.toHex(),
                "ownerSignature",
                        seed.ownerKey(id, 0).sign(session.message(request)).toHex());
        Map<String, String> forged = Map.of(
                "request", request.toHex(),
                "ownerSignature",
                        seed.ownerKey(id, 1).sign(session.message(request)).toHex());
        assertThat(other.post(path, forged).body()).contains("bad-proof-of-possession");
        assertThat(other.post("/v1/wallets/" + number(bert) + "/credential", form)
                        .body())
                .contains("custodial-wallet");
        JsonNode issued = other.post(path, form).json();
        assertThat(other.post(path, form).json().path("eid")).isEqualTo(issued.path("eid"));
        HiddenAccount account = keys.account(scalar(issued, "eid"), scalar(issued, "serialPart"));
        HiddenPayer first = payer(account, issued);
        String address = other.get("/v1/wallets/" + number(wallet))
                .json()
                .path("address")
                .asString();
        assertThat(address).isEqualTo(account.address().toText());

        settled(bank.pay(number(anna), iban(wallet), 30_00, "holder-2"));
        other.awaitState("/v1/payments/" + id(other.pay(number(bert), iban(wallet), 20_00, "holder-3")), "SETTLED");
        Receiver receiver = new Receiver(id, keys.noteKey(), account.eid()::equals);
        assertThat(network.ledger().notes(0, 10_000).notes().stream()
                        .flatMap(note ->
                                receiver.open(Bytes.of(Base64.getDecoder().decode(note.note()))).stream())
                        .map(note -> note.opening().amount().minorUnits()))
                .containsExactlyInAnyOrder(30_00L, 20_00L);

        assertRenewalEndsWithASuspension(wallet, path, account, first);
    }

    private void assertRenewalEndsWithASuspension(
            JsonNode wallet, String path, HiddenAccount account, HiddenPayer first) {
        network.credentials().nextEpoch();
        HiddenPayer next = payer(account, other.get(path).json());
        assertThat(next.epoch()).isEqualTo(first.epoch() + 1);
        network.registration().suspend(2, "wallet-" + number(wallet));
        other.awaitState("/v1/wallets/" + number(wallet), "SUSPENDED");
        assertThat(other.get(path).body()).contains("wallet-not-enrolled");
        assertThat(other.bean(JdbcClient.class)
                        .sql("select count(*) from hidden_account where wallet = ?")
                        .param(number(wallet))
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private BbsPublicKey key() {
        return BbsPublicKey.decode(network.ledger()
                .configuration()
                .namespace(new NamespaceId(1))
                .flatMap(Namespace::hidden)
                .orElseThrow()
                .credentialKey()
                .toArray());
    }

    /// @throws IllegalArgumentException if the signature is not one of the account
    private HiddenPayer payer(HiddenAccount account, JsonNode signed) {
        return HiddenPayer.of(
                account,
                CredentialSession.scheme(network.ledger().network(), key()),
                signed.path("epoch").asLong(),
                BbsSignature.decode(
                        HexFormat.of().parseHex(signed.path("signature").asString())));
    }

    private static Scalar scalar(JsonNode answer, String field) {
        return Scalar.ofCanonical(HexFormat.of().parseHex(answer.path(field).asString()));
    }

    /// Where nobody sees payees, who has kept the address pays a closed wallet all the same: the money is booked and
    /// told. What a self-held wallet holds its holder alone knows.
    @Test
    void moneyForAClosedWalletIsBookedAndTold() {
        byte[] seed = new byte[WalletSeed.SIZE];
        Arrays.fill(seed, (byte) 8);
        JsonNode anna = other.openWallet("Anna Closed", 3);
        JsonNode carl = bank.openWallet("Carl Remembers", 3);
        JsonNode dora = other.openSelfHeldWallet("Dora Holds", 3, WalletSeed.of(seed));
        String close = "/v1/wallets/%d/closing";
        try (Browser clerk = other.browser("carla", "bank-2", "bank-clerk")) {
            assertThat(clerk.get("/console/wallets/" + number(dora)).body()).contains("is lost to its holder");
            assertThat(clerk.get("/console/wallets/" + number(anna)).body()).doesNotContain("is lost to its holder");
        }
        assertThat(other.post(close.formatted(number(dora)), Map.of()).body()).contains("balance-not-known");
        assertThat(other.post(close.formatted(number(dora)), Map.of("emptyByHolder", true))
                        .status())
                .isEqualTo(202);
        assertThat(other.post(close.formatted(number(anna)), Map.of()).status()).isEqualTo(202);
        for (JsonNode closed : List.of(anna, dora)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() ->
                            other.get("/v1/wallets/" + number(closed)).body().contains("CLOSED"));
        }
        bank.fund(carl, 20_00);
        Answer late = bank.pay(number(carl), anna.path("address").asString(), 20_00, "closed-1");
        bank.awaitState("/v1/payments/" + id(late), "SETTLED");
        awaitTotal(other, anna, 20_00);
        assertThat(other.metrics()).containsPattern("florin_bank_closings_closed_money\\{.*} 1.0");
        assertThat(other.pay(number(anna), carl.path("address").asString(), 20_00, "closed-2")
                        .body())
                .contains("wallet-not-enrolled");
    }
}
