package io.florin.sandbox.demo;

import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.cli.WalletCommand;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A person's own wallet: the command-line wallet of the `florin` script with a file in the data directory, used as its
/// holder would use it. Its keys are in no service.
public final class SelfHeldWallet {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern BALANCE = Pattern.compile("^([0-9,]+)\\.([0-9]{2}) FLN in ");

    private static final Map<String, String> OPTIONS = Map.of(
            "FLORIN_COMMITTER", "--committer",
            "FLORIN_ENDORSERS", "--endorser",
            "FLORIN_AUDITOR", "--auditor",
            "FLORIN_CERTIFIERS", "--certifier");

    private final Path file;
    private final Map<String, String> addresses;

    private SelfHeldWallet(SandboxPlan plan, Path file) {
        this(file, plan.walletAddresses());
    }

    private SelfHeldWallet(Path file, Map<String, String> addresses) {
        this.file = file;
        this.addresses = addresses;
    }

    /// The same wallet of a holder who knows one endorser only.
    public SelfHeldWallet over(URI endorser) {
        Map<String, String> others = new LinkedHashMap<>(addresses);
        others.put("FLORIN_ENDORSERS", endorser.toString());
        return new SelfHeldWallet(file, others);
    }

    private static Path place(SandboxPlan plan, String person) {
        return plan.dataDirectory().resolve("wallets").resolve(person + ".seed");
    }

    /// The wallet of a person of the economy in this data directory.
    ///
    /// @return empty where a bank holds it
    public static Optional<SelfHeldWallet> of(SandboxPlan plan, String person) {
        SelfHeldWallet wallet = new SelfHeldWallet(plan, place(plan, person));
        return Files.exists(wallet.file) ? Optional.of(wallet) : Optional.empty();
    }

    static SelfHeldWallet restore(SandboxPlan plan, String person, WalletSeed seed) {
        return restore(plan, place(plan, person), seed);
    }

    /// Another copy of a wallet, which knows nothing but the seed.
    ///
    /// @param file where there is none yet
    public static SelfHeldWallet restore(SandboxPlan plan, Path file, WalletSeed seed) {
        SelfHeldWallet wallet = new SelfHeldWallet(plan, file);
        try {
            Files.createDirectories(
                    Objects.requireNonNull(wallet.file.getParent()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException("no place for the wallet " + file, e);
        }
        wallet.run("restore", HexFormat.of().formatHex(seed.toArray()));
        return wallet;
    }

    /// Its file with the seed; what else it keeps is beside it.
    public Path file() {
        return file;
    }

    /// Data that a bank needs to open the wallet's account.
    JsonNode enrollment(int participant, String reference) {
        return JSON.readTree(run("enroll", "--bank", Integer.toString(participant), "--reference", reference));
    }

    /// Gets the credential of a hidden currency through the bank, or its signature of the current epoch.
    ///
    /// @param number of the wallet at the bank
    /// @param token of the role wallet-holder
    public void credential(URI bank, long number, String token) {
        try {
            Path kept = Files.createTempFile(file.getParent(), "holder", ".token"); // for its owner only
            try {
                Files.writeString(kept, token);
                run(
                        "credential",
                        "--bank",
                        bank.toString(),
                        "--wallet",
                        Long.toString(number),
                        "--token-file",
                        kept.toString());
            } finally {
                Files.delete(kept);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the holder's token", e);
        }
    }

    public String address() {
        return run("address").strip();
    }

    /// @return minor units, as the wallet finds them on the ledger now
    public long balance() {
        String said = run("balance");
        Matcher balance = BALANCE.matcher(said);
        if (!balance.find()) {
            throw new SandboxException("not a balance: " + said);
        }
        return Long.parseLong(balance.group(1).replace(",", "") + balance.group(2));
    }

    /// Payments to it, a line each: amount, transaction, remittance.
    public List<String> history() {
        return run("history").lines().toList();
    }

    /// Pays and waits until the payment is final.
    ///
    /// @param amount for example 12.50
    /// @throws SandboxException unless it is committed
    public void pay(String address, String amount, String remittance) {
        run("pay", address, amount, "--for", remittance);
    }

    private String run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--file", file.toString()));
        addresses.forEach((name, value) -> {
            all.add(Objects.requireNonNull(OPTIONS.get(name)));
            all.add(value);
        });
        all.addAll(List.of(arguments));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = new CommandLine(new WalletCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, command, _) -> {
                    command.getErr().println(failure.getMessage());
                    return 1;
                })
                .execute(all.toArray(String[]::new));
        if (code != 0) {
            throw new SandboxException("the wallet " + file.getFileName() + " did not " + arguments[0] + ": "
                    + (err.toString() + out).strip());
        }
        return out.toString();
    }
}
