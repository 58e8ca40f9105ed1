package io.florin.endorser.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.ps.Certification;
import io.florin.crypto.ps.CertificationShare;
import io.florin.crypto.ps.PsKeyShare;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.TokenBase;
import io.florin.endorser.certifier.CertifierKeys.Duty;
import io.florin.endorser.certifier.CommittedChain.Offer;
import io.florin.endorser.certifier.CommittedChain.Word;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.identity.CertifierShare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a certifier takes as committed, and what it signs of it.
class CommittedChainTest {

    private static final TestHiddenEconomy ECONOMY = new TestHiddenEconomy(11, PrivacyModel.UNLINKABLE);
    private static final TestNetwork NETWORK = ECONOMY.network();
    private static final Holder ALICE = ECONOMY.newHolder();
    private static final Holder BOB = ECONOMY.newHolder();
    private static final OwnerKey TREASURY = new OwnerKey(NETWORK.newKey().publicKey());
    private static final Paid ISSUE = ECONOMY.issue(NETWORK.header(100), TREASURY, new Payee(ALICE, 700));
    private static final Paid PAYMENT = pay(300);
    private static final Paid DOUBLE_SPEND = pay(200);

    private final TestChain blocks = new TestChain(NETWORK);
    private final SerialReplay replay = new SerialReplay(NETWORK.genesis());
    private final CommittedChain chain =
            new CommittedChain(NETWORK.networkId(), 0, ChainPosition.start(NETWORK.genesis()));

    private static Paid pay(long minorUnits) {
        return ECONOMY.pay(
                NETWORK.header(100), ISSUE.coins(), new Payee(BOB, minorUnits), new Payee(ALICE, 700 - minorUnits));
    }

    @Test
    void givesTheOutputsOfCommittedTransactionsInOrder() {
        Block first = blocks.append(ISSUE.payment());
        Block second = blocks.append(PAYMENT.payment());

        List<CommittedOutput> issued = settle(first);
        List<CommittedOutput> paid = settle(second);

        assertThat(issued)
                .extracting(CommittedOutput::transaction)
                .containsExactly(ISSUE.payment().id());
        assertThat(paid).extracting(CommittedOutput::output).containsExactly(0, 1);
        assertThat(chain.position().number()).isEqualTo(2);
    }

    @Test
    void twoCertifiersMakeATokenSpendable() {
        CommittedOutput output = settle(blocks.append(ISSUE.payment())).getFirst();

        List<CertificationShare> shares = ECONOMY.certifiers().keyShares().stream()
                .limit(2)
                .map(share -> Signer.sign(List.of(order(output, share)))
                        .signed()
                        .getFirst()
                        .share())
                .toList();

        var group = ECONOMY.certifiers().group();
        var certification = new Certification(
                PsPublicKey.decode(group.groupKey().toArray()),
                2,
                ECONOMY.certifiers().keyShares().stream()
                        .map(PsKeyShare::verificationKey)
                        .toList());
        assertThat(certification.combine(
                        TokenBase.of(output.context(), output.output()),
                        output.token(),
                        ISSUE.coins().getFirst().opening().forCertification(),
                        shares))
                .isInstanceOf(Certification.Outcome.Certified.class);
    }

    @Test
    void aCertifierFedAnAbortedTransactionDoesNotSign() {
        settle(blocks.append(ISSUE.payment()));
        Block both = blocks.append(PAYMENT.payment(), DOUBLE_SPEND.payment());

        List<CommittedOutput> outputs = settle(both);

        assertThat(outputs)
                .extracting(CommittedOutput::transaction)
                .containsOnly(PAYMENT.payment().id())
                .doesNotContain(DOUBLE_SPEND.payment().id());
    }

