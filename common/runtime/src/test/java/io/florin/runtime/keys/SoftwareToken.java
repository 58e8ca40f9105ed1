package io.florin.runtime.keys;

import io.florin.testkit.MissingTool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.KeyGenerator;

/// NSS's token in software, where its library is installed: a PIN is set through the library itself, a key is made
/// through the JDK.
@SuppressWarnings("restricted") // calls into a native library
final class SoftwareToken {
    static final String PIN = "software-pin-1";

    /// Of Debian and Ubuntu, of Fedora, of Arch.
    private static final List<Path> FOLDERS =
            List.of(Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib64"), Path.of("/usr/lib"));

    private SoftwareToken() {}

    /// The folder with NSS's library, which has to have the token's beside it or, as older Debians keep it, one below.
    static Path libraries() {
        return libraries(FOLDERS)
                .orElseThrow(() -> MissingTool.of(
                        "test of keys in a token",
                        "libnss3.so and libsoftokn3.so, NSS's token in software, are not in " + FOLDERS,
                        "install NSS (Debian: apt-get install libnss3; Fedora: dnf install nss)"));
    }

    static Optional<Path> libraries(List<Path> folders) {
        return folders.stream()
                .filter(folder -> Files.exists(folder.resolve("libnss3.so"))
                        && Stream.of("libsoftokn3.so", "nss/libsoftokn3.so")
                                .anyMatch(token -> Files.exists(folder.resolve(token))))
                .findFirst();
    }

    /// A token in the directory with an AES key of this name; NSS takes one provider in a process.
    static Provider create(Path libraries, Path directory, String alias) throws Throwable {
        setPin(libraries.resolve("libnss3.so"), "sql:" + directory);
        Path configuration = directory.resolve("token.cfg");
        Files.writeString(configuration, """
            name = FlorinTest
            nssLibraryDirectory = %s
            nssSecmodDirectory = sql:%s
            nssDbMode = readWrite
            nssModule = keystore
            """.formatted(libraries, directory));
        Provider provider = Security.getProvider("SunPKCS11").configure(configuration.toString());
        KeyStore store = KeyStore.getInstance("PKCS11", provider);
        store.load(null, PIN.toCharArray());
        KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
        generator.init(256);
        store.setKeyEntry(alias, generator.generateKey(), null, null);
        return provider;
    }

    private static void setPin(Path file, String directory) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup library = SymbolLookup.libraryLookup(file, arena);
            var pointer = ValueLayout.ADDRESS;
            var number = ValueLayout.JAVA_INT;
            int opened = (int) function(library, "NSS_InitReadWrite", FunctionDescriptor.of(number, pointer))
                    .invokeExact(arena.allocateFrom(directory));
            var slot = (MemorySegment) function(library, "PK11_GetInternalKeySlot", FunctionDescriptor.of(pointer))
                    .invokeExact();
            int set = (int) function(library, "PK11_InitPin", FunctionDescriptor.of(number, pointer, pointer, pointer))
                    .invokeExact(slot, MemorySegment.NULL, arena.allocateFrom(PIN));
            function(library, "PK11_FreeSlot", FunctionDescriptor.ofVoid(pointer))
                    .invokeExact(slot);
            int closed = (int) function(library, "NSS_Shutdown", FunctionDescriptor.of(number))
                    .invokeExact();
            if (opened != 0 || set != 0 || closed != 0) {
                throw new IllegalStateException("no software token: " + opened + ", " + set + ", " + closed);
            }
        }
    }

    private static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), descriptor);
    }
}
