package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Outputs spent and outputs made of their whole value, by one owner or several together (ACCEPT, paper 003, section
/// 3).
///
/// Its id is the hash of these bytes, of every field and without signatures: who signs the same fields again has not
/// made another transaction, and nobody can change an amount that somebody signed.
///
/// The id is asked for many times on a transaction's way through an authority, and is computed once.
public final class OutputTransaction {

    public static final int INPUTS_MAX = 16;
    public static final int OUTPUTS_MAX = 16;

    private final RailScope scope;
    private final List<SpentOutput> inputs;
    private final List<MadeOutput> outputs;
    private final long expiryHeight;
    private final Bytes32 userData;

    // computed when first asked for; two threads may do so, with one result
    private @Nullable Bytes32 id;

    /// @param inputs 1 to [#INPUTS_MAX], strictly ascending by id, no output twice: one set of inputs has one order
    /// @param outputs 1 to [#OUTPUTS_MAX]
    /// @param expiryHeight last height of the ledger at which an authority votes for it
    /// @param userData whatever payer and payee agree on, for example the hash of an invoice
    /// @throws IllegalArgumentException if there are too few or too many of either, inputs are out of order or doubled,
    /// the expiry is negative, or what is made is not worth exactly what is spent
    public OutputTransaction(
            RailScope scope, List<SpentOutput> inputs, List<MadeOutput> outputs, long expiryHeight, Bytes32 userData) {
        this.scope = scope;
        this.inputs = List.copyOf(inputs);
        this.outputs = List.copyOf(outputs);
        this.expiryHeight = expiryHeight;
        this.userData = userData;
        if (inputs.isEmpty() || inputs.size() > INPUTS_MAX || outputs.isEmpty() || outputs.size() > OUTPUTS_MAX) {
            throw new IllegalArgumentException(inputs.size() + " inputs, " + outputs.size() + " outputs");
        }
        if (expiryHeight < 0) {
            throw new IllegalArgumentException("the expiry is never negative");
        }
        requireAscending(this.inputs);
        if (sum(this.inputs, SpentOutput::value) != sum(this.outputs, MadeOutput::value)) {
            throw new IllegalArgumentException("what is made is not worth what is spent");
        }
    }

    public RailScope scope() {
        return scope;
    }

    public List<SpentOutput> inputs() {
        return inputs;
    }

    public List<MadeOutput> outputs() {
        return outputs;
    }

    public long expiryHeight() {
        return expiryHeight;
    }

    public Bytes32 userData() {
        return userData;
    }

    private static void requireAscending(List<SpentOutput> inputs) {
        for (int i = 1; i < inputs.size(); i++) {
            OutputId before = inputs.get(i - 1).id();
            OutputId id = inputs.get(i).id();
            if (before.compareTo(id) >= 0 || before.isSameOutput(id)) {
                throw new IllegalArgumentException("inputs ascend by id, each output once");
            }
        }
    }

    /// Sums that do not fit are refused: with sums that wrap around, two huge outputs are worth nothing together, and
    /// money is made of them.
    private static <T> long sum(List<T> parts, Function<T, Amount> value) {
        long sum = 0;
        for (T part : parts) {
            try {
                sum = Math.addExact(sum, value.apply(part).minorUnits());
            } catch (ArithmeticException overflow) {
                throw new IllegalArgumentException("a sum exceeds 63 bits", overflow);
            }
        }
        return sum;
    }

    /// Owners that must sign: each once, ascending.
    public List<OwnerKey> owners() {
        return inputs.stream().map(SpentOutput::owner).distinct().sorted().toList();
    }

    public Bytes32 id() {
        Bytes32 known = id;
        if (known == null) {
            known = Domain.RAIL_OUTPUTS.hash(encode());
            id = known;
        }
        return known;
    }

    /// The id of an output that it makes.
    ///
    /// @throws IndexOutOfBoundsException if it makes no such output
    public OutputId made(int index) {
        return new OutputId(id(), Objects.checkIndex(index, outputs.size()), 0);
    }

    /// The bytes that each owner signs.
    public byte[] ownerMessage() {
        return scope.message(Domain.RAIL_OUTPUTS_SIGNATURE, id().toArray());
    }

    public void writeTo(CanonicalWriter writer) {
        scope.writeTo(writer);
        writer.u8(inputs.size());
        inputs.forEach(input -> input.writeTo(writer));
        writer.u8(outputs.size());
        outputs.forEach(output -> output.writeTo(writer));
        writer.u63(expiryHeight).fixed(userData);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static OutputTransaction readFrom(CanonicalReader reader) {
        return new OutputTransaction(
                RailScope.readFrom(reader),
                reader.list(reader.u8(), INPUTS_MAX, () -> SpentOutput.readFrom(reader)),
                reader.list(reader.u8(), OUTPUTS_MAX, () -> MadeOutput.readFrom(reader)),
                reader.u63(),
                reader.fixed32());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof OutputTransaction transaction
                        && transaction.id().equals(id()));
    }

    @Override
    public int hashCode() {
        return id().hashCode();
    }

    @Override
    public String toString() {
        return "OutputTransaction[" + id() + ", " + inputs.size() + " inputs, " + outputs.size() + " outputs]";
    }
}