    /// Enough endorsers together get anything committed. A share meets no point outside the group; it is told of, and
    /// what else the block has is signed.
    @Test
    void whatIsNoPointOfTheGroupIsNamedAndNotSigned() {
        byte[] tokens = ISSUE.payment().statement().outputs().getFirst().encode();
        byte[] outside = outsideTheGroup();
        System.arraycopy(outside, 0, tokens, G1.SIZE, outside.length);
        byte[] serial = NETWORK.newBytes(32);
        serial[0] = 0;
        serial[1] = (byte) TestNetwork.CURRENCY.value();
        SettlementTransaction forged = new SettlementTransaction(
                new TransactionId(NETWORK.newId()),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                false,
                1,
                100,
                List.of(Read.absent(StateKey.of(serial))),
                List.of(
                        new Write.Serial(0),
                        new Write.HiddenOutput(0, RecordedToken.of(PrivacyModel.UNLINKABLE, tokens))));
        Block block = blocks.appendBundles(
                NETWORK.endorse(List.of(ISSUE.payment())), NETWORK.endorseSettlements(List.of(forged)));

        Offer offer = chain.offer(block, word(block));

        assertThat(offer).isInstanceOfSatisfying(Offer.Settled.class, settled -> {
            assertThat(settled.outputs())
                    .extracting(CommittedOutput::transaction)
                    .containsExactly(ISSUE.payment().id());
            assertThat(settled.noPoints()).containsExactly(new CommittedChain.OutputName(forged.id(), 0));
        });
    }

    /// The first x from 4 on that belongs to a point of the curve; none so small is in the group.
    private static byte[] outsideTheGroup() {
        byte[] point = new byte[G1.SIZE];
        point[0] = (byte) 0x80;
        for (byte x = 4; ; x++) {
            point[G1.SIZE - 1] = x;
            try {
                assertThatIllegalArgumentException().isThrownBy(CurvePoint.decode(point)::toGroup);
                return point;
            } catch (IllegalArgumentException offTheCurve) {
                // the next
            }
        }
    }

    /// Whoever brings the statuses cannot say "committed" of what the committer signed as aborted.
    @Test
    void aStatusThatWasNotSignedIsAFlaw() {
        settle(blocks.append(ISSUE.payment()));
        Block both = blocks.append(PAYMENT.payment(), DOUBLE_SPEND.payment());
        Word signed = word(both);

        Word lie = new Word(
                signed.checkpoint(),
                0,
                List.of(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED),
                signed.signature());

        assertThat(chain.offer(both, lie)).isEqualTo(new Offer.StatusFlaw("not signed by the own committer"));
    }

    @Test
    void aStateHashThatDoesNotFollowFromTheBlockBeforeIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Word word = word(first);
        Checkpoint own = word.checkpoint();

        Word otherState = signed(
                new Checkpoint(own.network(), 1, own.headerHash(), own.statusRoot(), Bytes32.ZERO), word.statuses());

