package io.florin.crypto.group;

import io.florin.crypto.hash.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/// Finds blst for this machine in the jblst jar and loads it, or fails.
///
/// The bytes are compared with a SHA-256 written here before they reach the disk, in a directory only this user can
/// enter; the file is deleted as soon as it is mapped.
enum BlstLibrary {
    /// Linux on x86-64.
    LINUX_AMD64("amd64", "6a87d87cc982078dcf40f034f21959839d1fe20d45229d37de9c82c178f2a0ce"),
    /// Linux on 64-bit ARM.
    LINUX_AARCH64("aarch64", "b47e669bcd521a0cc3b5753beab0c9ddb5cc81988d5d555722de3149db75b52b");

    private static final String FILE = "libblst.so";

    private final String architecture;
    private final byte[] sha256;

    BlstLibrary(String architecture, String sha256) {
        this.architecture = architecture;
        this.sha256 = HexFormat.of().parseHex(sha256);
    }

    /// The functions of the one loaded library, which is loaded by the first call and stays for the life of the JVM;
    /// nothing, if none is shipped for this machine or the system does not load it. A library with other bytes than
    /// those this code was written for is an error.
    static Optional<SymbolLookup> loaded() {
        return Loaded.SYMBOLS;
    }

    private static final class Loaded {
        static final Optional<SymbolLookup> SYMBOLS = tryToLoad();

        private static Optional<SymbolLookup> tryToLoad() {
            try {
                return Optional.of(ofThisMachine().load());
            } catch (UnsupportedOperationException e) {
                System.getLogger(BlstLibrary.class.getName()).log(Level.WARNING, "blst is not available", e);
                return Optional.empty();
            }
        }
    }

    /// The library for the operating system and architecture of this JVM.
    ///
    /// @throws UnsupportedOperationException if none is shipped
    static BlstLibrary ofThisMachine() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static BlstLibrary of(String operatingSystem, String architecture) {
        if (operatingSystem.toLowerCase(Locale.ROOT).startsWith("linux")) {
            for (BlstLibrary library : values()) {
                if (library.architecture.equals(architecture)) {
                    return library;
                }
            }
        }
        throw new UnsupportedOperationException("no BLS12-381 library for " + operatingSystem + " " + architecture);
    }

    /// The library's bytes, checked.
    ///
    /// @throws IllegalStateException if the resource is missing
    /// @throws SecurityException if it is not the library this code was written for
    byte[] read() {
        String resource = "/supranational/blst/Linux/" + architecture + "/" + FILE;
        try (InputStream in = BlstLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing on the class path: " + resource);
            }
            return check(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] check(byte[] library) {
        if (!MessageDigest.isEqual(Sha256.digest(library), sha256)) {
            throw new SecurityException(FILE + " for " + architecture + " is not the expected one");
        }
        return library;
    }

    /// Loads the library for the life of the JVM.
    ///
    /// @throws UnsupportedOperationException if the system does not load it (another libc, a directory without
    /// permission to execute)
    @SuppressWarnings("restricted")
    private SymbolLookup load() {
        byte[] library = read();
        try {
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
            Path directory = Files.createTempDirectory("florin-blst-", ownerOnly);
            Path file = directory.resolve(FILE);
            try {
                Files.write(file, library);
                return SymbolLookup.libraryLookup(file, Arena.global());
            } catch (IllegalArgumentException e) {
                throw new UnsupportedOperationException("the system does not load " + FILE, e);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
