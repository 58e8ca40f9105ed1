package io.florin.centralbank.officers.adapter;

import io.florin.centralbank.officers.OfficerKeyFile;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.NetworkMaterial;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/// Makes officers' encrypted key files, on the officer's machine.
///
/// ```
/// florin officer-key create <file> [<passphrase file>]
/// florin officer-key wrap <network directory> <officer> <file> [<passphrase file>]
/// florin officer-key show <file>
/// ```
///
/// `create` draws a new key, `wrap` encrypts officer 1, 2, … of a network's material, `show` prints the public key for
/// the configuration, `help` says this. Without a passphrase file the passphrase is asked for twice.
public final class OfficerKeyTool {
    private static final int PASSPHRASE_MIN = 12;
    private static final String USAGE = """
        Usage: florin officer-key create <file> [<passphrase file>]
               florin officer-key wrap <network directory> <officer> <file> [<passphrase file>]
               florin officer-key show <file>\
        """;

    private OfficerKeyTool() {}

    public static void main(String[] arguments) {
        try {
            run(List.of(arguments), System.out);
        } catch (IOException | IllegalArgumentException refused) {
            System.err.println("florin officer-key: " + refused.getMessage());
            Runtime.getRuntime().exit(1);
        }
    }

    /// Does what the command line says and prints public keys.
    public static void run(List<String> arguments, PrintStream out) throws IOException {
        switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case "create" -> {
                char[] passphrase = passphrase(arguments, 2);
                try (Ed25519KeyPair key = Ed25519.generate(new SecureRandom())) {
                    write(Path.of(argument(arguments, 1)), key, passphrase, out);
                }
            }
            case "wrap" -> {
                char[] passphrase = passphrase(arguments, 4);
                Path network = Path.of(argument(arguments, 1));
                int officer = Integer.parseInt(argument(arguments, 2));
                try (Ed25519KeyPair key = NetworkMaterial.officerKey(network, officer)) {
                    write(Path.of(argument(arguments, 3)), key, passphrase, out);
                }
            }
            case "show" ->
                out.println(OfficerKeyFile.publicKey(Path.of(argument(arguments, 1)))
                        .toHex());
            case "help", "-h", "--help" -> out.println(USAGE);
            default -> throw new IllegalArgumentException("no such command\n" + USAGE);
        }
    }

    private static void write(Path file, Ed25519KeyPair key, char[] passphrase, PrintStream out) throws IOException {
        try {
            if (passphrase.length < PASSPHRASE_MIN) {
                throw new IllegalArgumentException("a passphrase has at least " + PASSPHRASE_MIN + " characters");
            }
            OfficerKeyFile.write(file, key, passphrase, new SecureRandom());
            Bytes32 publicKey = OfficerKeyFile.publicKey(file);
            out.println(publicKey.toHex());
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    private static char[] passphrase(List<String> arguments, int place) throws IOException {
        if (arguments.size() > place) {
            return Files.readString(Path.of(arguments.get(place))).strip().toCharArray();
        }
        Console console = System.console();
        if (console == null) {
            throw new IllegalArgumentException("no terminal to ask for the passphrase; name a passphrase file");
        }
        char[] first = console.readPassword("Passphrase: ");
        char[] second = console.readPassword("Again: ");
        if (!Arrays.equals(first, second)) {
            throw new IllegalArgumentException("the passphrases differ");
        }
        Arrays.fill(second, '\0');
        return first;
    }

    private static String argument(List<String> arguments, int place) {
        if (arguments.size() <= place) {
            throw new IllegalArgumentException("something is missing\n" + USAGE);
        }
        return arguments.get(place);
    }
}
