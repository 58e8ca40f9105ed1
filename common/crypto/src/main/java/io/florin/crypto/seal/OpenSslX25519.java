package io.florin.crypto.seal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.florin.crypto.Bytes32;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// X25519 by OpenSSL 3 of the system, in a library context of its own: no configuration file, no provider but the one
/// that is built in, nothing that other code in this process sets or that it would see.
///
/// Keys become objects of OpenSSL for one agreement only. So nothing native outlives a key pair, nor is used after it
/// was closed, and a key pair needs no closing for the sake of memory. What is kept between agreements is the context
/// that makes keys of bytes (without it an agreement costs a tenth more), in slots for one thread at a time, and holds
/// no secret.
final class OpenSslX25519 implements X25519Engine {
    private static final int MAJOR = 3;

    /// Neither `openssl.cnf` is read, nor is anything torn down at the end of the process, where threads may still
    /// compute.
    private static final long INITIALIZATION = 0x00000080L | 0x00080000L;

    private static final String ALGORITHM = "X25519";
    private static final int IDLE_SLOTS_MAX = 16;

    /// `EVP_PKEY_PUBLIC_KEY` and `EVP_PKEY_KEYPAIR`.
    private static final int SELECT_PUBLIC_KEY = 0x86;

    private static final int SELECT_KEY_PAIR = 0x87;

    private final OpenSslFunctions functions;
    private final MemorySegment library;
    private final MemorySegment algorithm = text(ALGORITHM);
    private final MemorySegment privatePart = text("priv");
    private final MemorySegment publicPart = text("pub");
    private final BlockingQueue<Slot> idle = new ArrayBlockingQueue<>(IDLE_SLOTS_MAX);

    private OpenSslX25519(OpenSslFunctions functions, MemorySegment library) {
        this.functions = functions;
        this.library = library;
    }

    private static MemorySegment text(String ascii) {
        return Arena.ofAuto().allocateFrom(ascii).asReadOnly();
    }

    /// The engine, or nothing where the system has no OpenSSL 3 or one that does not offer X25519 (a FIPS machine).
    ///
    /// @throws IllegalStateException if it computes wrongly: such a machine must not go on
    static Optional<X25519Engine> load() {
        return OpenSslLibrary.find().flatMap(OpenSslX25519::load);
    }

    /// As [#load()], by the functions of this library.
    static Optional<X25519Engine> load(SymbolLookup symbols) {
        OpenSslFunctions functions;
        try {
            functions = new OpenSslFunctions(symbols);
        } catch (UnsupportedOperationException anotherLibrary) {
            return Optional.empty();
        }
        if (!functions.version().startsWith(MAJOR + ".") || !functions.initialize(INITIALIZATION)) {
            return Optional.empty();
        }
        MemorySegment library = functions.newLibraryContext();
        if (isNull(library)) {
            throw new IllegalStateException("OpenSSL has no memory for a library context");
        }
        var engine = new OpenSslX25519(functions, library);
        if (!engine.offersX25519()) {
            functions.freeLibraryContext(library);
            return Optional.empty();
        }
        X25519SelfTest.pass(engine);
        return Optional.of(engine);
    }

    private boolean offersX25519() {
        MemorySegment context = functions.contextByName(library, algorithm);
        if (isNull(context)) {
            functions.takeErrors();
            return false;
        }
        functions.freeContext(context);
        return true;
    }