        assertThat(chain.offer(first, otherState))
                .isEqualTo(new Offer.StatusFlaw("the state hash does not follow from the block before"));
        assertThat(take(first, word)).hasSize(1);
        assertThat(chain.position().stateHash()).isEqualTo(own.stateHash());
    }

    /// A committer alone can say "committed" of what the world was told is aborted. It cannot do so once and then sign
    /// the world's checkpoints again: each later one that this certifier takes differs.
    @Test
    void whoLiedAboutABlockMustSignAnotherStateWithEachLaterOne() {
        settle(blocks.append(ISSUE.payment()));
        Block both = blocks.append(PAYMENT.payment(), DOUBLE_SPEND.payment());
        Word truth = word(both);
        List<SettlementTransaction> all = OrderedTransaction.of(both.entries()).stream()
                .map(each -> each.transaction().orElseThrow())
                .toList();
        List<TransactionOutcome> outcomes = outcomes(both, TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);
        Bytes32 root = StateHash.statusRoot(outcomes);
        Bytes32 headerHash = both.header().hash();
        Checkpoint lie = new Checkpoint(
                NETWORK.networkId(),
                2,
                headerHash,
                root,
                StateHash.next(chain.position().stateHash(), 2, headerHash, root, all));

        assertThat(take(both, signed(lie, List.of(TransactionStatus.COMMITTED, TransactionStatus.COMMITTED))))
                .hasSize(4);
        Block third = blocks.append(ECONOMY.issue(NETWORK.header(100), TREASURY, new Payee(ALICE, 1))
                .payment());

        assertThat(chain.position().stateHash()).isNotEqualTo(truth.checkpoint().stateHash());
        assertThat(chain.offer(third, word(third)))
                .isEqualTo(new Offer.StatusFlaw("the state hash does not follow from the block before"));
    }

    @Test
    void whatCannotBeCommittedIsAFlawOfTheStatuses() {
        SettlementTransaction good = forged(false, 1, 100);
        Bundle endorsed = NETWORK.endorseSettlements(List.of(good));
        Bundle another = NETWORK.endorseSettlements(List.of(forged(false, 1, 100)));
        Bundle unendorsed = new Bundle(
                endorsed.namespace(),
                endorsed.rulesVersion(),
                endorsed.keyEpoch(),
                endorsed.transactions(),
                List.of(),
                another.signature());

        assertThat(offerCommitted(unendorsed)).isEqualTo(impossible("it is not endorsed"));
        assertThat(offerCommitted(NETWORK.endorseSettlements(List.of(forged(false, 2, 100)))))
                .isEqualTo(impossible("it is of another configuration"));
        assertThat(offerCommitted(NETWORK.endorseSettlements(List.of(forged(false, 1, 0)))))
                .isEqualTo(impossible("it has expired"));
        assertThat(offerCommitted(NETWORK.endorseSettlements(List.of(forged(true, 1, 100)))))
                .isEqualTo(impossible("no auditor signed it off"));
        assertThat(offerCommitted(endorsed)).isInstanceOf(Offer.Settled.class);
    }

    @Test
    void twoChangesOfOneConfigurationAreAFlawOfTheStatuses() {
        Bundle one = NETWORK.endorse(List.of(configurationChange(100)));
        Bundle two = NETWORK.endorse(List.of(configurationChange(101)));

        assertThat(offerCommitted(one, two))
                .isEqualTo(new Offer.StatusFlaw("two changes of one configuration cannot be committed"));
        assertThat(offerCommitted(one)).isInstanceOf(Offer.Settled.class);
    }

    /// The record of an issue, the serial numbers of payments: two of one token share that one's.
    @Test
    void saysWhatHappensOnceInAllTime() {
        assertThat(((Offer.Settled) offerCommitted(NETWORK.endorse(List.of(ISSUE.payment())))).once())
                .hasSize(1);
        Offer.Settled both =
                (Offer.Settled) offerCommitted(NETWORK.endorse(List.of(PAYMENT.payment(), DOUBLE_SPEND.payment())));

        assertThat(keys(both, PAYMENT)).as("the second one is of padding").hasSize(2);
        assertThat(both.once()).hasSize(4);
        assertThat(keys(both, DOUBLE_SPEND))
                .filteredOn(keys(both, PAYMENT)::contains)
                .hasSize(1);
    }

    private static List<StateKey> keys(Offer.Settled settled, Paid paid) {
        return settled.once().stream()
                .filter(each -> each.transaction().equals(paid.payment().id()))
                .map(CommittedChain.Once::key)
                .toList();
    }

    /// What becomes of a first block if the committer says that all of it is committed.
    private Offer offerCommitted(Bundle... bundles) {
        Block block = new TestChain(NETWORK).appendBundles(bundles);
        List<SettlementTransaction> all = OrderedTransaction.of(block.entries()).stream()
                .map(each -> each.transaction().orElseThrow())
                .toList();
        TransactionStatus[] statuses = new TransactionStatus[all.size()];
        Arrays.fill(statuses, TransactionStatus.COMMITTED);
        Bytes32 headerHash = block.header().hash();
        Bytes32 root = StateHash.statusRoot(outcomes(block, statuses));
        Bytes32 stateHash = StateHash.next(chain.position().stateHash(), 1, headerHash, root, all);
        return chain.offer(
                block, signed(new Checkpoint(NETWORK.networkId(), 1, headerHash, root, stateHash), List.of(statuses)));
    }

    private static Offer impossible(String why) {
        return new Offer.StatusFlaw("transaction 0 cannot be committed: " + why);
    }

    private static SettlementTransaction forged(boolean auditRequired, long configurationVersion, long expiryHeight) {
        byte[] serial = NETWORK.newBytes(32);
        serial[0] = 0;
        serial[1] = (byte) TestNetwork.CURRENCY.value();
        return new SettlementTransaction(
                new TransactionId(NETWORK.newId()),
                TransactionKind.TRANSFER,
                TestNetwork.CURRENCY,
                auditRequired,
                configurationVersion,
                expiryHeight,
                List.of(Read.absent(StateKey.of(serial))),
                List.of(
                        new Write.Serial(0),
                        new Write.HiddenOutput(
                                0, ISSUE.payment().statement().outputs().getFirst())));
    }

    private static ConfigurationChange configurationChange(long expiryHeight) {
        NetworkConfiguration now = NETWORK.configuration();
        return NETWORK.change(EditedConfiguration.after(now).build(), expiryHeight);
    }

    private static Word signed(Checkpoint checkpoint, List<TransactionStatus> statuses) {
        return new Word(checkpoint, 0, statuses, NETWORK.committer().sign(checkpoint.signedMessage()));
    }

    private static List<TransactionOutcome> outcomes(Block block, TransactionStatus... statuses) {
        List<TransactionOutcome> outcomes = new ArrayList<>();
        for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
            outcomes.add(new TransactionOutcome(
                    each.index(),
                    statuses[(int) each.index()],
                    each.transaction().map(SettlementTransaction::id),
                    Sha256.hash(each.raw().toArray())));
        }
        return outcomes;
    }

    @Test
    void anotherCommittersSignatureIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Word signed = word(first);
        Bytes strange = NETWORK.newKey().sign(signed.checkpoint().signedMessage());

        assertThat(chain.offer(first, new Word(signed.checkpoint(), 0, signed.statuses(), strange)))
                .isInstanceOf(Offer.StatusFlaw.class);
        assertThat(chain.offer(first, new Word(signed.checkpoint(), 1, signed.statuses(), signed.signature())))
                .isInstanceOf(Offer.StatusFlaw.class);
        assertThat(chain.offer(first, new Word(signed.checkpoint(), 0, List.of(), signed.signature())))
                .isEqualTo(new Offer.StatusFlaw("not of all transactions of the block"));
    }

    @Test
    void statusesOfAnotherBlockAreAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Checkpoint own = word(first).checkpoint();
        List<TransactionOutcome> outcomes = List.of();
        Checkpoint other =
                new Checkpoint(NETWORK.networkId(), 1, Bytes32.ZERO, StateHash.statusRoot(outcomes), own.stateHash());

        assertThat(chain.offer(
                        first, new Word(other, 0, List.of(), NETWORK.committer().sign(other.signedMessage()))))
                .isEqualTo(new Offer.StatusFlaw("of another block"));
    }

    @Test
    void aBlockWithoutAQuorumIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Block uncertified = new Block(first.header(), NETWORK.certify(first.header(), 0, 1), first.entries());

        assertThat(chain.offer(uncertified, word(first))).isEqualTo(new Offer.NotNext(BlockFlaw.BAD_CERTIFICATE));
        assertThat(chain.position().number()).isZero();
    }

    @Test
    void aBlockWithOtherEntriesIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Bytes other = Bytes.of(NETWORK.endorse(List.of(PAYMENT.payment())).encode());
        Block altered = new Block(first.header(), first.certificate(), List.of(other));

        assertThat(chain.offer(altered, word(first))).isEqualTo(new Offer.NotNext(BlockFlaw.WRONG_ROOT));
    }

    /// Nobody else takes it: its certificate takes a quorum of liars.
    @Test
    void aBlockLargerThanABlockMayBeIsAFlaw() {
        Bytes half = Bytes.of(new byte[Block.ENTRIES_BYTES_MAX / 2]);
        Block large = blocks.appendEntries(List.of(half, half, Bytes.of(new byte[1])));

        assertThat(chain.offer(large, malformed(large))).isEqualTo(new Offer.NotNext(BlockFlaw.TOO_LARGE));
        Block largest = new TestChain(NETWORK).appendEntries(List.of(half, half));
        assertThat(chain.offer(largest, malformed(largest))).isInstanceOf(Offer.Settled.class);
    }

    /// What an honest committer would say of entries that are no bundles.
    private Word malformed(Block block) {
        List<TransactionOutcome> outcomes = OrderedTransaction.of(block.entries()).stream()
                .map(ordered -> new TransactionOutcome(
                        ordered.index(),
                        TransactionStatus.MALFORMED_BUNDLE,
                        Optional.empty(),
                        Sha256.hash(ordered.raw().toArray())))
                .toList();
        Bytes32 root = StateHash.statusRoot(outcomes);
        Bytes32 header = block.header().hash();
        Bytes32 state = StateHash.next(chain.position().stateHash(), 1, header, root, List.of());
        var checkpoint = new Checkpoint(NETWORK.networkId(), 1, header, root, state);
        List<TransactionStatus> statuses =
                outcomes.stream().map(TransactionOutcome::status).toList();
        return new Word(checkpoint, 0, statuses, NETWORK.committer().sign(checkpoint.signedMessage()));
    }

    @Test
    void aGapIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Block second = blocks.append(PAYMENT.payment());
        Word ofFirst = word(first);
        Word ofSecond = word(second);

        assertThat(chain.offer(second, ofSecond)).isEqualTo(new Offer.NotNext(BlockFlaw.RENUMBERED));
        take(first, ofFirst);
        assertThat(chain.offer(first, ofFirst)).isEqualTo(new Offer.NotNext(BlockFlaw.RENUMBERED));
        Block stranger = NETWORK.block(2, Bytes32.ZERO, second.entries());
        assertThat(chain.offer(stranger, ofSecond)).isEqualTo(new Offer.NotNext(BlockFlaw.NOT_SUCCESSOR));
        assertThat(take(second, ofSecond)).hasSize(2);
    }

    @Test
    void signsTheSameBytesAgain() {
        settle(blocks.append(ISSUE.payment()));
        List<CommittedOutput> outputs = settle(blocks.append(PAYMENT.payment()));
        List<Signer.Order> orders = orders(outputs);

        assertThat(Signer.sign(orders)).isEqualTo(Signer.sign(orders));
        assertThat(Signer.sign(orders).signed()).hasSize(2);
    }

    @Test
    void signsOneTokenUnderABase() {
        CommittedOutput output = settle(blocks.append(ISSUE.payment())).getFirst();
        CommittedOutput other = new CommittedOutput(
                output.transaction(),
                output.output(),
                output.namespace(),
                output.context(),
                new BlindedToken(output.token().value(), output.token().owner()));

        Signer.Signatures signatures = Signer.sign(orders(List.of(output, other, output)));

        assertThat(signatures.signed()).extracting(Signer.Signed::output).containsOnly(output);
        assertThat(signatures.refused()).containsExactly(other);
    }

    @Test
    void aTokenWithoutABaseIsNotSigned() {
        CommittedOutput output = settle(blocks.append(ISSUE.payment())).getFirst();
        var none = new CommittedOutput(
                output.transaction(), output.output(), output.namespace(), List.of(), output.token());

        assertThat(Signer.sign(orders(List.of(none))).refused()).containsExactly(none);
    }

    @Test
    void signsWithTheShareThatTheNewestGroupNamesAndWaitsForANewerKey() {
        NamespaceId currency = TestNetwork.CURRENCY;
        PsKeyShare share = ECONOMY.certifiers().keyShares().getFirst();
        PsKeyShare ofAnotherGroup = new TestHiddenEconomy(12, PrivacyModel.UNLINKABLE)
                .certifiers()
                .keyShares()
                .getFirst();

        assertThat(keys(new CertifierShare(1, ofAnotherGroup), new CertifierShare(1, share))
                        .duty(NETWORK.configuration(), currency))
                .isInstanceOfSatisfying(
                        Duty.Sign.class, sign -> assertThat(sign.key().share()).isEqualTo(share));
        // a later key's, and the same key's after a refresh whose former shares are erased
        for (long epoch : new long[] {2, 1}) {
            CertifierKeys later = keys(new CertifierShare(epoch, ofAnotherGroup));
            assertThat(later.duty(NETWORK.configuration(), currency)).isEqualTo(new Duty.Remember());
            assertThat(later.inForce(NETWORK.configuration(), currency)).isEmpty();
        }
        CertifierKeys before = keys(new CertifierShare(0, share));
        assertThat(before.duty(NETWORK.configuration(), currency)).isEqualTo(new Duty.Wait());
        assertThat(before.concerns(currency)).isTrue();
        assertThat(keys().concerns(currency)).isFalse();
    }

    @Test
    void waitsForItsNewShareOfARefreshWhenTheOneBeforeWasInForce() {
        NamespaceId currency = TestNetwork.CURRENCY;
        PsKeyShare share = ECONOMY.certifiers().keyShares().getFirst();
        NetworkConfiguration refreshed =
                new TestHiddenEconomy(12, PrivacyModel.UNLINKABLE).network().configuration();

        CertifierKeys notRestarted = keys(new CertifierShare(1, share));
        notRestarted.follow(NETWORK.configuration());
        assertThat(notRestarted.duty(refreshed, currency)).isEqualTo(new Duty.Wait());
        CertifierKeys catchingUp = keys(new CertifierShare(1, share));
        catchingUp.follow(refreshed);
        assertThat(catchingUp.duty(refreshed, currency)).isEqualTo(new Duty.Remember());
    }

    private static CertifierKeys keys(CertifierShare... shares) {
        return new CertifierKeys(_ -> List.of(shares));
    }

    private static Signer.Order order(CommittedOutput output, PsKeyShare share) {
        return new Signer.Order(output, new CertifierKeys.Key(1, Bytes32.ZERO, share));
    }

    private static List<Signer.Order> orders(List<CommittedOutput> outputs) {
        PsKeyShare share = ECONOMY.certifiers().keyShares().getFirst();
        return outputs.stream().map(output -> order(output, share)).toList();
    }

    /// The committer's word about the next block.
    private Word word(Block block) {
        SerialReplay.Applied applied = replay.apply(block);
        List<TransactionStatus> statuses = new ArrayList<>();
        applied.outcomes().forEach(outcome -> statuses.add(outcome.status()));
        Checkpoint checkpoint = applied.checkpoint();
        return new Word(checkpoint, 0, statuses, NETWORK.committer().sign(checkpoint.signedMessage()));
    }

    private List<CommittedOutput> settle(Block block) {
        return take(block, word(block));
    }

    private List<CommittedOutput> take(Block block, Word word) {
        Offer offer = chain.offer(block, word);
        assertThat(offer).isInstanceOf(Offer.Settled.class);
        Offer.Settled settled = (Offer.Settled) offer;
        chain.moveTo(settled.after());
        return settled.outputs();
    }
}
