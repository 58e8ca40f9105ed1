package io.florin.certifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.certifier.CommittedChain.Offer;
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
import io.florin.crypto.sign.Ed25519KeyPair;
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
import io.florin.ledger.config.NetworkConfiguration.Committers;
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
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.ResultTip;
import io.florin.ledger.status.ResultTip.Judged;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
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
    private final CommittedChain chain = new CommittedChain(0, ChainPosition.start(NETWORK.genesis()));

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

        Offer offer = offer(block, result(block));

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
        BlockStatuses signed = result(both).statuses();
        BlockResult told = told(both, TransactionStatus.COMMITTED, TransactionStatus.COMMITTED);

        BlockStatuses lie =
                new BlockStatuses(signed.checkpoint(), told.statuses().outcomes(), 0, signed.signature());

        assertThat(offer(both, new BlockResult(lie, told.committed())))
                .isEqualTo(new Offer.StatusFlaw("not signed by a committer"));
    }

    @Test
    void aStateHashThatDoesNotFollowFromTheBlockBeforeIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        BlockResult result = result(first);
        Checkpoint own = result.statuses().checkpoint();

        BlockResult otherState = signed(
                new Checkpoint(own.network(), 1, own.headerHash(), own.statusRoot(), Bytes32.ZERO),
                result.statuses().outcomes(),
                result.committed());

        assertThat(offer(first, otherState))
                .isEqualTo(new Offer.StatusFlaw("the state hash does not follow from the block before"));
        assertThat(take(first, result)).hasSize(1);
        assertThat(chain.position().results().stateHash()).isEqualTo(own.stateHash());
    }

    /// A committer alone can say "committed" of what the world was told is aborted. It cannot do so once and then sign
    /// the world's checkpoints again: each later one that this certifier takes differs.
    @Test
    void whoLiedAboutABlockMustSignAnotherStateWithEachLaterOne() {
        settle(blocks.append(ISSUE.payment()));
        Block both = blocks.append(PAYMENT.payment(), DOUBLE_SPEND.payment());
        Checkpoint truth = result(both).statuses().checkpoint();

        assertThat(take(both, told(both, TransactionStatus.COMMITTED, TransactionStatus.COMMITTED)))
                .hasSize(4);
        Block third = blocks.append(ECONOMY.issue(NETWORK.header(100), TREASURY, new Payee(ALICE, 1))
                .payment());

        assertThat(chain.position().results().stateHash()).isNotEqualTo(truth.stateHash());
        assertThat(offer(third, result(third)))
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
                .isEqualTo(new Offer.StatusFlaw("the configuration does not follow the one in force"));
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
        return offer(block, told(block, TransactionStatus.COMMITTED));
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

    /// What the committer says of the next block, true or not.
    ///
    /// @param statuses of the transactions in order; of those behind the last one that is given, the same
    private BlockResult told(Block block, TransactionStatus... statuses) {
        List<TransactionOutcome> outcomes = new ArrayList<>();
        List<SettlementTransaction> committed = new ArrayList<>();
        for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
            TransactionStatus status = statuses[(int) Math.min(each.index(), statuses.length - 1)];
            outcomes.add(new TransactionOutcome(
                    each.index(),
                    status,
                    each.transaction().map(SettlementTransaction::id),
                    Sha256.hash(each.raw().toArray())));
            if (status.isCommitted()) {
                committed.add(each.transaction().orElseThrow());
            }
        }
        return told(block.header().hash(), outcomes, committed);
    }

    private BlockResult told(
            Bytes32 headerHash, List<TransactionOutcome> outcomes, List<SettlementTransaction> committed) {
        long number = chain.position().number() + 1;
        Bytes32 root = StateHash.statusRoot(outcomes);
        Bytes32 state = StateHash.next(chain.position().results().stateHash(), number, headerHash, root, committed);
        return signed(new Checkpoint(NETWORK.networkId(), number, headerHash, root, state), outcomes, raws(committed));
    }

    private static BlockResult signed(Checkpoint checkpoint, List<TransactionOutcome> outcomes, List<Bytes> committed) {
        return new BlockResult(NETWORK.statuses(checkpoint, outcomes), committed);
    }

    private static List<Bytes> raws(List<SettlementTransaction> transactions) {
        return transactions.stream().map(each -> Bytes.of(each.encode())).toList();
    }

    @Test
    void aSignatureOfNoCommitterIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        BlockResult result = result(first);
        BlockStatuses own = result.statuses();
        Bytes strange = NETWORK.newKey().sign(own.checkpoint().signedMessage());

        assertThat(offer(
                        first,
                        new BlockResult(
                                new BlockStatuses(own.checkpoint(), own.outcomes(), 0, strange), result.committed())))
                .isInstanceOf(Offer.StatusFlaw.class);
        assertThat(offer(
                        first,
                        new BlockResult(
                                new BlockStatuses(own.checkpoint(), own.outcomes(), 1, own.signature()),
                                result.committed())))
                .isInstanceOf(Offer.StatusFlaw.class);
    }

    /// Another organisation's committer proves as much to everybody else.
    @Test
    void anotherCommittersSignatureIsAFlaw() {
        Ed25519KeyPair second = NETWORK.newKey();
        NetworkConfiguration two = EditedConfiguration.of(NETWORK.configuration())
                .committers(new Committers(0, List.of(NETWORK.committer().publicKey(), second.publicKey())))
                .build();
        ResultTip start = ResultTip.of(NETWORK.genesis());
        ResultTip tip = new ResultTip(NETWORK.networkId(), 0, start.stateHash(), two);
        chain.moveTo(new ChainPosition(chain.position().headerHash(), tip));
        Block first = blocks.append(ISSUE.payment());
        BlockResult result = result(first);
        Checkpoint checkpoint = result.statuses().checkpoint();
        BlockStatuses bySecond =
                new BlockStatuses(checkpoint, result.statuses().outcomes(), 1, second.sign(checkpoint.signedMessage()));

        assertThat(offer(first, new BlockResult(bySecond, result.committed())))
                .isEqualTo(new Offer.StatusFlaw("not signed by the own committer"));
        assertThat(offer(first, result)).isInstanceOf(Offer.Settled.class);
    }

    @Test
    void aResultOfOtherTransactionsThanTheBlocksIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Bytes32 header = first.header().hash();
        List<SettlementTransaction> one = List.of(
                OrderedTransaction.of(first.entries()).getFirst().transaction().orElseThrow());
        List<SettlementTransaction> other = List.of(forged(false, 1, 100));
        Offer flaw = new Offer.StatusFlaw("not of all transactions of the block");

        assertThat(offer(first, told(header, List.of(), List.of()))).isEqualTo(flaw);
        assertThat(offer(first, told(header, committed(0, other), other))).isEqualTo(flaw);
        assertThat(offer(first, told(header, committed(1, one), one)))
                .isEqualTo(new Offer.StatusFlaw("the transactions are not those of the statuses"));
        assertThat(offer(first, told(header, committed(0, one), one))).isInstanceOf(Offer.Settled.class);
    }

    /// Of another namespace than its bundle's it is bytes to everybody who reads the block.
    @Test
    void whatIsNoTransactionOfItsBundleCannotBeCommitted() {
        List<SettlementTransaction> strange = List.of(SettlementTranslator.translate(configurationChange(100), false));
        Block first = blocks.appendBundles(NETWORK.endorseRaw(raws(strange), List.of()));

        assertThat(offer(first, told(first.header().hash(), committed(0, strange), strange)))
                .isEqualTo(new Offer.StatusFlaw("not of all transactions of the block"));
    }

    private static List<TransactionOutcome> committed(long index, List<SettlementTransaction> one) {
        SettlementTransaction transaction = one.getFirst();
        return List.of(new TransactionOutcome(
                index, TransactionStatus.COMMITTED, Optional.of(transaction.id()), Sha256.hash(transaction.encode())));
    }

    @Test
    void statusesOfAnotherBlockAreAFlaw() {
        Block first = blocks.append(ISSUE.payment());

        assertThat(offer(first, told(Bytes32.ZERO, List.of(), List.of())))
                .isEqualTo(new Offer.StatusFlaw("of another block"));
    }

    @Test
    void aBlockWithoutAQuorumIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Block uncertified = new Block(first.header(), NETWORK.certify(first.header(), 0, 1), first.entries());

        assertThat(chain.offer(uncertified, settled(result(first))))
                .isEqualTo(new Offer.NotNext(BlockFlaw.BAD_CERTIFICATE));
        assertThat(chain.position().number()).isZero();
    }

    @Test
    void aBlockWithOtherEntriesIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Bytes other = Bytes.of(NETWORK.endorse(List.of(PAYMENT.payment())).encode());
        Block altered = new Block(first.header(), first.certificate(), List.of(other));

        assertThat(chain.offer(altered, settled(result(first)))).isEqualTo(new Offer.NotNext(BlockFlaw.WRONG_ROOT));
    }

    /// Nobody else takes it: its certificate takes a quorum of liars.
    @Test
    void aBlockLargerThanABlockMayBeIsAFlaw() {
        Bytes half = Bytes.of(new byte[Block.ENTRIES_BYTES_MAX / 2]);
        Block large = blocks.appendEntries(List.of(half, half, Bytes.of(new byte[1])));

        assertThat(offer(large, told(large, TransactionStatus.MALFORMED_BUNDLE)))
                .isEqualTo(new Offer.NotNext(BlockFlaw.TOO_LARGE));
        Block largest = new TestChain(NETWORK).appendEntries(List.of(half, half));
        assertThat(offer(largest, told(largest, TransactionStatus.MALFORMED_BUNDLE)))
                .isInstanceOf(Offer.Settled.class);
    }

    @Test
    void aGapIsAFlaw() {
        Block first = blocks.append(ISSUE.payment());
        Block second = blocks.append(PAYMENT.payment());
        BlockResult ofFirst = result(first);
        BlockResult ofSecond = result(second);
        SettledBlock next = settled(ofFirst);

        assertThat(chain.offer(second, next)).isEqualTo(new Offer.NotNext(BlockFlaw.RENUMBERED));
        take(first, ofFirst);
        assertThat(chain.offer(first, next)).isEqualTo(new Offer.NotNext(BlockFlaw.RENUMBERED));
        Block stranger = NETWORK.block(2, Bytes32.ZERO, second.entries());
        assertThat(offer(stranger, ofSecond)).isEqualTo(new Offer.NotNext(BlockFlaw.NOT_SUCCESSOR));
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

    private static Signer.Order order(CommittedOutput output, PsKeyShare share) {
        return new Signer.Order(output, new CertifierKeys.Key(1, Bytes32.ZERO, share));
    }

    private static List<Signer.Order> orders(List<CommittedOutput> outputs) {
        PsKeyShare share = ECONOMY.certifiers().keyShares().getFirst();
        return outputs.stream().map(output -> order(output, share)).toList();
    }

    /// What the committer says of the next block.
    private BlockResult result(Block block) {
        SerialReplay.Applied applied = replay.apply(block);
        return signed(applied.checkpoint(), applied.outcomes(), raws(applied.committed()));
    }

    /// As whoever follows results comes to offer it.
    private Offer offer(Block block, BlockResult result) {
        return switch (chain.position().results().judge(result, List.of())) {
            case Judged.Settled(var settled) -> chain.offer(block, settled);
            case Judged.Flawed(String reason) -> new Offer.StatusFlaw(reason);
            case Judged.Unconfirmed unconfirmed -> throw new AssertionError(unconfirmed);
        };
    }

    private SettledBlock settled(BlockResult result) {
        return ((Judged.Settled) chain.position().results().judge(result, List.of())).block();
    }

    private List<CommittedOutput> settle(Block block) {
        return take(block, result(block));
    }

    private List<CommittedOutput> take(Block block, BlockResult result) {
        Offer offer = offer(block, result);
        assertThat(offer).isInstanceOf(Offer.Settled.class);
        Offer.Settled settled = (Offer.Settled) offer;
        chain.moveTo(settled.after());
        return settled.outputs();
    }
}
