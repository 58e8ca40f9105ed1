package io.florin.instant.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.HeldWindow;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.OutputCertificate;
import io.florin.ledger.rail.OutputId;
import io.florin.ledger.rail.OutputRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.ReceivedPayment;
import io.florin.ledger.rail.SignedEffects;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.SignedOutputTransaction;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.Vote;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.testkit.Seeded;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every request and every answer through its bytes, and through bytes that are nearly right.
class RailChannelCodecTest {
    private static final int DAMAGES = 400;

    private final Random random = new Random(7);

    private static List<RailRequest> requests(TestRail rail) {
        Ed25519KeyPair alice = rail.newKey();
        Ed25519KeyPair bob = rail.newKey();
        SignedOrder order = rail.order(alice, bob, 700, 0);
        TransferCertificate certificate = rail.certify(order);
        CarriedPayments carried = new CarriedPayments(List.of(rail.finish(rail.order(bob, alice, 5, 3))));
        RailAccount account = TestRail.accountOf(alice);
        SignedOutputTransaction outputs = outputs(rail);
        return List.of(
                new RailRequest.Order(new OrderRequest(order, carried)),
                new RailRequest.Confirmation(new ConfirmationOrder(certificate, CarriedPayments.NONE)),
                new RailRequest.Account(account, 5, 6),
                new RailRequest.Certificate(order.id()),
                new RailRequest.CertificateAt(account, 3),
                new RailRequest.OpenSequence(account, 0),
                new RailRequest.Statement(account, 0),
                new RailRequest.Outputs(new OutputRequest(outputs, List.of(rail.finish(outputs(rail))))),
                new RailRequest.OutputsConfirmation(rail.certify(outputs)),
                new RailRequest.OutputsCertificate(outputs.id()),
                new RailRequest.Window(window(rail)),
                new RailRequest.WindowAt(3, 9),
                new RailRequest.Held());
    }

    private static SignedOutputTransaction outputs(TestRail rail) {
        Ed25519KeyPair alice = rail.newKey();
        return rail.transaction(
                List.of(TestRail.spent(new OutputId(rail.newBytes(), 0, 0), alice, 9)),
                List.of(TestRail.made(rail.newKey(), 9)),
                alice);
    }

    private static ExecutedWindow window(TestRail rail) {
        List<ExecutedOrder> executed = List.of(new ExecutedOrder(5, rail.newBytes()));
        byte[] statement = ExecutedWindow.statement(rail.scope(), 2, 1, 4, executed);
        return new ExecutedWindow(rail.scope(), 2, 1, 4, executed, rail.sign(2, statement));
    }

    private static List<RailAnswer> answers(TestRail rail) {
        Ed25519KeyPair alice = rail.newKey();
        SignedOrder order = rail.order(alice, rail.newKey(), 700, 0);
        TransferCertificate certificate = rail.certify(order);
        OutputCertificate outputs = rail.certify(outputs(rail));
        RailAccount account = TestRail.accountOf(alice);
        RailSequence sequence = new RailSequence(rail.scope(), account, 0);
        var signature = rail.sign(1, RailStatements.vote(rail.scope(), order.id()));
        SignedEffects effects = new SignedEffects(1, order.id(), signature);
        return List.of(
                new RailAnswer.Voted(new Vote(1, order.id(), signature)),
                new RailAnswer.Effects(effects),
                new RailAnswer.Executed(certificate, effects),
                new RailAnswer.OutputsExecuted(outputs, effects),
                new RailAnswer.Waits(),
                new RailAnswer.Refused(RailRefusal.AUTHORITY_BUSY),
                new RailAnswer.Found(certificate),
                new RailAnswer.OutputsFound(outputs),
                new RailAnswer.Information(new AccountInformation(
                        account,
                        Amount.of(7),
                        Amount.of(8),
                        1,
                        Optional.of(order.id()),
                        true,
                        List.of(4L),
                        List.of(certificate),
                        3,
                        List.of(new ReceivedPayment(2, rail.newBytes(), Amount.of(5), true)))),
                new RailAnswer.Open(new OpenSequence(1, account, 0, signature)),
                new RailAnswer.Stated(rail.statement(2, sequence, Optional.of(certificate))),
                new RailAnswer.Decided(rail.nobodyHolds(sequence)),
                new RailAnswer.Unknown(),
                new RailAnswer.FoundWindow(window(rail)),
                new RailAnswer.Held(List.of(new HeldWindow(1, 5, Optional.of(window(rail))))),
                new RailAnswer.Told());
    }

