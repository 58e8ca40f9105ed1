package io.florin.crypto.seal;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Finds the cryptographic library of OpenSSL 3 that the system has.
///
/// The system's loader is asked for the name of its binary interface and for no path, so it comes from where the C
/// library comes from that this JVM runs on: whoever can put another one there needs no library to get at our secrets.
/// Other versions have other names, and no other name is tried.
final class OpenSslLibrary {
    /// Name of the binary interface of OpenSSL 3.0 and later.
    static final String FILE = "libcrypto.so.3";

    /// Machines of 64 bits, least byte first, for which the layouts are right that are written here.
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

    private OpenSslLibrary() {}

    /// The library's symbols for the life of the JVM; nothing where the system has none.
    static Optional<SymbolLookup> find() {
        return find(System.getProperty("os.name", ""), System.getProperty("os.arch", ""), FILE);
    }

    @SuppressWarnings("restricted")
    static Optional<SymbolLookup> find(String operatingSystem, String architecture, String file) {
        if (!operatingSystem.toLowerCase(Locale.ROOT).startsWith("linux") || !ARCHITECTURES.contains(architecture)) {
            return Optional.empty();
        }
        try {
            return Optional.of(SymbolLookup.libraryLookup(file, Arena.global()));
        } catch (IllegalArgumentException notThere) {
            return Optional.empty();
        }
    }
}
