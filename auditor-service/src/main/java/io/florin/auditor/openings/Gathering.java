package io.florin.auditor.openings;

import io.florin.audit.PartNames;
import io.florin.audit.ShareEntries;
import io.florin.audit.ShareEntries.Asked;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.crypto.group.G1;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.privacy.AuditCiphertexts.Part;
import io.florin.ledger.privacy.AuditCiphertexts.Sealed;
import io.florin.runtime.api.AuditMemberInternalApi.Evidence;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditMemberInternalApi.ShareAnswer;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import io.florin.runtime.api.AuditSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The shares of some ciphertexts of one transaction under one case, as members give them. One thread.
///
/// A member whose answer is not of exactly the parts asked for, holds a share that does not verify or cannot be read,
/// or does not show the signed entries of its log about it, is named; its share does not count, and the others' do.
public final class Gathering {
    private final Target target;
    private final List<Sealed> parts;
    private final Map<String, List<DecryptionShare>> shares = new HashMap<>();
    private final List<Evidence> given = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final SortedSet<Integer> answered = new TreeSet<>();
    private final SortedSet<Integer> blamed = new TreeSet<>();

    /// Purpose of the shares.
    ///
    /// @param person who asks for them
    public record Target(
            NetworkId network, TransactionId transaction, String caseReference, String person, AuditPublicKey key) {
        Asked asked() {
            return new Asked(network, transaction, caseReference, person);
        }
    }

    /// An entry of a member's log.
    public record Entry(int member, ShareEntry entry) {}

    public Gathering(Target target, List<Sealed> parts) {
        this.target = target;
        this.parts = List.copyOf(parts);
    }

    /// The names of the parts, in order.
    public List<String> names() {
        return parts.stream().map(each -> PartNames.of(each.part())).toList();
    }

    /// A member's answer; of two by one member the first counts.
    public void add(int member, ShareAnswer answer) {
        if (!answered.add(member)) {
            return;
        }
        List<String> names = names();
        Map<String, DecryptionShare> read = new HashMap<>();
        try {
            for (PartShare each : answer.shares()) {
                if (!names.contains(each.part()) || read.put(each.part(), each.share(member)) != null) {
                    throw new IllegalArgumentException("a part that was not asked for, or one twice");
                }
            }
            if (!names.equals(ShareEntries.parts(target.asked(), target.key(), member, answer.entries()))) {
                throw new IllegalArgumentException("its log says other parts");
            }
        } catch (IllegalArgumentException wrong) {
            blamed.add(member);
            return;
        }
        if (read.size() != names.size()) {
            blamed.add(member);
            return;
        }
        read.forEach((part, share) ->
                shares.computeIfAbsent(part, _ -> new ArrayList<>()).add(share));
        answer.shares().forEach(share -> given.add(new Evidence(member, share)));
        answer.entries().forEach(entry -> entries.add(new Entry(member, entry)));
    }

    /// A member whose answer is none.
    public void addUnreadable(int member) {
        if (answered.add(member)) {
            blamed.add(member);
        }
    }

    /// Whether so many have answered that it may be enough.
    public boolean mayBeEnough() {
        return answered.size() - blamed.size() >= target.key().threshold();
    }

    /// Hidden values of the parts, as multiples of Ge or Gv; empty while too few good shares are there.
    public Optional<Map<Part, G1>> open() {
        Map<Part, G1> opened = new LinkedHashMap<>();
        for (Sealed sealed : parts) {
            String name = PartNames.of(sealed.part());
            var context = AuditSession.opening(target.network(), target.transaction(), name, target.caseReference());
            Outcome outcome = ThresholdDecryption.open(
                    target.key(), sealed.commitment(), sealed.handle(), context, shares.getOrDefault(name, List.of()));
            switch (outcome) {
                case Outcome.Opened(G1 message, SortedSet<Integer> wrong) -> {
                    blamed.addAll(wrong);
                    opened.put(sealed.part(), message);
                }
                case Outcome.Incomplete(int _, SortedSet<Integer> wrong) -> blamed.addAll(wrong);
            }
        }
        return opened.size() == parts.size() ? Optional.of(opened) : Optional.empty();
    }

    /// Members that gave wrong shares.
    public SortedSet<Integer> blamed() {
        return new TreeSet<>(blamed);
    }

    /// The shares of members that were not named, for others to see.
    public List<Evidence> evidence() {
        return given.stream().filter(each -> !blamed.contains(each.member())).toList();
    }

    /// Entries about shares in the logs of members that were not named.
    public List<Entry> entries() {
        return entries.stream().filter(each -> !blamed.contains(each.member())).toList();
    }
}
