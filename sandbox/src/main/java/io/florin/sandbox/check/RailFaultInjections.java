package io.florin.sandbox.check;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.identity.KeyProperties;
import io.florin.identity.NodeIdentity;
import io.florin.identity.NodeSecrets;
import io.florin.instant.account.ShardRecord;
import io.florin.ledger.Amount;
import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.MerkleSigner;
import io.florin.ledger.rail.signing.QuorumSignature;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.rail.FinalPayments;
import io.florin.sandbox.rail.RailConnection;
import io.florin.sandbox.rail.RailWallet;
import io.florin.sandbox.run.DataCopy;
import io.florin.sandbox.run.OneJvm;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Damage of the rail: in journals while their authority is down, and by authorities that sign what is not so.
final class RailFaultInjections {
    private static final long AMOUNT = 1_00;
    private static final int EXPIRY_BLOCKS = 100;
    private static final long FAR_AHEAD = 1_000;
    private static final Peer FIRST = new Peer(NodeRole.INSTANT, 1);

    private RailFaultInjections() {}

    /// Somebody with access to the disk writes a deposit that the ledger does not have into one shard's journal.
    static void mintedBalance(CheckContext context, OneJvm sandbox) {
        try (RailConnection bank = connection(context)) {
            RailWallet lucky = wallets(context, bank).getFirst();
            Bytes32 key = Bytes32.of(Sha256.digest("a deposit of nobody".getBytes(StandardCharsets.UTF_8)));
            sandbox.stop(FIRST.directoryName());
            RailJournals.append(
                    context,
                    bank.scope(),
                    FIRST,
                    lucky.account(),
                    new ShardRecord.Deposited(key, lucky.account(), Amount.of(AMOUNT)));
            sandbox.start(FIRST.directoryName());
        }
        RecordChecks.awaitHealth(context);
    }

    /// After a payment that all executed, every authority comes back from a copy of before: the tails of all journals
    /// are lost, and no authority knows of what the payee has in its hands.
    static void lostJournalTail(CheckContext context, OneJvm sandbox) {
        List<Peer> authorities = context.plan().topology().nodes(NodeRole.INSTANT);
        authorities.forEach(authority -> sandbox.stop(authority.directoryName()));
        authorities.forEach(authority -> DataCopy.make(directory(context, authority), copy(context, authority)));
        authorities.forEach(authority -> sandbox.start(authority.directoryName()));
        RecordChecks.awaitHealth(context);
        try (RailConnection bank = connection(context)) {
            List<RailWallet> wallets = wallets(context, bank);
            FinalPayment payment = bank.pay(
                    order(context, bank, wallets.getFirst(), onRail(wallets.getLast()), AMOUNT), CarriedPayments.NONE);
            new FinalPayments(context.plan().dataDirectory()).add(payment);
        }
        RailReports.atRest(context);
        authorities.forEach(authority -> sandbox.stop(authority.directoryName()));
        authorities.forEach(authority -> restore(directory(context, authority), copy(context, authority)));
        authorities.forEach(authority -> sandbox.start(authority.directoryName()));
        RecordChecks.awaitHealth(context);
    }

    /// As many authorities as make a certificate sign a payment that its payer cannot make for long, with everything
    /// that proves it final; the payee spends it at all of them.
    static void colludingAuthorities(CheckContext context) {
        try (RailConnection bank = connection(context)) {
            List<RailWallet> wallets = wallets(context, bank);
            RailWallet poor = wallets.getLast();
            RailWallet rich = wallets.getFirst();
            SignedOrder never = poor.order(
                    bank.scope(),
                    onRail(rich),
                    AMOUNT,
                    told(bank, poor).nextSequence() + FAR_AHEAD,
                    expiry(context),
                    Bytes32.ZERO);
            byte[] effects = RailStatements.effects(bank.scope(), never.id());
            FinalPayment forged = new FinalPayment(certified(context, bank, never), signed(context, bank, effects));
            long all = told(bank, rich).balance().minorUnits() + AMOUNT;
            bank.pay(order(context, bank, rich, onRail(poor), all), new CarriedPayments(List.of(forged)));
        }
    }

