package io.florin.sandbox.demo;

import io.florin.iso20022.AccountId;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.iso20022.Uetr;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.PayrollLine;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// Hands the payroll to the employer's bank as a pain.001 file and watches it settle.
public final class PayrollRun {

    private final DemoClients clients;
    private final DemoEconomy economy;
    private final SeededEconomy seeded;

    public PayrollRun(DemoClients clients, DemoEconomy economy, SeededEconomy seeded) {
        this.clients = clients;
        this.economy = economy;
        this.seeded = seeded;
    }

    /// @param fileId at the bank
    /// @param settled lines that reached SETTLED
    /// @param millis from handing the file in to its last line being final
    public record Result(String bank, String fileId, int lines, int settled, int rejected, long millis) {
        public String paymentsPerSecond() {
            long tenths = millis == 0 ? 0 : lines * 10_000L / millis;
            return tenths / 10 + "." + tenths % 10;
        }
    }

    /// The file: schema-valid, the same for the same seed and day.
    public byte[] file() {
        SeededEconomy.Account employer = seeded.account(economy.payroll().employerShopId());
        List<TransferFile.Transfer> transfers = new ArrayList<>();
        for (PayrollLine line : economy.payroll().lines()) {
            transfers.add(new TransferFile.Transfer(
                    line.endToEndId(),
                    Uetr.parse(line.uetr()),
                    line.amountMinor(),
                    party(seeded.account(line.personId())),
                    Optional.of("Wage " + line.purpose())));
        }
        var batch = new TransferFile.TransferBatch(
                "PAYROLL", party(employer), economy.payroll().executionDate(), transfers);
        return new TransferFileWriter()
                .write(new TransferFile(
                        economy.payroll().messageId(),
                        economy.payroll().executionDate().atStartOfDay().atOffset(ZoneOffset.UTC),
                        employer.holder(),
                        new SupportedCurrency("FLN", 2),
                        List.of(batch)));
    }

    private static Party party(SeededEconomy.Account account) {
        Optional<AccountId> iban = Iban.parse(account.iban()).map(AccountId.class::cast);
        return new Party(Optional.of(account.holder()), iban, Optional.empty(), Optional.empty());
    }

    /// @param file the payroll as pain.001
    /// @param progress told settled, rejected and all lines from time to time
    /// @throws io.florin.sandbox.run.SandboxException when for three minutes no further line is final
    public Result run(byte[] file, Consumer<String> progress) {
        String bank = seeded.account(economy.payroll().employerShopId()).bank();
        BankClient client = clients.bank(bank);
        long start = System.nanoTime();
        String id = client.postXml("/v1/payment-files", file).path("id").asString("");
        int[] counts = new int[3];
        Await.whileItGetsOn("the payroll", Await.PATIENCE, () -> counts[1] + counts[2], () -> {
            JsonNode view = client.get("/v1/payment-files/" + id + "?limit=1");
            counts[0] = view.path("file").path("lines").asInt();
            counts[1] = view.path("states").path("SETTLED").asInt();
            counts[2] = view.path("file").path("refused").asInt()
                    + view.path("states").path("REJECTED").asInt();
            progress.accept(counts[1] + " of " + counts[0] + " payments settled");
            return counts[0] > 0 && counts[1] + counts[2] >= counts[0];
        });
        return new Result(bank, id, counts[0], counts[1], counts[2], (System.nanoTime() - start) / 1_000_000);
    }
}
