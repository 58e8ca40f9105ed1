package io.florin.crypto.seal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The system's OpenSSL with an ear at the functions that make and free objects, and with failures and wrong answers on
/// demand. For one thread.
final class WatchedOpenSsl implements SymbolLookup {
    /// What becomes of an answer of `EVP_PKEY_derive`.
    enum Answers {
        RIGHT,
        ONE_BIT_WRONG,
        SMALL_ORDER_TAKEN,
        SMALL_ORDER_SAID_TO_BE_RIGHT,
        TOO_SHORT
    }

    private static final Linker LINKER = Linker.nativeLinker();

    private final SymbolLookup library = OpenSslLibrary.find().orElseThrow(MissingOpenSsl::endsTheTest);
    private final Map<String, MethodHandle> real = new HashMap<>();
    private final Map<String, MemorySegment> stubs = new HashMap<>();
    private final Set<Long> live = new HashSet<>();
    private final Set<Long> secrets = new HashSet<>();
    private final Set<String> failing = new HashSet<>();
    private final Set<String> missing = new HashSet<>();
    private Answers answers = Answers.RIGHT;
    private int made;
    private int strangersFreed;
    private int secretsLeft;

    WatchedOpenSsl() {
        watch("OpenSSL_version_num", "version", FunctionDescriptor.of(JAVA_LONG));
        watch("EVP_PKEY_CTX_new_from_name", "byName", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        watch("EVP_PKEY_CTX_new_from_pkey", "ofKey", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        watch("EVP_PKEY_fromdata", "importKey", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
        watch("EVP_PKEY_derive_set_peer_ex", "setPeer", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        watch("EVP_PKEY_derive", "derive", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
        watch("EVP_PKEY_CTX_free", "freeContext", FunctionDescriptor.ofVoid(ADDRESS));
        watch("EVP_PKEY_free", "freeKey", FunctionDescriptor.ofVoid(ADDRESS));
    }

    @SuppressWarnings("restricted")
    private void watch(String function, String method, FunctionDescriptor descriptor) {
        real.put(function, LINKER.downcallHandle(library.findOrThrow(function), descriptor));
        try {
            MethodType type = descriptor.toMethodType();
            MethodHandle ours = MethodHandles.lookup()
                    .findVirtual(WatchedOpenSsl.class, method, type)
                    .bindTo(this);
            stubs.put(function, LINKER.upcallStub(ours, descriptor, Arena.ofAuto()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<MemorySegment> find(String name) {
        if (missing.contains(name)) {
            return Optional.empty();
        }
        return Optional.ofNullable(stubs.get(name)).or(() -> library.find(name));
    }

    /// Makes calls of the function fail, or end with no object, from here on.
    void fail(String function) {
        failing.add(function);
    }

    /// Ends failures. What they made the engine give up, with its memory, is not looked at any more.
    void mend() {
        failing.clear();
        secrets.clear();
        answers = Answers.RIGHT;
    }

    void hide(String function) {
        missing.add(function);
    }

    void answer(Answers wrongly) {
        answers = wrongly;
    }

    /// Objects that were made and not freed.
    int live() {
        return live.size();
    }

    /// Objects that were made.
    int made() {
        return made;
    }

    /// Frees of what was freed before or never made.
    int strangersFreed() {
        return strangersFreed;
    }

    /// Buffers of scalars and secrets that were not zero when a key or context was freed.
    int secretsLeft() {
        return secretsLeft;
    }

    /// Errors that wait in this thread's queue.
    boolean hasErrors() throws Throwable {
        MethodHandle peek = handle("ERR_peek_error", FunctionDescriptor.of(JAVA_LONG));
        return (long) peek.invokeExact() != 0;
    }

    @SuppressWarnings("restricted")
    private MethodHandle handle(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(library.findOrThrow(name), descriptor);
    }

    private MethodHandle real(String name) {
        return Objects.requireNonNull(real.get(name), name);
    }

    private MemorySegment remember(MemorySegment object) {
        if (object.address() != 0) {
            live.add(object.address());
            made++;
        }
        return object;
    }

    private void forget(MemorySegment object) {
        if (object.address() == 0) {
            return;
        }
        if (!live.remove(object.address())) {
            strangersFreed++;
        }
        for (long secret : secrets) {
            secretsLeft += isZero(secret) ? 0 : 1;
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment at(long address, long size) {
        return MemorySegment.ofAddress(address).reinterpret(size);
    }

    private static boolean isZero(long address) {
        for (byte each : at(address, 32).toArray(JAVA_BYTE)) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    // In place of OpenSSL's functions: an upcall must not throw.

    long version() throws Throwable {
        String function = "OpenSSL_version_num";
        return failing.contains(function) ? 0x40000000L : (long) real(function).invokeExact();
    }

    MemorySegment byName(MemorySegment context, MemorySegment name, MemorySegment properties) throws Throwable {
        String function = "EVP_PKEY_CTX_new_from_name";
        return failing.contains(function)
                ? MemorySegment.NULL
                : remember((MemorySegment) real(function).invokeExact(context, name, properties));
    }

    MemorySegment ofKey(MemorySegment context, MemorySegment key, MemorySegment properties) throws Throwable {
        String function = "EVP_PKEY_CTX_new_from_pkey";
        return failing.contains(function)
                ? MemorySegment.NULL
                : remember((MemorySegment) real(function).invokeExact(context, key, properties));
    }

    /// A failure leaves an object behind, as early versions do.
    int importKey(MemorySegment context, MemorySegment pointer, int selection, MemorySegment parameters)
            throws Throwable {
        if (selection == 0x87) {
            secrets.add(at(parameters.address(), 40).get(ADDRESS, 16).address());
        }
        int code = (int) real("EVP_PKEY_fromdata").invokeExact(context, pointer, selection, parameters);
        remember(at(pointer.address(), 8).get(ADDRESS, 0));
        return failing.contains("EVP_PKEY_fromdata" + selection) ? 0 : code;
    }

    int setPeer(MemorySegment context, MemorySegment key, int validate) throws Throwable {
        String function = "EVP_PKEY_derive_set_peer_ex";
        return failing.contains(function) ? 0 : (int) real(function).invokeExact(context, key, validate);
    }

    int derive(MemorySegment context, MemorySegment secret, MemorySegment size) throws Throwable {
        secrets.add(secret.address());
        int code = (int) real("EVP_PKEY_derive").invokeExact(context, secret, size);
        MemorySegment bytes = at(secret.address(), 32);
        switch (answers) {
            case ONE_BIT_WRONG -> bytes.set(JAVA_BYTE, 31, (byte) (bytes.get(JAVA_BYTE, 31) ^ 1));
            case TOO_SHORT -> at(size.address(), 8).set(JAVA_LONG, 0, 31);
            case SMALL_ORDER_TAKEN -> {
                if (code != 1) {
                    bytes.set(JAVA_BYTE, 0, (byte) 1);
                    return 1;
                }
            }
            case SMALL_ORDER_SAID_TO_BE_RIGHT -> {
                if (code != 1) {
                    bytes.fill((byte) 0);
                    return 1;
                }
            }
            case RIGHT -> {}
        }
        return failing.contains("EVP_PKEY_derive") ? 0 : code;
    }

    void freeContext(MemorySegment context) throws Throwable {
        forget(context);
        real("EVP_PKEY_CTX_free").invokeExact(context);
    }

    void freeKey(MemorySegment key) throws Throwable {
        forget(key);
        real("EVP_PKEY_free").invokeExact(key);
    }
}
