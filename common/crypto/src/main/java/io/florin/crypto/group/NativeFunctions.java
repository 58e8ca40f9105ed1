package io.florin.crypto.group;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Handles to blst's C functions by their names in `blst.h` and `blst_aux.h`, and the calls of the few shapes they
/// have.
///
/// The functions check nothing about the memory they are given; the callers in this package pass segments of the sizes
/// blst names, in an arena confined to the call or, for quick functions, on the heap. All functions are reentrant. A C
/// `bool` or `int` used as one comes back as its low byte.
final class NativeFunctions {
    private static final Linker LINKER = Linker.nativeLinker();

    private final SymbolLookup library;

    NativeFunctions(SymbolLookup library) {
        this.library = library;
    }

    MethodHandle procedure(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.ofVoid(arguments));
    }

    MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(result, arguments));
    }

    /// As [#procedure], for functions of some microseconds: they take arrays of Java as they lie, uncopied, and no
    /// garbage is collected meanwhile.
    MethodHandle quickProcedure(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.ofVoid(arguments), Linker.Option.critical(true));
    }

    /// As [#function], with arrays of Java.
    MethodHandle quickFunction(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(result, arguments), Linker.Option.critical(true));
    }

    @SuppressWarnings("restricted")
    private MethodHandle handle(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return LINKER.downcallHandle(
                library.find(name).orElseThrow(() -> new IllegalStateException("blst has no " + name)),
                descriptor,
                options);
    }

    static MemorySegment copyOf(Arena arena, long[] words) {
        return arena.allocateFrom(ValueLayout.JAVA_LONG, words);
    }

    static void call(MethodHandle procedure, MemorySegment a, MemorySegment b) {
        try {
            procedure.invokeExact(a, b);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void call(MethodHandle procedure, MemorySegment a, MemorySegment b, MemorySegment c) {
        try {
            procedure.invokeExact(a, b, c);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static boolean test(MethodHandle predicate, MemorySegment a) {
        try {
            return (byte) predicate.invokeExact(a) != 0;
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int code(MethodHandle function, MemorySegment a, MemorySegment b) {
        try {
            return (int) function.invokeExact(a, b);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// A native call throws nothing of its own: what arrives here is a bug or the end of memory.
    static RuntimeException broken(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("call into blst failed", e);
    }
}
