package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.communication.server.ServerConnection;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes the library listen on the loopback address. It opens its port for links with `new ServerSocket(port)`, which
/// is all interfaces, in the middle of a constructor; no setting, no subclass and no factory of sockets comes in
/// between. So the one class that does it is defined by this party, before the library asks for it, with one call
/// changed: `new ServerSocket(port, backlog, loopback)`. There is no moment at which the port is open to others.
///
/// A library in which that call is not found exactly once is another one, and is not started; nor is one whose class
/// was loaded before.
final class LoopbackPatch {
    private static final String LAYER = "ServersCommunicationLayer.class";
    private static final int WAITING_MAX = 64;
    private static final ClassDesc SERVER_SOCKET = ClassDesc.of("java.net.ServerSocket");
    private static final ClassDesc INET_ADDRESS = ClassDesc.of("java.net.InetAddress");
    private static final MethodTypeDesc PORT_ONLY = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc PORT_AND_ADDRESS =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int, INET_ADDRESS);

    /// A class is defined once in the life of a class loader; so is this one initialized.
    private static final Class<?> PATCHED = define();

    private LoopbackPatch() {}

    /// Before anything of the library is made.
    ///
    /// @return the class of the library that listens
    static Class<?> install() {
        return PATCHED;
    }

    private static Class<?> define() {
        try (InputStream found = ServerConnection.class.getResourceAsStream(LAYER)) {
            if (found == null) {
                throw new Failure("the library has no " + LAYER);
            }
            byte[] patched = patched(found.readAllBytes());
            return MethodHandles.privateLookupIn(ServerConnection.class, MethodHandles.lookup())
                    .defineClass(patched);
        } catch (IOException | IllegalAccessException | LinkageError other) {
            throw new Failure("the library's port for links cannot be kept on this host", other);
        }
    }

    static byte[] patched(byte[] original) {
        var changed = new AtomicInteger();
        CodeTransform onLoopback = (code, element) -> {
            if (element instanceof InvokeInstruction call && opensOnAllInterfaces(call)) {
                changed.incrementAndGet();
                code.loadConstant(WAITING_MAX)
                        .invokestatic(INET_ADDRESS, "getLoopbackAddress", MethodTypeDesc.of(INET_ADDRESS))
                        .invokespecial(SERVER_SOCKET, ConstantDescs.INIT_NAME, PORT_AND_ADDRESS);
            } else {
                code.with(element);
            }
        };
        ClassFile classes = ClassFile.of();
        byte[] patched = classes.transformClass(
                classes.parse(original),
                ClassTransform.transformingMethodBodies(LoopbackPatch::isConstructor, onLoopback));
        if (changed.get() != 1) {
            throw new Failure("the library opens " + changed.get() + " ports for links, not one");
        }
        return patched;
    }

    private static boolean isConstructor(MethodModel method) {
        return method.methodName().equalsString(ConstantDescs.INIT_NAME);
    }

    private static boolean opensOnAllInterfaces(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESPECIAL
                && call.owner().asSymbol().equals(SERVER_SOCKET)
                && call.name().equalsString(ConstantDescs.INIT_NAME)
                && call.typeSymbol().equals(PORT_ONLY);
    }
}
