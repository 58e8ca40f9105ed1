package io.florin.bank;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.testkit.Patience;
import io.florin.wallet.address.WalletAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// A bank whose customers pay those of another by files.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FileScenes {

    static final Duration PATIENCE = Patience.LIMIT;
    static final SupportedCurrency FLN = new SupportedCurrency("FLN", 2);
    static final int LINES = 300;

    FakeNetwork network;
    BankUnderTest bank;
    BankUnderTest other;
    JsonNode employer;
    JsonNode here;
    JsonNode there;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
        employer = bank.openWallet("Employer", 3);
        here = bank.openWallet("Here", 2);
        there = other.openWallet("There", 2);
        bank.fund(employer, 50_000_00);
    }

    static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    byte[] file(String messageId, LocalDate day, List<TransferFile.Transfer> transfers) {
        return new TransferFileWriter()
                .write(new TransferFile(
                        messageId,
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Employer",
                        FLN,
                        List.of(new TransferFile.TransferBatch(
                                messageId, party("Employer", iban(employer)), day, transfers))));
    }

    static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    static TransferFile.Transfer transfer(String id, long amount, String iban) {
        return new TransferFile.Transfer(id, Optional.empty(), amount, party("Payee", iban), Optional.of("Wage"));
    }

    Answer upload(byte[] xml) {
        return bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofByteArray(xml))
                .build());
    }

    long onLedger(JsonNode wallet) {
        return network.ledger()
                .sumOf(WalletAddress.parse(wallet.path("address").asString()).owner());
    }

    JsonNode awaitEnd(String id) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> bank.get("/v1/payment-files/" + id).json(), progress -> {
                    JsonNode states = progress.path("states");
                    return !states.has("ACCEPTED") && !states.has("SUBMITTED");
                });
    }

    /// Waits until all payments accepted before are final: until then their money is locked.
    void awaitNothingLocked(JsonNode wallet) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> bank.balance(number(wallet)).path("locked").asLong(-1) == 0);
    }
}
