package io.florin.sandbox.synced;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rewrites the `force` of this JVM's file channels so that it tells [SyncRecorder] what it has forced. Only for
/// drills: `-javaagent:JAR=FILE`.
public final class SyncAgent {
    private static final ClassDesc RECORDER = ClassDesc.of("io.florin.sandbox.synced.SyncRecorder");
    private static final MethodTypeDesc FORCED =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_long);
    private static final MethodTypeDesc FORCE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_boolean);
    private static final MethodTypeDesc SIZE = MethodTypeDesc.of(ConstantDescs.CD_long);

    private SyncAgent() {}

    /// @param file where the lines go
    public static void premain(String file, Instrumentation instrumentation) throws Exception {
        SyncRecorder.begin(file);
        Class<?> channel = channelClass();
        var rewriting = new Rewriting(channel);
        instrumentation.addTransformer(rewriting, true);
        instrumentation.retransformClasses(channel);
        if (!rewriting.done) {
            throw new IllegalStateException("the file channel of this JVM cannot be watched");
        }
    }

    /// Of the channels that are opened by a path.
    private static Class<?> channelClass() throws IOException {
        Path any = Files.createTempFile("florin-synced-", ".probe");
        try (FileChannel channel = FileChannel.open(any, StandardOpenOption.WRITE)) {
            return channel.getClass();
        } finally {
            Files.delete(any);
        }
    }

    private static final class Rewriting implements ClassFileTransformer {
        private final Class<?> channel;
        private volatile boolean done;

        Rewriting(Class<?> channel) {
            this.channel = channel;
        }

        @Override
        public byte @Nullable [] transform(
                Module module,
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] bytes) {
            if (!Objects.equals(redefined, channel)) {
                return null;
            }
            ClassDesc self = channel.describeConstable().orElseThrow();
            ClassFile files = ClassFile.of();
            byte[] rewritten = files.transformClass(
                    files.parse(bytes),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString("force")
                                    && method.methodTypeSymbol().equals(FORCE),
                            CodeTransform.ofStateful(() -> new Forcing(self))));
            done = true;
            return rewritten;
        }
    }

    /// `long before = size();` at the beginning, and `SyncRecorder.forced(path, before);` before each return.
    private static final class Forcing implements CodeTransform {
        private final ClassDesc self;
        private int before = -1;

        Forcing(ClassDesc self) {
            this.self = self;
        }

        @Override
        public void atStart(CodeBuilder code) {
            before = code.allocateLocal(java.lang.classfile.TypeKind.LONG);
            code.aload(0).invokevirtual(self, "size", SIZE).lstore(before);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                code.aload(0)
                        .getfield(self, "path", ConstantDescs.CD_String)
                        .lload(before)
                        .invokestatic(RECORDER, "forced", FORCED);
            }
            code.with(element);
        }
    }
}