    @Override
    public String name() {
        return "OpenSSL " + functions.version();
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public boolean agree(byte[] scalar, byte[] publicKey, byte[] theirs, int theirsOffset, byte[] secret) {
        Slot slot = idle.poll();
        if (slot == null) {
            slot = new Slot();
        }
        boolean sound = false;
        try {
            boolean agreed = slot.agree(scalar, publicKey, theirs, theirsOffset, secret);
            sound = true;
            return agreed;
        } finally {
            slot.wipe();
            if (!sound || !idle.offer(slot)) {
                slot.free();
            }
        }
    }

    private static boolean isNull(MemorySegment pointer) {
        return pointer.address() == 0;
    }

    private IllegalStateException failed(String what) {
        return new IllegalStateException(
                "OpenSSL " + what + " failed, error 0x" + Long.toHexString(functions.takeErrors()));
    }

    /// A context that makes keys of bytes, and the memory that it reads them from: for one agreement at a time.
    private final class Slot {
        /// Bytes of an `OSSL_PARAM`: name, type, address of the value, its size, size returned. One of zeros ends a
        /// list.
        private static final long PARAMETER = 40;

        private static final int OCTETS = 5;

        private final MemorySegment imports;
        private final MemorySegment keys;
        private final MemorySegment scalar;
        private final MemorySegment publicKey;
        private final MemorySegment theirs;
        private final MemorySegment secret;
        private final MemorySegment size;
        private final MemorySegment pointer;
        private final MemorySegment pairParameters;
        private final MemorySegment theirParameters;

        Slot() {
            imports = functions.contextByName(library, algorithm);
            if (isNull(imports) || !functions.startImports(imports)) {
                functions.freeContext(imports); // takes null
                throw failed("making a context");
            }
            Arena arena = Arena.ofAuto();
            keys = arena.allocate(4L * SIZE, Long.BYTES);
            scalar = keys.asSlice(0, SIZE);
            publicKey = keys.asSlice(SIZE, SIZE);
            theirs = keys.asSlice(2L * SIZE, SIZE);
            secret = keys.asSlice(3L * SIZE, SIZE);
            size = arena.allocate(JAVA_LONG);
            pointer = arena.allocate(ADDRESS);
            pairParameters = arena.allocate(3 * PARAMETER, Long.BYTES);
            parameter(pairParameters, 0, privatePart, scalar);
            parameter(pairParameters, PARAMETER, publicPart, publicKey);
            theirParameters = arena.allocate(2 * PARAMETER, Long.BYTES);
            parameter(theirParameters, 0, publicPart, theirs);
        }

        private static void parameter(MemorySegment list, long offset, MemorySegment name, MemorySegment value) {
            list.set(ADDRESS, offset, name);
            list.set(JAVA_INT, offset + 8, OCTETS);
            list.set(ADDRESS, offset + 16, value);
            list.set(JAVA_LONG, offset + 24, value.byteSize());
        }

        boolean agree(byte[] ownScalar, byte[] ownPublicKey, byte[] their, int theirOffset, byte[] agreed) {
            MemorySegment.copy(ownScalar, 0, scalar, JAVA_BYTE, 0, SIZE);
            MemorySegment.copy(ownPublicKey, 0, publicKey, JAVA_BYTE, 0, SIZE);
            MemorySegment.copy(their, theirOffset, theirs, JAVA_BYTE, 0, SIZE);
            MemorySegment own = key(SELECT_KEY_PAIR, pairParameters);
            MemorySegment other = MemorySegment.NULL;
            MemorySegment derivation = MemorySegment.NULL;
            try {
                other = key(SELECT_PUBLIC_KEY, theirParameters);
                derivation = functions.contextOfKey(library, own);
                if (isNull(derivation)
                        || !functions.startDerivation(derivation)
                        || !functions.setPeer(derivation, other)) {
                    throw failed("preparing an agreement");
                }
                return derive(derivation, agreed);
            } finally {
                wipe(); // first, whatever comes of the rest
                functions.freeContext(derivation); // these take null
                functions.freeKey(other);
                functions.freeKey(own);
            }
        }

        private MemorySegment key(int selection, MemorySegment parameters) {
            pointer.set(ADDRESS, 0, MemorySegment.NULL);
            boolean made = functions.importKey(imports, pointer, selection, parameters);
            MemorySegment key = pointer.get(ADDRESS, 0);
            if (!made || isNull(key)) {
                wipe();
                functions.freeKey(key); // takes null
                throw failed("importing a key");
            }
            return key;
        }

        /// OpenSSL fails where the secret is zero, without saying that this was why: so where it fails, the other key
        /// must be one of those, or something else is wrong.
        private boolean derive(MemorySegment derivation, byte[] agreed) {
            size.set(JAVA_LONG, 0, SIZE);
            if (functions.derive(derivation, secret, size)) {
                if (size.get(JAVA_LONG, 0) != SIZE) {
                    throw new IllegalStateException("OpenSSL agreed on " + size.get(JAVA_LONG, 0) + " bytes");
                }
                MemorySegment.copy(secret, JAVA_BYTE, 0, agreed, 0, SIZE);
                return !isZero(agreed);
            }
            if (!SmallOrder.contains(Bytes32.of(theirs.toArray(JAVA_BYTE)))) {
                throw failed("agreeing");
            }
            functions.takeErrors();
            Arrays.fill(agreed, 0, SIZE, (byte) 0);
            return false;
        }

        private static boolean isZero(byte[] secret) {
            int bits = 0;
            for (int i = 0; i < SIZE; i++) {
                bits |= secret[i];
            }
            return bits == 0;
        }

        void wipe() {
            keys.fill((byte) 0);
        }

        void free() {
            functions.freeContext(imports);
        }
    }
}
