package io.florin.runtime.keys;

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
import javax.crypto.KeyGenerator;

/// NSS's token in software, where its library is installed: a PIN is set through the library itself, a key is made
/// through the JDK.
@SuppressWarnings("restricted") // calls into a native library
final class SoftwareToken {
    static final String PIN = "software-pin-1";

    private static final Path LIBRARIES = Path.of("/usr/lib/x86_64-linux-gnu");
    private static final Path LIBRARY = LIBRARIES.resolve("libnss3.so");

    private SoftwareToken() {}

    static boolean isInstalled() {
        return Files.exists(LIBRARY) && Files.exists(LIBRARIES.resolve("libsoftokn3.so"));
    }

    /// A token in the directory with an AES key of this name; NSS takes one provider in a process.
    static Provider create(Path directory, String alias) throws Throwable {
        setPin("sql:" + directory);
        Path configuration = directory.resolve("token.cfg");
        Files.writeString(configuration, """
            name = FlorinTest
            nssLibraryDirectory = %s
            nssSecmodDirectory = sql:%s
            nssDbMode = readWrite
            nssModule = keystore
            """.formatted(LIBRARIES, directory));
        Provider provider = Security.getProvider("SunPKCS11").configure(configuration.toString());
        KeyStore store = KeyStore.getInstance("PKCS11", provider);
        store.load(null, PIN.toCharArray());
        KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
        generator.init(256);
        store.setKeyEntry(alias, generator.generateKey(), null, null);
        return provider;
    }

    private static void setPin(String directory) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup library = SymbolLookup.libraryLookup(LIBRARY, arena);
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
