package io.florin.sandbox.check;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.economy.DemoPerson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// People are known to registration, to their bank, and to the banks of those whom they paid or who paid them. Whatever
/// else the platform writes, to its topics, and so to the ledger, to its logs, and to the stores of everybody else,
/// names nobody, and no bank's stores name a stranger.
final class NameCheck {
    private NameCheck() {}

    static final Check NAMES = new Check(
            "names",
            "no topic, no log and no store but registration's and banks' names a person, a document or an" + " account",
            Set.of("leaked-name", "leaked-document", "gossiping-bank"),
            NameCheck::names);

    static CheckResult names(CheckContext context) {
        SecretSearch search =
                new SecretSearch("a person", new WordSearch(personal(context)), List.of(), context::clean);
        Stores.Visitor visitor = (place, content) -> search.look(place, content, false);
        long bytes = Stores.topics(context, visitor);
        int logs = Stores.logs(context, visitor);
        List<Peer> nodes = LeakCheck.watched(context);
        nodes.forEach(node -> Stores.node(context, node, visitor));
        Stores.withDatabase(context).stream()
                .filter(nodes::contains)
                .forEach(node -> Stores.database(context, node, visitor));
        List<String> strangers = new ArrayList<>();
        List<String> flaws = Stream.concat(search.flaw().stream(), atBanks(context, strangers).stream())
                .toList();
        return verdict(
                flaws,
                new Searched(
                        bytes,
                        logs,
                        nodes.size(),
                        context.economy().people().size(),
                        Set.copyOf(strangers).size()));
    }

    /// Extent of a search, and the people it looked for.
    ///
    /// @param strangers to some bank: nobody is one any more once everybody has been in a payment with each bank
    record Searched(long bytes, int logs, int services, int people, int strangers) {}

    /// Verdict on a search. Where nothing was looked through or nobody looked for, it has shown nothing. That no bank
    /// has a stranger is no flaw: then there is nobody whom it might keep without a reason.
    static CheckResult verdict(List<String> flaws, Searched searched) {
        if (!flaws.isEmpty()) {
            return CheckResult.broken(String.join("; ", flaws));
        }
        if (searched.bytes() == 0 || searched.logs() == 0 || searched.services() == 0 || searched.people() == 0) {
            return CheckResult.broken("nothing was looked through, or nobody looked for: " + searched);
        }
        return CheckResult.holds(searched.bytes() / 1_000_000 + " MB of topics, " + searched.logs()
                + " log files and the stores of " + searched.services() + " services name none of "
                + searched.people() + " people, "
                + (searched.strangers() == 0
                        ? "and no bank has a stranger: each has been in a payment with every person"
                        : "and those of banks none of " + searched.strangers() + " strangers"));
    }

    /// @param looked gets everybody who was looked for at some bank
    private static List<String> atBanks(CheckContext context, List<String> looked) {
        List<String> flaws = new ArrayList<>();
        for (Peer bank : context.plan().topology().nodes(NodeRole.BANK)) {
            Map<String, Account> strangers = strangers(context, bank);
            looked.addAll(strangers.keySet());
            SecretSearch search = new SecretSearch(
                    "a stranger", new WordSearch(personal(context, strangers)), List.of(), context::clean);
            Stores.Visitor visitor = (place, content) -> search.look(place, content, false);
            if (!strangers.isEmpty()) {
                Stores.database(context, bank, visitor);
                Stores.node(context, bank, visitor);
            }
            search.flaw().ifPresent(flaws::add);
        }
        return flaws;
    }

    /// Accounts that are not at a bank, and in no payment from one of its customers or to one of them. Whoever has the
    /// name of one that is, is left out.
    static Map<String, Account> strangers(CheckContext context, Peer bank) {
        Set<String> own = Stores.column(context, bank, "select iban from wallet");
        Set<String> known = new HashSet<>(own);
        known.addAll(Stores.column(context, bank, "select payee_account from payment"));
        for (Peer other : context.plan().topology().nodes(NodeRole.BANK)) {
            String payers =
                    "select w.iban from payment p join wallet w on w.number = p.wallet where p.payee_account in ('"
                            + String.join("', '", own) + "')";
            known.addAll(Stores.column(context, other, payers));
        }
        Map<String, Account> strangers = new TreeMap<>(context.seeded().accounts());
        strangers.values().removeIf(account -> known.contains(account.iban()));
        List<String> names = context.seeded().accounts().values().stream()
                .filter(account -> known.contains(account.iban()))
                .map(Account::holder)
                .toList();
        strangers.values().removeIf(account -> names.stream().anyMatch(name -> name.contains(account.holder())));
        return strangers;
    }

