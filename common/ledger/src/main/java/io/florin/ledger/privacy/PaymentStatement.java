package io.florin.ledger.privacy;

import io.florin.crypto.group.G1;
import io.florin.crypto.ps.SerialNumber;
import io.florin.crypto.transcript.ProofTranscript;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Public part of a payment: context, inputs by what the ledger marks as spent, outputs. The proof is another part.
///
/// @param credentialEpoch of the owners' credentials, u32; zero of an issue, which has no owners
/// @param owners how many distinct owners spend; each shows one credential
/// @param outputs of the parameters' model
/// @param audit what is hidden, encrypted to the audit authority; present where the parameters have an audit key
public record PaymentStatement(
        PaymentContext context,
        long credentialEpoch,
        int owners,
        List<Input> inputs,
        List<HiddenToken> outputs,
        Optional<AuditCiphertexts> audit) {
    /// Inputs, and outputs, of a transaction at most.
    public static final int TOKENS_MAX = TokenReference.INDEX_MAX + 1;

    private static final int FORM_SHIFT = 6;

    /// Without passive audit.
    public PaymentStatement(
            PaymentContext context, long credentialEpoch, int owners, List<Input> inputs, List<HiddenToken> outputs) {
        this(context, credentialEpoch, owners, inputs, outputs, Optional.empty());
    }

    /// An input.
    public sealed interface Input {
        /// Index of the spending owner among the statement's owners.
        int owner();

        /// A token that is named.
        record Named(int owner, HiddenTokenReference reference) implements Input {}

        /// A token of which only the serial number shows.
        record Unnamed(int owner, SerialNumber serial) implements Input {}
    }

    /// @throws IllegalArgumentException if counts are out of bounds, an owner has no input, or owners are not numbered
    /// in the order of their first input, or the ciphertexts are of other parts
    public PaymentStatement {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        if (inputs.size() > TOKENS_MAX || outputs.size() > TOKENS_MAX) {
            throw new IllegalArgumentException("more than " + TOKENS_MAX + " tokens");
        }
        if (inputs.isEmpty() != (context.kind() == TransactionKind.ISSUE)) {
            throw new IllegalArgumentException("an issue, and only an issue, has no inputs");
        }
        if (outputs.isEmpty() && context.kind() != TransactionKind.REDEEM) {
            throw new IllegalArgumentException("no outputs");
        }
        if (credentialEpoch < 0 || credentialEpoch > 0xFFFF_FFFFL || (inputs.isEmpty() && credentialEpoch != 0)) {
            throw new IllegalArgumentException("an epoch has 32 bits, and an issue none");
        }
        int seen = 0;
        for (Input input : inputs) {
            if (input.owner() < 0 || input.owner() > seen) {
                throw new IllegalArgumentException("owners are numbered by their first input");
            }
            seen = Math.max(seen, input.owner() + 1);
        }
        if (seen != owners) {
            throw new IllegalArgumentException("an owner without an input");
        }
        if (audit.isPresent() && !audit.get().fits(owners, outputs)) {
            throw new IllegalArgumentException("ciphertexts of another statement");
        }
    }

    /// The keys that the transaction reads: of inputs in order, then of the withdrawal or redemption.
    public List<StateKey> readKeys(PublicParameters parameters) {
        return readKeys(parameters.namespace(), context, inputs);
    }

    /// The same, for whoever knows the namespace only.
    public List<StateKey> readKeys(NamespaceId namespace) {
        return readKeys(namespace, context, inputs);
    }

    static List<StateKey> readKeys(NamespaceId namespace, PaymentContext context, List<Input> inputs) {
        List<StateKey> keys = new ArrayList<>();
        for (Input input : inputs) {
            keys.add(
                    switch (input) {
                        case Input.Named(var _, HiddenTokenReference reference) -> reference.key(namespace);
                        case Input.Unnamed(var _, SerialNumber serial) -> serialKey(namespace, serial);
                    });
        }
        keys.addAll(context.requestKeys(namespace));
        return List.copyOf(keys);
    }

    /// H(sn): the key that is absent until the token is spent. Of the canonical encoding, so a token has one.
    public static StateKey serialKey(NamespaceId namespace, SerialNumber serial) {
        return StateKey.of(namespace, Domain.SERIAL_NUMBER_KEY.hash(serial.encode()));
    }

    /// Checks that need no proof: forms of the model, distinct inputs, values where they are in the clear.
    ///
    /// @throws IllegalArgumentException if it does not hold
    void check(PublicParameters parameters) {
        PrivacyModel model = parameters.model();
        for (HiddenToken output : outputs) {
            require(output.model() == model, "an output of another model");
        }
        for (Input input : inputs) {
            boolean fits = switch (input) {
                case Input.Named(var _, HiddenTokenReference reference) ->
                    model != PrivacyModel.UNLINKABLE && reference.token().model() == model;
                case Input.Unnamed(var _, var _) -> model == PrivacyModel.UNLINKABLE;
            };
            require(fits, "an input of another model");
        }
        List<StateKey> keys = readKeys(parameters);
        require(new HashSet<>(keys).size() == keys.size(), "an input twice");
        require(!outputs.isEmpty() || !model.hidesValue(), "no output to carry what is left");
        require(isSealedFor(parameters), "ciphertexts for auditors missing, or not asked for");
        if (model == PrivacyModel.ANONYMOUS) {
            checkClearBalance();
        }
    }

    /// Whether there are ciphertexts for the audit authority in the parameters' form, if and only if there is one.
    public boolean isSealedFor(PublicParameters parameters) {
        return parameters.audit().isPresent() == audit.isPresent()
                && audit.stream().allMatch(each -> each.limbs() == parameters.limbs());
    }

    private void checkClearBalance() {
        Amount in = context.kind() == TransactionKind.ISSUE ? context.amount() : Amount.ZERO;
        Amount out = context.kind() == TransactionKind.REDEEM ? context.amount() : Amount.ZERO;
        try {
            for (Input input : inputs) {
                in = in.plus(amount(named(input)));
            }
            for (HiddenToken output : outputs) {
                out = out.plus(amount(output));
            }
        } catch (ArithmeticException overflow) {
            throw new IllegalArgumentException("amounts overflow", overflow);
        }
        require(in.equals(out), "inputs and outputs differ");
    }

    private static Amount amount(HiddenToken token) {
        if (token instanceof HiddenToken.Anonymous(var _, Amount amount)) {
            return amount;
        }
        throw new IllegalArgumentException("no amount in the clear");
    }

    /// The token of an input that is named.
    static HiddenToken named(Input input) {
        if (input instanceof Input.Named(var _, HiddenTokenReference reference)) {
            return reference.token();
        }
        throw new IllegalArgumentException("an input without a name");
    }

    /// The serial number of an input that has none.
    static SerialNumber serial(Input input) {
        if (input instanceof Input.Unnamed(var _, SerialNumber serial)) {
            return serial;
        }
        throw new IllegalArgumentException("an input without a serial number");
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException(what);
        }
    }

    /// A transcript that holds parameters and statement, nothing yet of the proof. The order
    /// is that of docs/crypto/models.md.
    ProofTranscript transcript(PublicParameters parameters) {
        ProofTranscript transcript = ProofTranscript.of("PAYMENT-1", parameters.digest());
        transcript.statement("model", parameters.model().code());
        transcript.statement("network", parameters.network().value().toArray());
        transcript.statement("namespace", parameters.namespace().value());
        transcript.statement("kind", context.kind().code());
        transcript.statement("owners", owners);
        transcript.statement("inputs", inputs.size());
        transcript.statement("outputs", outputs.size());
        for (StateKey key : readKeys(parameters)) {
            transcript.statement("read", key.value().toArray());
        }
        transcript.statement("statement", encode(parameters));
        transcript.statement("amount", context.amount().minorUnits());
        transcript.statement("content", context.content().toArray());
        transcript.statement("expiry", context.expiryHeight());
        return transcript;
    }

    /// The canonical bytes that the transcript holds: context and tokens.
    private byte[] encode(PublicParameters parameters) {
        CanonicalWriter writer = new CanonicalWriter(512);
        writer.u8(parameters.model().code());
        context.writeTo(writer);
        writeTo(writer);
        return writer.toByteArray();
    }

    /// Appends epoch, owners, inputs, outputs and ciphertexts; the context is what surrounds them. The byte that counts
    /// outputs has in its upper two bits the form of ciphertexts: 0 none, else one more than the limbs of a value.
    public void writeTo(CanonicalWriter writer) {
        writer.u32(credentialEpoch).u8(owners).u8(inputs.size());
        for (Input input : inputs) {
            writer.u8(input.owner());
            switch (input) {
                case Input.Named(var _, HiddenTokenReference reference) -> reference.writeTo(writer);
                case Input.Unnamed(var _, SerialNumber serial) -> writer.fixed(serial.encode());
            }
        }
        writer.u8(outputs.size() | audit.map(AuditCiphertexts::form).orElse(0) << FORM_SHIFT);
        outputs.forEach(output -> output.writeTo(writer));
        audit.ifPresent(each -> each.writeTo(writer));
    }

    /// A statement without its context, which a reader knows only after what follows the tokens.
    public record Tokens(
            long credentialEpoch,
            int owners,
            List<Input> inputs,
            List<HiddenToken> outputs,
            Optional<AuditCiphertexts> audit) {
        /// Reads what [PaymentStatement#writeTo] writes: points canonical, in the prime-order group, not the identity.
        ///
        /// @throws IllegalArgumentException if it is anything else, or of another model
        public static Tokens readFrom(PrivacyModel model, CanonicalReader reader) {
            long epoch = reader.u32();
            int owners = reader.u8();
            int inputCount = reader.u8();
            require(owners <= inputCount, "more owners than inputs"); // each has two points to check among ciphertexts
            List<Input> inputs = reader.list(inputCount, TOKENS_MAX, () -> input(model, reader));
            int counts = reader.u8();
            int form = counts >> FORM_SHIFT;
            List<HiddenToken> outputs =
                    reader.list(counts - (form << FORM_SHIFT), TOKENS_MAX, () -> HiddenToken.readFrom(model, reader));
            Optional<AuditCiphertexts> audit = form == 0
                    ? Optional.empty()
                    : Optional.of(AuditCiphertexts.readFrom(form, owners, outputs, reader));
            return new Tokens(epoch, owners, inputs, outputs, audit);
        }

        /// The statement.
        ///
        /// @throws IllegalArgumentException as the statement's constructor
        public PaymentStatement statement(PaymentContext context) {
            return new PaymentStatement(context, credentialEpoch, owners, inputs, outputs, audit);
        }
    }

    private static Input input(PrivacyModel model, CanonicalReader reader) {
        int owner = reader.u8();
        return model == PrivacyModel.UNLINKABLE
                ? new Input.Unnamed(owner, SerialNumber.decode(reader.fixed(G1.SIZE)))
                : new Input.Named(owner, HiddenTokenReference.readFrom(model, reader));
    }
}
