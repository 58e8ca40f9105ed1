package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.kafka.Topics;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.demo.SelfHeldWallet;
import io.florin.sandbox.economy.DemoPerson;
import io.florin.sandbox.economy.PayrollLine;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// Breaks one thing each, behind the platform's back: in a topic, in a database, in a shard. The checks must see it.
public final class FaultInjections {
    private static final String WHISPERS = "bank.notifications";
    private static final Map<String, BiConsumer<CheckContext, OneJvm>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("silent-service", (_, sandbox) -> sandbox.stop("ordering-4"));
        ALL.put("tampered-block", (context, _) -> tamperedBlock(context));
        ALL.put("emptied-topic", (context, _) -> emptiedTopic(context));
        ALL.put("forged-endorsement", (context, _) -> forgedEndorsement(context));
        ALL.put("forged-statuses", (context, _) -> forgedStatuses(context));
        ALL.put("lost-status", ShardFaultInjections::lostStatus);
        ALL.put("minted-token", ShardFaultInjections::mintedToken);
        ALL.put("wrong-receipt", ShardFaultInjections::wrongReceipt);
        ALL.put("forged-proof", (context, _) -> forgedProof(context));
        ALL.put("colluding-endorsers", (context, _) -> collusion(context));
        ALL.put("minted-balance", RailFaultInjections::mintedBalance);
        ALL.put("lost-journal-tail", RailFaultInjections::lostJournalTail);
        ALL.put("colluding-authorities", (context, _) -> RailFaultInjections.colludingAuthorities(context));
        ALL.put("two-certificates", RailFaultInjections::twoCertificates);
        ALL.put("missing-cent", (context, _) -> missingCent(context));
        ALL.put("cooked-books", (context, _) -> cookedBooks(context));
        ALL.put("phantom-money", (context, _) -> phantomMoney(context));
        ALL.put("wrong-closing", (context, _) -> wrongClosing(context));
        ALL.put("lost-payment", (context, _) -> lostPayment(context));
        ALL.put("claimed-payment", (context, _) -> claimedPayment(context));
        ALL.put("forgotten-file", (context, _) -> forgottenFile(context));
        ALL.put("lost-notes", (context, _) -> lostNotes(context));
        ALL.put("hidden-transaction", (context, _) -> hiddenTransaction(context));
        ALL.put("exchanged-transaction", (context, _) -> exchangedTransaction(context));
        ALL.put("leaked-name", (context, _) -> leakedName(context));
        ALL.put("leaked-enrollment", (context, _) -> leakedEnrollment(context));
        ALL.put("leaked-amounts", (context, _) -> leakedAmounts(context));
        ALL.put("leaked-document", (context, _) -> leakedDocument(context));
        ALL.put("unlogged-opening", (context, _) -> unloggedOpening(context));
        ALL.put("forgotten-approval", (context, _) -> forgottenApproval(context));
        ALL.put("forgotten-payee", (context, _) -> forgottenPayee(context));
        ALL.put("logged-amount", (context, _) -> loggedAmount(context));
        ALL.put("logged-wage", (context, _) -> loggedWage(context));
        ALL.put("logged-enrollment", (context, _) -> loggedEnrollment(context));
        ALL.put("logged-path", (context, _) -> loggedPath(context));
        ALL.put("announced-enrollment", (context, _) -> announcedEnrollment(context));
        ALL.put("whispering-topic", (context, _) -> whisperingTopic(context));
        ALL.put("curious-bank", (context, _) -> curiousBank(context));
        ALL.put("gossiping-bank", (context, _) -> gossipingBank(context));
        // last: registration's own watch sees it after a while and says that it is not ready any more
        ALL.put("deleted-decision", (context, _) -> deletedDecision(context));
        ALL.put("cut-decisions", (context, _) -> cutDecisions(context));
    }

    private FaultInjections() {}

    /// Those that a check of the network sees.
    public static Set<String> names(SandboxPlan plan) {
        Set<String> seen = Checks.of(plan, new byte[0]).stream()
                .flatMap(check -> check.sabotages().stream())
                .collect(Collectors.toSet());
        Set<String> names = new LinkedHashSet<>(ALL.keySet());
        names.retainAll(seen);
        return names;
    }

    /// Does the damage.
    public static void apply(String name, CheckContext context, OneJvm sandbox) {
        BiConsumer<CheckContext, OneJvm> sabotage = ALL.get(name);
        if (sabotage == null) {
            throw new SandboxException(
                    "no sabotage is called " + name + "; there are " + String.join(", ", ALL.keySet()));
        }
        sabotage.accept(context, sandbox);
    }

    private static void tamperedBlock(CheckContext context) {
        int party =
                context.genesis().configuration().ordering().parties().getLast().id();
        byte[] last = context.blockTopic(party).getLast().toArray();
        last[last.length - 1] ^= 1;
        send(context, Topics.blocks(party), last);
    }

    /// A broker that has lost what it kept of a party.
    private static void emptiedTopic(CheckContext context) {
        String topic = Topics.blocks(
                context.genesis().configuration().ordering().parties().getLast().id());
        try (var broker = broker(context)) {
            broker.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted", e);
        } catch (ExecutionException e) {
            throw new SandboxException("the topic could not be emptied", e);
        }
    }

    private static Admin broker(CheckContext context) {
        return Admin.create(Map.of(
                "bootstrap.servers", context.plan().kafka().bootstrapServers(), "auto.include.jmx.reporter", "false"));
    }

    private static void forgedEndorsement(CheckContext context) {
        Block block = CheckContext.decoded(context.blockTopic(context.genesis()
                                .configuration()
                                .ordering()
                                .parties()
                                .getFirst()
                                .id())
                        .getLast())
                .orElseThrow();
        Bundle genuine = Bundle.decode(block.entries().getFirst().toArray());
        byte[] signature = genuine.signature().toArray();
        signature[signature.length - 1] ^= 1;
        Bundle forged = new Bundle(
                new NamespaceId(genuine.namespace().value()),
                genuine.rulesVersion(),
                genuine.keyEpoch(),
                genuine.transactions(),
                genuine.audits(),
                Bytes.of(signature));
        order(context, forged);
    }

    private static void collusion(CheckContext context) {
        if (context.plan().privacy() == PrivacyModel.CLEAR) {
            order(context, CollusionInjection.bundle(context));
        } else {
            HiddenCollusionInjection.pay(context);
        }
    }

    private static void order(CheckContext context, Bundle bundle) {
        long height = context.clients().committer().head().number();
        offer(context, bundle);
        Await.until(
                "the bundle to be ordered",
                Await.PATIENCE,
                () -> context.clients().committer().head().number() > height);
    }

    /// Brings a bundle to all ordering parties, whatever they do with it.
    static void offer(CheckContext context, Bundle bundle) {
        context.genesis()
                .configuration()
                .ordering()
                .parties()
                .forEach(party -> send(context, Topics.transactions(party.id()), bundle.encode()));
    }

    private static void forgedStatuses(CheckContext context) {
        List<Bytes> records = TopicContents.of(context.plan().kafka().bootstrapServers(), Topics.STATUSES);
        BlockStatuses genuine = BlockStatuses.decode(records.getLast().toArray());
        byte[] signature = genuine.signature().toArray();
        signature[0] ^= 1;
        BlockStatuses forged =
                new BlockStatuses(genuine.checkpoint(), genuine.outcomes(), genuine.committer(), Bytes.of(signature));
        send(context, Topics.STATUSES, forged.encode());
    }

    private static void forgedProof(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.AUDITOR, 1),
                "update audit_supply set outstanding = outstanding + 1 where block = (select max(block) from"
                        + " audit_supply)"));
    }

    private static void missingCent(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.CENTRAL_BANK, 1),
                "update account set balance = balance - 1 where participant = 1 and name not like 'HELD%'"));
    }

    /// A cent is gone, and the other side of the books with it: they agree with themselves.
    private static void cookedBooks(CheckContext context) {
        Peer central = new Peer(NodeRole.CENTRAL_BANK, 1);
        requireOne(Databases.change(
                context.plan(),
                central,
                "update account set balance = balance - 1 where participant = 1 and name not like 'HELD%'",
                "update account set balance = balance + 1 where name = 'SETTLEMENT'"));
    }

    private static void phantomMoney(CheckContext context) {
        String employer = context.economy().payroll().employerShopId();
        Account victim = context.seeded().accounts().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(employer))
                .filter(entry ->
                        SelfHeldWallet.of(context.plan(), entry.getKey()).isEmpty())
                .map(Map.Entry::getValue)
                .filter(account -> account.bank().equals("bank-2"))
                .findFirst()
                .orElseThrow();
        requireOne(Databases.change(
                context.plan(),
                bank(victim),
                "update token set value = value + 1 where state_key = (select min(state_key::text)::bytea from token "
                        + "where spent_block is null and wallet = " + victim.wallet() + ")"));
    }

    private static void wrongClosing(CheckContext context) {
        Account employer = context.seeded().account(context.economy().payroll().employerShopId());
        requireOne(Databases.change(
                context.plan(),
                bank(employer),
                "update token set value = value + 1 where state_key = (select min(state_key::text)::bytea from token "
                        + "where spent_block is null and wallet = " + employer.wallet() + ")"));
    }

    /// The bank does not know any more that the payment was a line of the payroll. Its state stays: in the hidden
    /// models balances and the statement are judged by payments and their states, and a payment that is not settled
    /// would be a damage of theirs as well.
    private static void lostPayment(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                bank(context.seeded().account(context.economy().payroll().employerShopId())),
                "update payment set file_id = null where seq = (select min(seq) from payment where file_id = '"
                        + context.payroll().fileId() + "')"));
    }

    /// Two lines say that they were paid by one and the same output.
    private static void claimedPayment(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                bank(context.seeded().account(context.economy().payroll().employerShopId())),
                "update payment p set transaction_id = o.transaction_id, output = o.output from payment o"
                        + " where p.file_id = o.file_id and o.seq = (select min(seq) from payment where file_id = '"
                        + context.payroll().fileId() + "') and p.seq = (select max(seq) from payment where file_id = '"
                        + context.payroll().fileId() + "')"));
    }

    /// The bank remembers neither the file, nor its message, nor the references of its payments.
    private static void forgottenFile(CheckContext context) {
        String file = context.payroll().fileId();
        Peer bank = bank(context.seeded().account(context.economy().payroll().employerShopId()));
        requireOne(Databases.change(
                context.plan(),
                bank,
                "update payment_file set digest = '\\x00', message_id = 'FORGOTTEN' where id = '" + file + "'"));
        requireSome(Databases.change(
                context.plan(),
                bank,
                "delete from taken_uetr where uetr in (select uetr from payment where file_id = '" + file + "')",
                "update payment set uetr = gen_random_uuid()::text where file_id = '" + file + "'"));
    }

    /// All notes but that of the payment which the page of who sees what is about.
    private static void lostNotes(CheckContext context) {
        String shown = StoredPayment.chosen(context).transaction().toHex();
        for (Peer endorser : context.plan().topology().nodes(NodeRole.ENDORSER)) {
            requireSome(Databases.change(
                    context.plan(), endorser, "delete from note where transaction_id <> '\\x" + shown + "'::bytea"));
        }
    }

    /// One endorser alone keeps it: the proofs of hidden transactions are read from where they are kept, so one that
    /// nobody keeps would be a damage of the supply as well.
    private static void hiddenTransaction(CheckContext context) {
        String id = context.lastCommitted().id().toHex();
        List<Peer> endorsers = context.plan().topology().nodes(NodeRole.ENDORSER);
        for (Peer endorser : endorsers.subList(1, endorsers.size())) {
            Databases.change(
                    context.plan(), endorser, "delete from client_transaction where id = '\\x" + id + "'::bytea");
        }
    }

    /// One endorser keeps another client transaction under the id of the last one: the last endorser that has it, for
    /// the proofs of hidden transactions are read from the first.
    private static void exchangedTransaction(CheckContext context) {
        String id = context.lastCommitted().id().toHex();
        boolean exchanged = context.plan().topology().nodes(NodeRole.ENDORSER).reversed().stream()
                .anyMatch(endorser -> Databases.change(
                                context.plan(),
                                endorser,
                                "update client_transaction set submission = (select submission from client_transaction"
                                        + " where id <> '\\x" + id + "'::bytea order by place limit 1) where id = '\\x"
                                        + id
                                        + "'::bytea")
                        == 1);
        requireOne(exchanged ? 1 : 0);
    }

    private static void deletedDecision(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.REGISTRATION, 1),
                "alter table decision disable trigger user",
                "delete from decision where sequence = 5"));
    }

    /// The last decisions are gone, and the head says that they never were: its signature is another one's.
    private static void cutDecisions(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.REGISTRATION, 1),
                "alter table decision disable trigger user",
                "delete from decision where sequence = (select max(sequence) from decision)",
                "update decision_head set last_sequence = last_sequence - 1, last_hash = (select hash from decision"
                        + " order by sequence desc limit 1)"));
    }

    /// A member of the audit authority has opened a payment, and its log does not say so any more.
    private static void unloggedOpening(CheckContext context) {
        requireSome(Databases.change(
                context.plan(),
                new Peer(NodeRole.AUDIT_MEMBER, 1),
                "alter table decision disable trigger user",
                "delete from decision where action = 'share-given'"));
    }

    /// The auditor has signed a payment, and keeps nothing of it.
    private static void forgottenApproval(CheckContext context) {
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.AUDITOR, 1),
                "delete from audit_approval where transaction_id = '"
                        + StoredPayment.chosen(context).transaction().toHex() + "'"));
    }

    /// The payer's bank does not know any more whom it paid.
    private static void forgottenPayee(CheckContext context) {
        StoredPayment chosen = StoredPayment.chosen(context);
        requireOne(Databases.change(
                context.plan(),
                bank(chosen.payer()),
                "update payment set payee_name = 'Nobody' where transaction_id = '\\x"
                        + chosen.transaction().toHex() + "'::bytea and payee_account = '"
                        + chosen.payee().iban() + "'"));
    }

    /// An enrollment id as a careless endorser would keep it.
    private static void leakedEnrollment(CheckContext context) {
        Bytes enrollment = LeakCheck.enrollments(context).getFirst();
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.ENDORSER, 1),
                "create table note_of_a_developer (text bytea)",
                "insert into note_of_a_developer values ('\\x" + enrollment.toHex() + "'::bytea)"));
    }

    /// A column of amounts that a developer found useful.
    private static void leakedAmounts(CheckContext context) {
        List<String> changes = new ArrayList<>(List.of("create table amount_of_payment (amount bigint, at bigint)"));
        context.economy().payroll().lines().stream()
                .map(line -> "insert into amount_of_payment values (" + line.amountMinor() + ", 1)")
                .forEach(changes::add);
        requireOne(Databases.change(context.plan(), new Peer(NodeRole.ENDORSER, 1), changes.toArray(String[]::new)));
    }

    /// A person's document as the central bank might keep it, inside bytes.
    private static void leakedDocument(CheckContext context) {
        String document = context.economy().people().getFirst().documentNumber();
        requireOne(Databases.change(
                context.plan(),
                new Peer(NodeRole.CENTRAL_BANK, 1),
                "create table scan_of_a_clerk (content bytea)",
                "insert into scan_of_a_clerk values (convert_to('{\"document\":\"" + document + "\"}', 'UTF8'))"));
    }

    /// A line as a careless service would log it.
    private static void leakedName(CheckContext context) {
        log(context, "INFO paid " + context.economy().people().getFirst().fullName());
    }

    private static void loggedAmount(CheckContext context) {
        long amount = context.economy().payroll().lines().stream()
                .mapToLong(PayrollLine::amountMinor)
                .max()
                .orElseThrow();
        log(context, "INFO settled amount=" + amount);
    }

    /// The smallest payment of all, below a thousand, in words.
    private static void loggedWage(CheckContext context) {
        long amount = LeakCheck.smallest(context);
        log(context, String.format(Locale.ROOT, "INFO credited %d.%02d FLN", amount / 100, amount % 100));
    }

    private static void loggedEnrollment(CheckContext context) {
        byte[] enrollment = LeakCheck.enrollments(context).getFirst().toArray();
        log(context, "DEBUG request {\"eid\":\"" + Base64.getEncoder().encodeToString(enrollment) + "\"}");
    }

    /// Plants an address with personal data in a path, which a proxy in front of a service would keep.
    private static void loggedPath(CheckContext context) {
        String enrollment = LeakCheck.enrollments(context).getLast().toHex();
        log(context, "access.log", "127.0.0.1 \"GET /v1/holders/eid-" + enrollment + "/notes HTTP/1.1\" 200 512");
    }

    /// An event of a chatty auditor.
    private static void announcedEnrollment(CheckContext context) {
        String enrollment = LeakCheck.enrollments(context).getFirst().toHex();
        send(context, Topics.AUDIT_EVENTS, ("{\"by\":\"" + enrollment + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    /// A topic that somebody begins to write, with an enrollment id in a header of a record that says nothing.
    private static void whisperingTopic(CheckContext context) {
        String enrollment = LeakCheck.enrollments(context).getFirst().toHex();
        try (var broker = broker(context)) {
            broker.createTopics(List.of(new NewTopic(WHISPERS, 1, (short) 1)))
                    .all()
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted", e);
        } catch (ExecutionException e) {
            throw new SandboxException("the topic could not be made", e);
        }
        ProducerRecord<byte[], byte[]> whisper = new ProducerRecord<>(WHISPERS, 0, null, new byte[0]);
        whisper.headers().add("by", enrollment.getBytes(StandardCharsets.US_ASCII));
        send(context, whisper);
    }

    /// The bank that does not pay the wages keeps whom the other one pays.
    private static void curiousBank(CheckContext context) {
        Peer bank = new Peer(NodeRole.BANK, 3);
        Bytes enrollment = LeakCheck.ofStrangers(context, bank).getFirst();
        requireOne(Databases.change(
                context.plan(),
                bank,
                "create table seen_elsewhere (who text)",
                "insert into seen_elsewhere values ('" + enrollment.toHex() + "')"));
    }

    /// Somebody whom none of the bank's customers has paid or was paid by, in capitals.
    private static void gossipingBank(CheckContext context) {
        Peer bank = new Peer(NodeRole.BANK, 3);
        Map<String, Account> strangers = NameCheck.strangers(context, bank);
        String name = context.economy().people().stream()
                .filter(person -> strangers.containsKey(person.id()))
                .map(DemoPerson::fullName)
                .findFirst()
                .orElseThrow();
        requireOne(Databases.change(
                context.plan(),
                bank,
                "create table heard_elsewhere (called text)",
                "insert into heard_elsewhere values ('"
                        + name.toUpperCase(Locale.ROOT).replace("'", "''") + "')"));
    }

    private static void log(CheckContext context, String line) {
        log(context, "sandbox.log", line);
    }

    private static void log(CheckContext context, String file, String line) {
        try {
            Files.writeString(
                    context.plan().dataDirectory().resolve("logs").resolve(file),
                    line + System.lineSeparator(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("the log cannot be written", e);
        }
    }

    private static Peer bank(Account account) {
        return new Peer(NodeRole.BANK, Integer.parseInt(account.bank().substring("bank-".length())));
    }

    private static void requireOne(int changed) {
        if (changed != 1) {
            throw new SandboxException("the sabotage changed " + changed + " rows instead of one");
        }
    }

    private static void requireSome(int changed) {
        if (changed < 1) {
            throw new SandboxException("the sabotage changed nothing");
        }
    }

    private static void send(CheckContext context, String topic, byte[] value) {
        send(context, new ProducerRecord<>(topic, 0, new byte[0], value));
    }

    private static void send(CheckContext context, ProducerRecord<byte[], byte[]> record) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                context.plan().kafka().bootstrapServers(),
                "acks",
                "all",
                "auto.include.jmx.reporter",
                "false",
                "max.request.size",
                "4194304");
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("interrupted", e);
        } catch (ExecutionException e) {
            throw new SandboxException("the record could not be written", e);
        }
    }
}
