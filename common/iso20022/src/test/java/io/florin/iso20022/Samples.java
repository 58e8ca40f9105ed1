package io.florin.iso20022;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
/// Parties and files that the tests share.

final class Samples {
    static final MessageModels MODELS = new MessageModels();
    static final SupportedCurrency FLN = new SupportedCurrency("FLN", 2);
    static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-02T12:00:00+01:00");
    static final Bic BANK = new Bic("FLORXFAA");
    static final TransferFileWriter WRITER = new TransferFileWriter();

    private Samples() {}

    static Party person(int number) {
        return new Party(
                Optional.of("Person " + number + " & Söhne <" + number + ">"),
                Optional.of(Iban.of("XF", String.format("FLOR%010d", number))),
                Optional.of(BANK),
                Optional.empty());
    }

    static TransferFile payroll(int lines) {
        List<Party> employees =
                IntStream.rangeClosed(1, 200).mapToObj(Samples::person).toList();
        PayrollMaker payroll = new PayrollMaker(person(0), employees, FLN, 100_000, 500_000);
        return payroll.file("PAYROLL-2026-03", NOON, lines, new Random(7));
    }

    /// Three transfers of 1.00, 2.00 and 3.00 in one batch.
    static String threeLines() {
        List<TransferFile.Transfer> transfers = IntStream.rangeClosed(1, 3)
                .mapToObj(i -> new TransferFile.Transfer(
                        "E2E-" + i,
                        Optional.of(Uetr.from(new Random(i))),
                        i * 100L,
                        person(i),
                        Optional.of("Line " + i)))
                .toList();
        TransferFile file = new TransferFile(
                "MSG-1",
                NOON,
                "Employer",
                FLN,
                List.of(new TransferFile.TransferBatch("BATCH-1", person(0), NOON.toLocalDate(), transfers)));
        return new String(WRITER.write(file), StandardCharsets.UTF_8);
    }

    /// Twenty batches of fifty transfers each, all different.
    static String twentyBatches() {
        List<TransferFile.TransferBatch> batches = IntStream.rangeClosed(1, 20)
                .mapToObj(batch -> new TransferFile.TransferBatch(
                        "BATCH-" + batch,
                        person(0),
                        NOON.toLocalDate(),
                        IntStream.rangeClosed(1, 50)
                                .mapToObj(i -> new TransferFile.Transfer(
                                        "E2E-" + batch + "-" + i,
                                        Optional.empty(),
                                        batch * 100L + i,
                                        person(i),
                                        Optional.empty()))
                                .toList()))
                .toList();
        return new String(
                WRITER.write(new TransferFile("MSG-20", NOON, "Employer", FLN, batches)), StandardCharsets.UTF_8);
    }

    /// Outcomes of the good lines; the refused ones are left to their violations.
    static IntFunction<Optional<Outcome>> outcomes(PaymentFile file, Function<PaymentLine, Outcome> ofLine) {
        Map<Integer, Outcome> outcomes = new HashMap<>();
        file.lines().forEach(line -> outcomes.put(line.number(), ofLine.apply(line)));
        return number -> Optional.ofNullable(outcomes.get(number));
    }

    static StatusReport report(String messageId, Reading.Refused refused) {
        return StatusReport.refused(
                messageId,
                NOON,
                refused.reference(),
                refused.definition().map(MessageDefinition::id).orElse(""),
                StatusText.of(refused.violations()));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Reading read(String xml) {
        return new PaymentFileReader(MODELS, FLN).read(bytes(xml));
    }

    static PaymentFile taken(String xml) {
        return switch (read(xml)) {
            case Reading.Taken taken -> taken.file();
            case Reading.Refused refused -> throw new AssertionError("refused: " + refused.violations());
        };
    }

    static List<Violation> refusal(String xml) {
        return switch (read(xml)) {
            case Reading.Taken taken -> throw new AssertionError("taken: " + taken.file());
            case Reading.Refused refused -> refused.violations();
        };
    }

    static List<Violation> violations(byte[] xml) {
        return switch (new MessageValidator(MODELS).validate(xml)) {
            case MessageValidator.Validation.Valid valid -> List.of();
            case MessageValidator.Validation.Invalid invalid -> invalid.violations();
        };
    }

    /// Replaces the only occurrence of a text.
    static String with(String xml, String old, String fresh) {
        int at = xml.indexOf(old);
        if (at < 0 || xml.indexOf(old, at + 1) >= 0) {
            throw new AssertionError("not exactly once: " + old);
        }
        return xml.replace(old, fresh);
    }

    /// Work of this thread, without its waits: a busy machine takes longer and works no more.
    static Duration workDone() {
        return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }
}