    @ParameterizedTest
    @EnumSource
    void requestsAndAnswersComeBackAsTheyWere(SigningScheme scheme) {
        TestRail rail = new TestRail(7, 4, scheme);
        assertThat(requests(rail)).hasSize(RailRequest.class.getPermittedSubclasses().length);
        assertThat(answers(rail)).hasSize(RailAnswer.class.getPermittedSubclasses().length);
        for (RailRequest request : requests(rail)) {
            assertThat(RailRequest.decode(request.encode())).isEqualTo(request);
        }
        for (RailAnswer answer : answers(rail)) {
            assertThat(RailAnswer.decode(answer.encode())).isEqualTo(answer);
        }
    }

    /// Damaged bytes are refused by [DecodeException] and nothing else, or they have one reading, which has those
    /// bytes.
    @Seeded(repeat = 5)
    void damagedBytesAreRefusedOrHaveOneReading(long seed) {
        random.setSeed(seed);
        TestRail rail = new TestRail(seed, 4, SigningScheme.MERKLE_BATCH);
        for (RailRequest request : requests(rail)) {
            damage(request.encode(), bytes -> assertOneReading(bytes, RailRequest::decode, RailRequest::encode));
        }
        for (RailAnswer answer : answers(rail)) {
            damage(answer.encode(), bytes -> assertOneReading(bytes, RailAnswer::decode, RailAnswer::encode));
        }
        Bytes frame = Bytes.of(RailFrame.encode(requests(rail).stream()
                .map(request -> new RailMessage(random.nextLong(9), request.encode()))
                .toList()));
        damage(
                frame,
                bytes -> assertOneReading(
                        bytes,
                        read -> RailFrame.decode(read.toArray()),
                        messages -> Bytes.of(RailFrame.encode(messages))));
    }

    private void damage(Bytes whole, Consumer<Bytes> check) {
        for (int i = 0; i < DAMAGES; i++) {
            byte[] bytes = whole.toArray();
            switch (random.nextInt(3)) {
                case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                default -> {
                    bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(40));
                    bytes[random.nextInt(Math.min(bytes.length, 48))] = (byte) random.nextInt();
                }
            }
            check.accept(Bytes.of(bytes));
        }
    }

    private static <T> void assertOneReading(Bytes bytes, Function<Bytes, T> decode, Function<T, Bytes> encode) {
        T read;
        try {
            read = decode.apply(bytes);
        } catch (DecodeException refused) {
            return;
        }
        assertThat(encode.apply(read)).isEqualTo(bytes);
    }

    @Test
    void aFrameOfNothingOrOfTooManyIsNone() {
        assertThatThrownBy(() -> RailFrame.decode(new byte[] {1, 0, 0})).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> RailFrame.decode(new byte[] {1, (byte) 0xFF, (byte) 0xFF}))
                .isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> RailFrame.encode(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RailFrame.encode(
                        Collections.nCopies(RailFrame.MESSAGES_MAX + 1, new RailMessage(0, Bytes.EMPTY))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// The largest that an honest authority or owner sends.
    @Test
    void whatHonestOnesSendFitsAMessage() {
        TestRail rail = new TestRail(7, 10, SigningScheme.MERKLE_BATCH);
        Ed25519KeyPair alice = rail.newKey();
        SignedOrder order = rail.order(alice, rail.newKey(), 1, 0);
        var carried = new CarriedPayments(
                Collections.nCopies(CarriedPayments.MAX, rail.finish(rail.order(rail.newKey(), alice, 1, 0))));
        var confirmation = new RailRequest.Confirmation(new ConfirmationOrder(rail.certify(order), carried));
        List<ExecutedOrder> most =
                Collections.nCopies(ExecutedWindow.ORDERS_MAX, new ExecutedOrder(1, rail.newBytes()));
        var window = new RailRequest.Window(new ExecutedWindow(rail.scope(), 1, 0, 0, most, rail.sign(1, new byte[0])));

        assertThat(confirmation.encode().size()).isLessThan(RailFrame.CONTENT_BYTES_MAX / 2);
        assertThat(window.encode().size()).isLessThan(RailFrame.CONTENT_BYTES_MAX);
    }
}
