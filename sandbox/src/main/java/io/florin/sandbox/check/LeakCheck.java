package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.check.NameCheck.WordSearch;
import io.florin.sandbox.economy.PayrollLine;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// Secrets of a hidden currency stand nowhere but with those who may know: a person's enrollment id with registration,
/// its bank and the banks of those who paid it, a treasury's with the central bank too, a payment's amount with banks.
/// Looks at all topics, and so at the ledger, at all logs, and at the databases and files of everybody else; in those
/// of a bank for people who are neither its customers nor were paid by them.
final class LeakCheck {
    /// Registration gives enrollment ids out; a bank keeps its customers' and needs those of payees.
    private static final Set<NodeRole> MAY_KNOW = Set.of(NodeRole.REGISTRATION, NodeRole.BANK);

    /// Amounts from here on are looked for; smaller ones than [AmountSearch#TELLING] count only where they are called
    /// amounts, since small numbers are everywhere.
    private static final long AMOUNT_MIN = 100;

    private LeakCheck() {}

    static Check of(PrivacyModel model) {
        Set<String> leaks = model.hidesValue()
                ? Set.of(
                        "leaked-enrollment",
                        "leaked-amounts",
                        "logged-amount",
                        "logged-enrollment",
                        "logged-path",
                        "announced-enrollment",
                        "whispering-topic",
                        "curious-bank",
                        "logged-wage")
                : Set.of(
                        "leaked-enrollment",
                        "logged-enrollment",
                        "logged-path",
                        "announced-enrollment",
                        "whispering-topic",
                        "curious-bank");
        return new Check(
                "hidden",
                "what the model hides stands in no topic, no log and no store but those of who may know",
                leaks,
                LeakCheck::leaks);
    }

    static CheckResult leaks(CheckContext context) {
        List<Bytes> people = enrollments(context, "<> 255");
        List<Bytes> treasuries = enrollments(context, "= 255");
        List<Long> amounts = context.plan().privacy().hidesValue() ? amounts(context) : List.of();
        SecretSearch everything = search(Stream.concat(people.stream(), treasuries.stream()), amounts, context::clean);
        SecretSearch atCentralBank = search(people.stream(), amounts, context::clean);
        Stores.topics(context, (place, content) -> everything.look(place, content, true));
        Stores.logs(context, (place, content) -> everything.look(place, content, true));
        List<Peer> watched = watched(context);
        for (Peer node : watched) {
            SecretSearch search = node.role() == NodeRole.CENTRAL_BANK ? atCentralBank : everything;
            boolean withAmounts = !audited(context, node);
            if (Stores.withDatabase(context).contains(node)) {
                Stores.database(context, node, (place, content) -> search.look(place, content, withAmounts));
            }
            Stores.node(context, node, (place, content) -> search.look(place, content, withAmounts));
        }
        int enrollments = people.size() + treasuries.size();
        return everything
                .flaw()
                .or(atCentralBank::flaw)
                .or(() -> atBanks(context))
                .map(CheckResult::broken)
                .orElseGet(() -> CheckResult.of(
                        !people.isEmpty()
                                && amounts.isEmpty() != context.plan().privacy().hidesValue(),
                        enrollments + " enrollment ids and " + amounts.size()
                                + " amounts stand in no topic, no log, no database and no file of " + watched.size()
                                + " services, and none of strangers at a bank"));
    }

    private static Optional<String> atBanks(CheckContext context) {
        for (Peer bank : context.plan().topology().nodes(NodeRole.BANK)) {
            SecretSearch strangers = search(ofStrangers(context, bank).stream(), List.of(), context::clean);
            Stores.database(context, bank, (place, content) -> strangers.look(place, content, false));
            Stores.node(context, bank, (place, content) -> strangers.look(place, content, false));
            if (strangers.flaw().isPresent()) {
                return strangers.flaw();
            }
        }
        return Optional.empty();
    }

    /// Enrollment ids of those who are not a bank's customers and whom none of its customers has paid.
    static List<Bytes> ofStrangers(CheckContext context, Peer bank) {
        Set<String> known =
                Stores.column(context, bank, "select iban from wallet union select payee_account from payment");
        Map<String, Bytes> byName = new HashMap<>();
        try (Connection database = Databases.connect(context.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement("select e.full_name, c.eid from"
                        + " credential_commitment c join enrollment e on e.id = c.enrollment");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                byName.put(rows.getString(1), Bytes.of(rows.getBytes(2)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("registration's database cannot be read", e);
        }
        return context.seeded().accounts().values().stream()
                .filter(account -> !known.contains(account.iban()))
                .map(account -> Objects.requireNonNull(byName.get(account.holder())))
                .toList();
    }

    /// Enrollment ids with their bytes in either order, and as decimal numbers. A number that begins with zeros may be
    /// written without them, so the first byte is not asked for.
    static SecretSearch search(Stream<Bytes> enrollments, List<Long> amounts, Function<Bytes32, Set<Bytes32>> memory) {
        List<byte[]> words = new ArrayList<>();
        enrollments.map(Bytes::toArray).forEach(each -> {
            byte[] reversed = reversed(each);
            words.add(Arrays.copyOfRange(each, 1, each.length));
            words.add(Arrays.copyOf(reversed, each.length - 1));
            words.add(decimal(each));
            words.add(decimal(reversed));
        });
        return new SecretSearch("an enrollment id", new WordSearch(words.toArray(byte[][]::new)), amounts, memory);
    }

    private static byte[] decimal(byte[] number) {
        return new BigInteger(1, number).toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    /// Of everybody.
    static List<Bytes> enrollments(CheckContext context) {
        return enrollments(context, ">= 0");
    }

    private static List<Bytes> enrollments(CheckContext context, String tier) {
        List<Bytes> found = new ArrayList<>();
        try (Connection database = Databases.connect(context.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement("select c.eid from"
                        + " credential_commitment c join enrollment e on e.id = c.enrollment where e.tier " + tier);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found.add(Bytes.of(rows.getBytes(1)));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException("registration's database cannot be read", e);
        }
    }

    /// Of the payroll, and of whatever else customers of banks paid.
    private static List<Long> amounts(CheckContext context) {
        Set<Long> amounts = new TreeSet<>();
        context.economy().payroll().lines().stream()
                .map(PayrollLine::amountMinor)
                .filter(amount -> amount >= AMOUNT_MIN)
                .forEach(amounts::add);
        for (Peer bank : context.plan().topology().nodes(NodeRole.BANK)) {
            try (Connection database = Databases.connect(context.plan(), bank);
                    PreparedStatement query = database.prepareStatement(
                            "select distinct amount from payment where purpose = 'PAYMENT' and amount >= "
                                    + AMOUNT_MIN);
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    amounts.add(rows.getLong(1));
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the database of " + bank + " cannot be read", e);
            }
        }
        return List.copyOf(amounts);
    }

    /// The smallest amount that is looked for.
    static long smallest(CheckContext context) {
        return amounts(context).stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    /// Everybody who may not know.
    static List<Peer> watched(CheckContext context) {
        return context.plan().topology().nodes().stream()
                .filter(node -> !MAY_KNOW.contains(node.role()))
                .toList();
    }

    /// The auditor who signs each payment is shown its amount, and keeps what it signed.
    private static boolean audited(CheckContext context, Peer node) {
        return node.role() == NodeRole.AUDITOR
                && context.genesis().configuration().namespaces().stream()
                        .anyMatch(namespace -> namespace.hidden().isPresent()
                                && namespace.auditPolicy() == NetworkConfiguration.AuditPolicy.ALWAYS);
    }
}
