package io.florin.auditor.openings;

import io.florin.auditor.openings.OpenedPayment.Output;
import io.florin.auditor.openings.OpenedPayment.Person;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.decisions.SignedEntry;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.runtime.api.AuditMemberInternalApi.ShareEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Evidence by which a third party sees for itself that a case opened a payment rightly: everything from genesis on,
/// and nothing that has to be believed. [EvidenceVerifier] checks it offline. It names people by enrollment ids and
/// shows what they paid: whoever holds it keeps it as the case demands.
///
/// The log entry holds SHA-256 of all the rest, so the auditor's signed log says which evidence left the house.
///
/// @param version of this form, 2
/// @param genesis the network's, base64; its hash is the network id
/// @param payment the client transaction with its proof, base64
/// @param committed that the transaction is
/// @param configurations that changes of the configuration are, in order: the one the payment was made under and the
/// one whose points its shares were checked with, where they are not genesis
/// @param shares of the decryption, with their proofs, of all members that gave good ones
/// @param entries of these members' logs that say so, in the order of each log
/// @param payers and outputs: what the shares open
/// @param log of the auditor, about this evidence
public record OpeningEvidence(
        int version,
        String genesis,
        String caseReference,
        String transactionId,
        String payment,
        Inclusion committed,
        List<Inclusion> configurations,
        List<Share> shares,
        List<MemberEntry> entries,
        List<Person> payers,
        List<Output> outputs,
        LogEntry log) {
    public static final int VERSION = 2;
    public static final String ACTION = "evidence-given";

    private static final byte[] DOMAIN = "florin/audit/evidence/2".getBytes(StandardCharsets.US_ASCII);

    /// Proof that a transaction committed.
    ///
    /// @param receipt with g + 1 committers' signatures, base64
    /// @param block that a quorum of parties certified, base64
    public record Inclusion(String receipt, String block) {}

    /// @param point γi·X, hex
    /// @param proof that it is, hex
    public record Share(int member, String part, String point, String proof) {}

    /// An entry of a member's log, signed under its share of the key.
    public record MemberEntry(int member, ShareEntry entry) {}

    /// @param signature of the auditor that its log ended with this entry, hex
    public record LogEntry(
            long sequence,
            long atMillis,
            String actor,
            String action,
            String subject,
            String reason,
            String previousHash,
            String hash,
            String signature) {

        public static final LogEntry NONE = new LogEntry(0, 0, "", "", "", "", "", "", "");

        static LogEntry of(SignedEntry entry) {
            return new LogEntry(
                    entry.sequence(),
                    entry.atMillis(),
                    entry.actor(),
                    entry.action(),
                    entry.subject(),
                    entry.reason(),
                    entry.previousHash().toHex(),
                    entry.hash().toHex(),
                    entry.signature().toHex());
        }

        /// @throws IllegalArgumentException when a hash is none
        SignedEntry signed() {
            return new SignedEntry(
                    sequence,
                    atMillis,
                    actor,
                    action,
                    subject,
                    reason,
                    Bytes32.fromHex(previousHash),
                    Bytes32.fromHex(hash),
                    Bytes.fromHex(signature));
        }
    }

    public OpeningEvidence {
        configurations = List.copyOf(configurations);
        shares = List.copyOf(shares);
        entries = List.copyOf(entries);
        payers = List.copyOf(payers);
        outputs = List.copyOf(outputs);
    }

    /// With its entry in the log.
    public OpeningEvidence with(SignedEntry entry) {
        return new OpeningEvidence(
                version,
                genesis,
                caseReference,
                transactionId,
                payment,
                committed,
                configurations,
                shares,
                entries,
                payers,
                outputs,
                LogEntry.of(entry));
    }

    /// The log's entries about it.
    ///
    /// @param members whose shares it holds
    public String logged(List<Integer> members) {
        return "case " + caseReference + ", members " + members + ", evidence "
                + contentHash().toHex();
    }

    /// The members whose shares it holds, ascending.
    public List<Integer> members() {
        return shares.stream().map(Share::member).distinct().sorted().toList();
    }

    /// Parts of the payment in which an enrollment takes part, whether the auditor names it or not. They hold once the
    /// evidence is verified.
    ///
    /// @return `payer 0`, `output 1`; none where he takes no part
    public List<String> parts(Scalar enrollment) {
        String point =
                Bytes.of(Generators.ENROLLMENT.multiply(enrollment).encode()).toHex();
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < payers.size(); i++) {
            if (payers.get(i).point().equals(point)) {
                parts.add("payer " + i);
            }
        }
        for (Output output : outputs) {
            if (output.payee().point().equals(point)) {
                parts.add("output " + output.index());
            }
        }
        return List.copyOf(parts);
    }

    /// A member's entries, in order.
    List<ShareEntry> entriesOf(int member) {
        return entries.stream()
                .filter(each -> each.member() == member)
                .map(MemberEntry::entry)
                .toList();
    }

    /// SHA-256 of everything but the log entry.
    ///
    /// @throws IllegalArgumentException when a text is none, or base64 is not
    Bytes32 contentHash() {
        CanonicalWriter writer = new CanonicalWriter(4096).fixed(DOMAIN).u32(version);
        writer.bytes(decoded(genesis)).text(caseReference).text(transactionId).bytes(decoded(payment));
        write(writer, committed);
        writer.u32(configurations.size());
        configurations.forEach(each -> write(writer, each));
        writer.u32(shares.size());
        for (Share share : shares) {
            writer.u32(share.member()).text(share.part()).text(share.point()).text(share.proof());
        }
        writer.u32(entries.size());
        entries.forEach(each -> write(writer, each));
        writer.u32(payers.size());
        payers.forEach(payer -> write(writer, payer));
        writer.u32(outputs.size());
        for (Output output : outputs) {
            writer.u32(output.index());
            write(writer, output.payee());
            writer.text(Long.toUnsignedString(output.value()));
        }
        return Sha256.hash(writer.toByteArray());
    }

    private static void write(CanonicalWriter writer, Inclusion inclusion) {
        writer.bytes(decoded(inclusion.receipt())).bytes(decoded(inclusion.block()));
    }

    private static void write(CanonicalWriter writer, MemberEntry of) {
        ShareEntry entry = of.entry();
        writer.u32(of.member()).u63(entry.sequence()).u63(entry.atMillis());
        writer.text(entry.actor()).text(entry.action()).text(entry.subject()).text(entry.reason());
        writer.text(entry.previousHash()).text(entry.hash()).text(entry.signature());
    }

    private static void write(CanonicalWriter writer, Person person) {
        writer.text(person.enrollmentId()).text(person.point());
    }

    static Bytes decoded(String base64) {
        return Bytes.of(Base64.getDecoder().decode(base64));
    }

    @Override
    public String toString() {
        return "OpeningEvidence[" + transactionId + "]";
    }
}
