package io.florin.fakenet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// One network and two banks for all classes of a test run: whoever needs other settings starts banks of its own. A
/// test opens its own wallets and ends the faults it made, so that none sees another's money.
public final class TestBed implements ParameterResolver {

    /// Limit of orders of programs at the first bank, in minor units; more than other tests order.
    public static final long PROGRAMS_ABOVE = 100_000_000_000L;

    /// @param bank participant 1, which knows the other one; its transactions expire after 20 blocks, and it seldom
    /// asks for reasons of changed standings
    /// @param other participant 2, which asks often
    public record Banks(FakeNetwork network, BankUnderTest bank, BankUnderTest other, Path directory)
            implements AutoCloseable {

        static Banks open() {
            try {
                Path directory = Files.createTempDirectory("banks-under-test");
                FakeNetwork network = new FakeNetwork(directory.resolve("network"));
                BankUnderTest other = new BankUnderTest(network, 2, directory.resolve("bank-2"));
                BankUnderTest bank = new BankUnderTest(
                        network,
                        1,
                        directory.resolve("bank-1"),
                        "--florin.bank.approval.programs-above=" + PROGRAMS_ABOVE,
                        "--florin.bank.standing-poll=5s",
                        "--florin.endpoints.banks[0].id=2",
                        "--florin.endpoints.banks[0].internal=" + other.internal());
                return new Banks(network, bank, other, directory);
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

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Banks.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(TestBed.class, _ -> Banks.open(), Banks.class);
    }
}