    /// Of people only: shops are no secret.
    private static List<String> personal(CheckContext context, Map<String, Account> accounts) {
        List<DemoPerson> people = context.economy().people().stream()
                .filter(person -> accounts.containsKey(person.id()))
                .toList();
        return words(
                people.stream().map(DemoPerson::fullName).toList(),
                people.stream().map(DemoPerson::documentNumber).toList(),
                accounts.values().stream().map(Account::iban).toList());
    }

    private static List<String> personal(CheckContext context) {
        return words(
                context.economy().people().stream().map(DemoPerson::fullName).toList(),
                context.economy().people().stream()
                        .map(DemoPerson::documentNumber)
                        .toList(),
                context.seeded().accounts().values().stream().map(Account::iban).toList());
    }

    /// Names, also as a form has them, in capitals, and with the surname first; document numbers; account numbers, also
    /// in groups of four as they are printed.
    static List<String> words(List<String> names, List<String> documents, List<String> accounts) {
        List<String> words = new ArrayList<>(documents);
        for (String name : names) {
            words.add(name);
            words.add(name.replace(' ', '+'));
            words.add(name.toUpperCase(Locale.ROOT));
            int surname = name.lastIndexOf(' ');
            if (surname > 0) {
                words.add(name.substring(surname + 1) + ", " + name.substring(0, surname));
            }
        }
        for (String account : accounts) {
            words.add(account);
            words.add(account.replaceAll(".{4}(?=.)", "$0 "));
        }
        return words;
    }

    static List<String> topics(CheckContext context) {
        List<String> topics = new ArrayList<>(List.of(Topics.STATUSES, Topics.ENROLLMENTS, Topics.AUDIT_EVENTS));
        context.genesis().configuration().ordering().parties().forEach(party -> {
            topics.add(Topics.transactions(party.id()));
            topics.add(Topics.blocks(party.id()));
        });
        return topics;
    }

    /// Looks for many words at once: a table of first two bytes says where a comparison is worth it.
    static final class WordSearch {
        private static final int PREFIXES = 1 << 16;

        private final boolean[] begins = new boolean[PREFIXES];
        private final Bytes32 digest;
        private final TreeMap<Integer, List<byte[]>> byPrefix = new TreeMap<>();

        /// @param words of two bytes or more; shorter ones would be found everywhere and are left out
        WordSearch(List<String> words) {
            this(words.stream()
                    .map(word -> word.getBytes(StandardCharsets.UTF_8))
                    .toArray(byte[][]::new));
        }

        WordSearch(byte[]... words) {
            this.digest = Sha256.hash(Arrays.stream(words)
                    .map(word -> Sha256.hash(word).toArray())
                    .toArray(byte[][]::new));
            for (byte[] bytes : words) {
                if (bytes.length >= 2) {
                    begins[prefix(bytes, 0)] = true;
                    byPrefix.computeIfAbsent(prefix(bytes, 0), _ -> new ArrayList<>())
                            .add(bytes);
                }
            }
        }

        /// Of the words in their order.
        Bytes32 digest() {
            return digest;
        }

        Optional<String> in(byte[] text) {
            for (int at = 0; at + 1 < text.length; at++) {
                int prefix = prefix(text, at);
                if (begins[prefix]) {
                    for (byte[] word : byPrefix.getOrDefault(prefix, List.of())) {
                        int end = at + word.length;
                        if (end <= text.length && Arrays.equals(text, at, end, word, 0, word.length)) {
                            return Optional.of(new String(word, StandardCharsets.UTF_8));
                        }
                    }
                }
            }
            return Optional.empty();
        }

        private static int prefix(byte[] bytes, int at) {
            return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
        }
    }
}
