package io.florin.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import java.util.Locale;

/// Finds `Signature.getInstance(algorithm)` without a provider where the algorithm is Ed25519, or is not a constant and
/// so might be.
final class PlainEd25519 {

    static final ArchCondition<JavaClass> NOT_USED = new ArchCondition<>("name the provider of Ed25519") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            for (MethodModel method : Bytecode.of(type).methods()) {
                if (isIn(method)) {
                    String name = type.getName() + "." + method.methodName().stringValue();
                    events.add(SimpleConditionEvent.violated(
                            type, name + " calls Signature.getInstance for Ed25519 without a provider"));
                }
            }
        }
    };

    private PlainEd25519() {}

    private static boolean isIn(MethodModel method) {
        List<Instruction> code = method.code().stream()
                .flatMap(body -> body.elementStream())
                .filter(Instruction.class::isInstance)
                .map(Instruction.class::cast)
                .toList();
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i) instanceof InvokeInstruction call && isPlainGetInstance(call)) {
                if (i == 0 || mayBeEd25519(code.get(i - 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPlainGetInstance(InvokeInstruction call) {
        return call.owner().asInternalName().equals("java/security/Signature")
                && call.name().stringValue().equals("getInstance")
                && call.typeSymbol().parameterCount() == 1;
    }

    private static boolean mayBeEd25519(Instruction argument) {
        if (argument instanceof ConstantInstruction constant && constant.constantValue() instanceof String algorithm) {
            return algorithm.toUpperCase(Locale.ROOT).startsWith("ED");
        }
        return true;
    }
}
