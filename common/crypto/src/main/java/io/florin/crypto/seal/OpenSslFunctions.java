package io.florin.crypto.seal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// OpenSSL's C functions for X25519, as `crypto.h`, `evp.h` and `err.h` of version 3.0 declare them.
///
/// They check nothing about the memory that they are given. What a thread's failed calls leave in its queue of errors
/// is for the caller to take out, before it does anything for which a virtual thread could move to another carrier.
final class OpenSslFunctions {
    /// Result of functions with a verdict that did what they were called for.
    static final int DONE = 1;

    private static final Linker LINKER = Linker.nativeLinker();

    private final SymbolLookup library;
    private final MethodHandle initialize;
    private final MethodHandle version;
    private final MethodHandle newLibraryContext;
    private final MethodHandle freeLibraryContext;
    private final MethodHandle contextByName;
    private final MethodHandle contextOfKey;
    private final MethodHandle freeContext;
    private final MethodHandle freeKey;
    private final MethodHandle startImports;
    private final MethodHandle importKey;
    private final MethodHandle startDerivation;
    private final MethodHandle setPeer;
    private final MethodHandle derive;
    private final MethodHandle takeError;

    /// @throws UnsupportedOperationException if one of them is missing, so that this is no OpenSSL 3
    OpenSslFunctions(SymbolLookup library) {
        this.library = library;
        initialize = function("OPENSSL_init_crypto", JAVA_INT, JAVA_LONG, ADDRESS);
        version = function("OpenSSL_version_num", JAVA_LONG);
        newLibraryContext = function("OSSL_LIB_CTX_new", ADDRESS);
        freeLibraryContext = procedure("OSSL_LIB_CTX_free", ADDRESS);
        contextByName = function("EVP_PKEY_CTX_new_from_name", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        contextOfKey = function("EVP_PKEY_CTX_new_from_pkey", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        freeContext = procedure("EVP_PKEY_CTX_free", ADDRESS);
        freeKey = procedure("EVP_PKEY_free", ADDRESS);
        startImports = function("EVP_PKEY_fromdata_init", JAVA_INT, ADDRESS);
        importKey = function("EVP_PKEY_fromdata", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
        startDerivation = function("EVP_PKEY_derive_init", JAVA_INT, ADDRESS);
        setPeer = function("EVP_PKEY_derive_set_peer_ex", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
        derive = function("EVP_PKEY_derive", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        takeError = function("ERR_get_error", JAVA_LONG);
    }

    private MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(result, arguments));
    }

    private MethodHandle procedure(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.ofVoid(arguments));
    }

    @SuppressWarnings("restricted")
    private MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(
                library.find(name).orElseThrow(() -> new UnsupportedOperationException("no OpenSSL 3: no " + name)),
                descriptor);
    }

    /// Prepares the library for this process, unless something else already did.
    boolean initialize(long options) {
        try {
            return (int) initialize.invokeExact(options, MemorySegment.NULL) == DONE;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Major, minor and patch version, with points between.
    String version() {
        try {
            long number = (long) version.invokeExact(); // 0xMNN00PP0
            return (number >>> 28) + "." + (number >>> 20 & 0xff) + "." + (number >>> 4 & 0xff);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// An `OSSL_LIB_CTX` with the built-in provider and without a configuration; null without memory.
    MemorySegment newLibraryContext() {
        try {
            return (MemorySegment) newLibraryContext.invokeExact();
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    void freeLibraryContext(MemorySegment context) {
        call(freeLibraryContext, context);
    }

    /// An `EVP_PKEY_CTX` for keys of the named algorithm; null if nobody provides it.
    MemorySegment contextByName(MemorySegment library, MemorySegment name) {
        return create(contextByName, library, name);
    }

    /// An `EVP_PKEY_CTX` for what the key is to do.
    MemorySegment contextOfKey(MemorySegment library, MemorySegment key) {
        return create(contextOfKey, library, key);
    }

    void freeContext(MemorySegment context) {
        call(freeContext, context);
    }

    void freeKey(MemorySegment key) {
        call(freeKey, key);
    }

    boolean startImports(MemorySegment context) {
        return test(startImports, context);
    }

    /// Writes the pointer to a new `EVP_PKEY` of the parts that are selected among the parameters. Where it fails the
    /// pointer may all the same be one, which has to be freed.
    boolean importKey(MemorySegment context, MemorySegment pointer, int selection, MemorySegment parameters) {
        try {
            return (int) importKey.invokeExact(context, pointer, selection, parameters) == DONE;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    boolean startDerivation(MemorySegment context) {
        return test(startDerivation, context);
    }

    /// Says with whose key to agree, as it is: X25519 takes every key.
    boolean setPeer(MemorySegment context, MemorySegment key) {
        try {
            return (int) setPeer.invokeExact(context, key, 0) == DONE;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    boolean derive(MemorySegment context, MemorySegment secret, MemorySegment size) {
        try {
            return (int) derive.invokeExact(context, secret, size) == DONE;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Empties this thread's queue of errors.
    ///
    /// @return the code of the first one, 0 if there was none
    long takeErrors() {
        try {
            long first = (long) takeError.invokeExact();
            long next = first;
            while (next != 0) {
                next = (long) takeError.invokeExact();
            }
            return first;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static MemorySegment create(MethodHandle function, MemorySegment library, MemorySegment of) {
        try {
            return (MemorySegment) function.invokeExact(library, of, MemorySegment.NULL);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static boolean test(MethodHandle function, MemorySegment context) {
        try {
            return (int) function.invokeExact(context) == DONE;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static void call(MethodHandle procedure, MemorySegment argument) {
        try {
            procedure.invokeExact(argument);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// A native call throws nothing of its own: what arrives here is a bug or the end of memory.
    private static RuntimeException broken(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("call into OpenSSL failed", e);
    }
}
