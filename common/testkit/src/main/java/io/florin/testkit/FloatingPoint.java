package io.florin.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds `float` and `double` in a class: in its fields, parameters and results, and in every instruction, so that a
/// local `amount * 0.1` is found too.
final class FloatingPoint {

    static final ArchCondition<JavaClass> NOT_USED = new ArchCondition<>("use no floating point") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            findings(type).forEach(finding -> events.add(SimpleConditionEvent.violated(type, finding)));
        }
    };

    private static final Set<String> TYPES = Set.of("F", "D", "Ljava/lang/Float;", "Ljava/lang/Double;");

    private FloatingPoint() {}

    private static Stream<String> findings(JavaClass type) {
        var model = Bytecode.of(type);
        Stream<String> fields = model.fields().stream()
                .filter(field -> isFloating(field.fieldTypeSymbol()))
                .map(field -> "field " + name(type, field) + " is floating point");
        Stream<String> methods = model.methods().stream().flatMap(method -> inMethod(type, method));
        return Stream.concat(fields, methods);
    }

    private static Stream<String> inMethod(JavaClass type, MethodModel method) {
        String name = type.getName() + "." + method.methodName().stringValue();
        Stream<String> signature = isFloating(method.methodTypeSymbol())
                ? Stream.of("method " + name + " takes or gives floating point")
                : Stream.empty();
        Stream<String> code = method.code().stream()
                .flatMap(body -> body.elementStream())
                .filter(Instruction.class::isInstance)
                .map(Instruction.class::cast)
                .map(FloatingPoint::in)
                .flatMap(Optional::stream)
                .map(what -> "method " + name + " uses " + what)
                .distinct();
        return Stream.concat(signature, code);
    }

    private static Optional<String> in(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call
            when isFloating(call.typeSymbol()) ->
                Optional.of(call.owner().asInternalName() + "." + call.name().stringValue());
            case ConstantInstruction constant
            when constant.constantValue() instanceof Double || constant.constantValue() instanceof Float ->
                Optional.of("the constant " + constant.constantValue());
            default ->
                isFloating(instruction.opcode().name())
                        ? Optional.of(instruction.opcode().name())
                        : Optional.empty();
        };
    }

    /// The opcodes are `D…` and `F…` (but `DUP`), and the conversions `I2D`, `L2D`, `I2F` and `L2F`.
    private static boolean isFloating(String opcode) {
        boolean arithmetic = (opcode.startsWith("D") && !opcode.startsWith("DUP")) || opcode.startsWith("F");
        return arithmetic || opcode.endsWith("2D") || opcode.endsWith("2F");
    }

    private static boolean isFloating(MethodTypeDesc type) {
        return isFloating(type.returnType()) || type.parameterList().stream().anyMatch(FloatingPoint::isFloating);
    }

    private static boolean isFloating(ClassDesc type) {
        String descriptor = type.descriptorString();
        return TYPES.contains(descriptor.substring(descriptor.lastIndexOf('[') + 1));
    }

    private static String name(JavaClass type, FieldModel field) {
        return type.getName() + "." + field.fieldName().stringValue();
    }
}
