package io.florin.benchmarks.crypto;

import io.florin.crypto.batch.VerificationBatch;
import io.florin.crypto.transcript.PointFormat;
import io.florin.ledger.privacy.HiddenCurrency;
import io.florin.ledger.privacy.PaymentStatement;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.ProvenPayment;
import io.florin.ledger.privacy.PublicParameters;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Payments of the models that hide, two inputs and two outputs of one owner, points uncompressed: verified from their
/// bytes, alone and in batches, and proven.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PaymentBenchmarks {
    /// Payments in a batch.
    static final int BATCH = 32;

    private final SecureRandom random = new SecureRandom();
    private final Currency anonymous = new Currency(PrivacyModel.ANONYMOUS);
    private final Currency confidential = new Currency(PrivacyModel.CONFIDENTIAL);
    private final Currency unlinkable = new Currency(PrivacyModel.UNLINKABLE);
    private final Currency auditedConfidential = new Currency(audited(PrivacyModel.CONFIDENTIAL));
    private final Currency auditedUnlinkable = new Currency(audited(PrivacyModel.UNLINKABLE));

    private record Encoded(byte[] statement, byte[] proof) {}

    private static final class Currency {
        private final HiddenCurrency currency;
        private final Supplier<ProvenPayment> payments;
        private final List<Encoded> encoded = new ArrayList<>();

        Currency(PrivacyModel model) {
            this(new HiddenCurrency(model, PointFormat.UNCOMPRESSED, new Random(1)));
        }

        Currency(HiddenCurrency hidden) {
            currency = hidden;
            payments = currency.repeatedly(300, 455);
        }

        /// Payments of a batch, made when they are first needed.
        List<Encoded> encoded() {
            while (encoded.size() < BATCH) {
                ProvenPayment payment = payments.get();
                encoded.add(new Encoded(
                        HiddenCurrency.encode(payment.statement()),
                        payment.proof().toArray()));
            }
            return encoded;
        }
    }

    private static HiddenCurrency audited(PrivacyModel model) {
        return HiddenCurrency.audited(
                model, PublicParameters.RangeParameters.DEFAULT, PointFormat.UNCOMPRESSED, new Random(1));
    }

    /// A payment that is prepared before the clock runs.
    @State(Scope.Thread)
    public static class Prepared {
        private final Supplier<Supplier<ProvenPayment>> preparing = new HiddenCurrency(
                        PrivacyModel.UNLINKABLE, PointFormat.UNCOMPRESSED, new Random(1))
                .preparing(300, 455);
        private Supplier<ProvenPayment> prepared = preparing.get();

        /// Another one for each invocation, since each proves once.
        @Setup(Level.Invocation)
        public void prepare() {
            prepared = preparing.get();
        }
    }

    private boolean verify(Currency model, int count) {
        VerificationBatch batch = new VerificationBatch();
        for (Encoded each : model.encoded().subList(0, count)) {
            PaymentStatement statement = model.currency.decode(each.statement());
            model.currency.verifier.append(statement, each.proof(), batch.item());
        }
        if (!batch.verify(random).allValid()) {
            throw new IllegalStateException("a good payment does not verify");
        }
        return true;
    }

    @Benchmark
    public boolean verifyAnonymous() {
        return verify(anonymous, 1);
    }

    @Benchmark
    public boolean verifyConfidential() {
        return verify(confidential, 1);
    }

    @Benchmark
    public boolean verifyUnlinkable() {
        return verify(unlinkable, 1);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyAnonymousBatch() {
        return verify(anonymous, BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyConfidentialBatch() {
        return verify(confidential, BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyUnlinkableBatch() {
        return verify(unlinkable, BATCH);
    }

    @Benchmark
    public ProvenPayment proveUnlinkable() {
        return unlinkable.payments.get();
    }

    @Benchmark
    public boolean verifyAuditedConfidential() {
        return verify(auditedConfidential, 1);
    }

    @Benchmark
    public boolean verifyAuditedUnlinkable() {
        return verify(auditedUnlinkable, 1);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyAuditedConfidentialBatch() {
        return verify(auditedConfidential, BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean verifyAuditedUnlinkableBatch() {
        return verify(auditedUnlinkable, BATCH);
    }

    /// Rest of the work once payee and amount are known.
    @Benchmark
    public ProvenPayment provePreparedUnlinkable(Prepared state) {
        return state.prepared.get();
    }
}
