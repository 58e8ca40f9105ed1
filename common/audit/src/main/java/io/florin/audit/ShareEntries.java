package io.florin.audit;

import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.decisions.DecisionFormat;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import io.florin.runtime.api.ChainedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Entries of a member's log about parts that it gives shares of, and the check of such entries by others. Pure.
public final class ShareEntries {
    /// A member's log.
    public static final DecisionFormat LOG = new DecisionFormat("audit-member-log", false, 7_302);

    public static final String ACTION = "share-given";

    /// Characters of a person's name that members are told, and their logs keep.
    public static final int PERSON_MAX = 64;

    private static final String NAMES = " parts: ";

    private ShareEntries() {}

    /// Every name, in as many entries as they need.
    ///
    /// @param longest characters of an entry
    public static List<String> of(String reference, List<String> parts, int longest) {
        List<String> entries = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String part : parts) {
            names.add(part);
            if (text(reference, names).length() > longest && names.size() > 1) {
                names.removeLast();
                entries.add(text(reference, names));
                names.clear();
                names.add(part);
            }
        }
        entries.add(text(reference, names));
        return List.copyOf(entries);
    }

    private static String text(String reference, List<String> names) {
        return "case " + reference + ", " + names.size() + NAMES + String.join(" ", names);
    }

    /// Subject of an entry.
    public static String subject(TransactionId transaction) {
        return "transaction/" + transaction.toHex();
    }

    /// The one who asked.
    ///
    /// @param service by its name in the directory
    public static String actor(String service, String person) {
        return service + asker(person);
    }

    private static String asker(String person) {
        return " person:" + person;
    }

    /// A person as members are told of him.
    public static String person(String name) {
        return name.length() > PERSON_MAX ? name.substring(0, PERSON_MAX) : name;
    }

    /// The names in an entry; empty if it says anything else.
    static Optional<List<String>> names(String reference, String text) {
        int start = text.indexOf(NAMES);
        if (start < 0) {
            return Optional.empty();
        }
        List<String> names =
                Arrays.asList(text.substring(start + NAMES.length()).split(" ", -1));
        return text.equals(text(reference, names)) ? Optional.of(names) : Optional.empty();
    }

    /// Facts that every entry must name.
    ///
    /// @param person who asked for the shares
    public record Asked(NetworkId network, TransactionId transaction, String caseReference, String person) {}

    /// The parts that a member's log names by these entries.
    ///
    /// | an entry | has to |
    /// |---|---|
    /// | content | say `share-given`, of the transaction, under the case, to the person |
    /// | hash | be of the entry after the hash before it; of two that follow each other, the second after the first |
    /// | signature | be of number and hash under the member's share of the key |
    ///
    /// @param entries of one member, in the order of its log
    /// @throws IllegalArgumentException that says which entry is wrong, and how
    public static List<String> parts(Asked asked, AuditPublicKey key, int member, List<ShareEntry> entries) {
        List<String> parts = new ArrayList<>();
        Optional<ChainedEntry> before = Optional.empty();
        for (ShareEntry entry : entries) {
            ChainedEntry chained = entry.chained();
            String which = "entry " + entry.sequence() + " of the log of member " + member;
            require(
                    LOG.isChained(chained, asked.network()),
                    which + " was changed, or does not follow the hash before it");
            require(
                    before.map(last -> follows(last, chained)).orElse(true),
                    which + " does not follow the one before it");
            require(entry.isSigned(asked.network(), key, member), which + " is not signed by it");
            boolean about = entry.action().equals(ACTION)
                    && entry.subject().equals(subject(asked.transaction()))
                    && entry.actor().endsWith(asker(asked.person()))
                    && entry.actor().indexOf(' ')
                            == entry.actor().length() - asker(asked.person()).length();
            require(about, which + " is of something else");
            parts.addAll(names(asked.caseReference(), entry.reason())
                    .orElseThrow(() -> new IllegalArgumentException(which + " is of another case")));
            before = Optional.of(chained);
        }
        return parts;
    }

    private static boolean follows(ChainedEntry before, ChainedEntry next) {
        return next.sequence() > before.sequence()
                && (next.sequence() != before.sequence() + 1
                        || next.previousHash().equals(before.hash()));
    }

    private static void require(boolean holds, String flaw) {
        if (!holds) {
            throw new IllegalArgumentException(flaw);
        }
    }
}