    /// One customer's sequence has two certificates: one authority has the one in its journal, the others execute the
    /// other one.
    static void twoCertificates(CheckContext context, OneJvm sandbox) {
        try (RailConnection bank = connection(context)) {
            List<RailWallet> wallets = wallets(context, bank);
            RailWallet payer = wallets.getFirst();
            SignedOrder one = order(context, bank, payer, onRail(wallets.getLast()), AMOUNT);
            SignedOrder other = order(context, bank, payer, onRail(wallets.getLast()), AMOUNT + 1);
            sandbox.stop(FIRST.directoryName());
            bank.pay(one, CarriedPayments.NONE);
            RailJournals.append(
                    context,
                    bank.scope(),
                    FIRST,
                    payer.account(),
                    new ShardRecord.Executed(certified(context, bank, other)));
            sandbox.start(FIRST.directoryName());
        }
        RecordChecks.awaitHealth(context);
    }

    private static RailConnection connection(CheckContext context) {
        return RailConnection.of(context.plan(), new Peer(NodeRole.BANK, 1));
    }

    private static List<RailWallet> wallets(CheckContext context, RailConnection bank) {
        return RailWallet.of(context.economy(), bank.scope().network());
    }

    private static RailRecipient onRail(RailWallet payee) {
        return new RailRecipient.OnRail(payee.account());
    }

    /// The next order of a wallet.
    private static SignedOrder order(
            CheckContext context, RailConnection bank, RailWallet payer, RailRecipient payee, long amount) {
        return payer.order(
                bank.scope(), payee, amount, told(bank, payer).nextSequence(), expiry(context), Bytes32.ZERO);
    }

    private static AccountInformation told(RailConnection bank, RailWallet wallet) {
        return bank.account(FIRST.id(), wallet.account(), 0);
    }

    private static long expiry(CheckContext context) {
        return context.clients().committer().head().number() + EXPIRY_BLOCKS;
    }

    private static TransferCertificate certified(CheckContext context, RailConnection bank, SignedOrder order) {
        return new TransferCertificate(order, signed(context, bank, RailStatements.vote(bank.scope(), order.id())));
    }

    /// The signature of as many authorities as make a quorum, by their keys.
    private static QuorumSignature signed(CheckContext context, RailConnection bank, byte[] statement) {
        RailCommittee committee = bank.rail().committee();
        Map<Integer, AuthoritySignature> signatures = new HashMap<>();
        for (int authority = 1; authority <= committee.size().quorum(); authority++) {
            Bytes32 publicKey = Bytes32.of(committee.keys().get(authority - 1).toArray());
            Path network = context.plan().networkDirectory();
            try (NodeIdentity node = NodeIdentity.load(network, new Peer(NodeRole.INSTANT, authority));
                    NodeSecrets secrets = NodeSecrets.of(network, node, KeyProperties.NONE)) {
                Ed25519KeyPair key = secrets.railKey(committee.rail(), committee.epoch(), publicKey)
                        .orElseThrow(() -> new SandboxException("an authority has no key"));
                try (AuthoritySigner signer = new MerkleSigner(bank.scope().committeeId(), key)) {
                    signatures.put(authority, signer.sign(List.of(statement)).getFirst());
                }
            }
        }
        return bank.verifier().combine(statement, signatures).signature().orElseThrow();
    }

    private static Path directory(CheckContext context, Peer authority) {
        return context.plan().nodeDirectory(authority);
    }

    private static Path copy(CheckContext context, Peer authority) {
        Path directory = directory(context, authority);
        return directory.resolveSibling(directory.getFileName() + "-before");
    }

    private static void restore(Path directory, Path copy) {
        DataCopy.delete(directory);
        try {
            Files.move(copy, directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot restore " + directory, e);
        }
    }
}
