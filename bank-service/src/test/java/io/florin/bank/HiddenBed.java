package io.florin.bank;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One network of an unlinkable currency and two banks for all classes of [#CLASSES]. It ends with the last of them, so
/// that it does not poll beside the banks of the classes that follow.
final class HiddenBed implements ParameterResolver, AfterAllCallback {

    /// The least that the bank takes, since a proof costs 100 ms or more.
    static final int FILES_UNDER_WAY_MAX = 16;

    private static final Set<Class<?>> CLASSES = Set.of(
            HiddenPaymentsIT.class,
            HiddenFairSharesIT.class,
            HiddenHoldersIT.class,
            HiddenStandingsIT.class,
            HiddenTreasuryIT.class);

    /// @param bank participant 1, which knows the other one
    /// @param other participant 2, whose wallets close after seconds
    /// @param ended classes whose tests have run
    record Banks(FakeNetwork network, BankUnderTest bank, BankUnderTest other, Path directory, Set<Class<?>> ended)
            implements AutoCloseable {

        static Banks open() {
            try {
                Path directory = Files.createTempDirectory("hidden-banks-under-test");
                FakeNetwork network = new FakeNetwork(directory.resolve("network"), PrivacyModel.UNLINKABLE);
                BankUnderTest other =
                        new BankUnderTest(network, 2, directory.resolve("bank-2"), "--florin.bank.closing.idle-max=3s");
                BankUnderTest bank = new BankUnderTest(
                        network,
                        1,
                        directory.resolve("bank-1"),
                        "--florin.bank.payments.files-under-way-max=" + FILES_UNDER_WAY_MAX,
                        "--florin.endpoints.banks[0].id=2",
                        "--florin.endpoints.banks[0].internal=" + other.internal());
                return new Banks(network, bank, other, directory, new HashSet<>());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            bank.close();
            other.close();
            network.close();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getRoot().getStore(ExtensionContext.Namespace.create(HiddenBed.class));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Banks.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return store(context).computeIfAbsent(Banks.class, _ -> Banks.open(), Banks.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Banks banks = store(context).get(Banks.class, Banks.class);
        if (banks != null
                && banks.ended().add(context.getRequiredTestClass())
                && banks.ended().containsAll(CLASSES)) {
            store(context).remove(Banks.class);
            banks.close();
        }
    }
}
