package io.florin.bank.iso20022;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
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
        Payroll payroll = new Payroll(person(0), employees, FLN, 100_000, 500_000);
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
}
