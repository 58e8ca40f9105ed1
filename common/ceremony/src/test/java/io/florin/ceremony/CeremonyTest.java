package io.florin.ceremony;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.Bls;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Incomplete;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome.Opened;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.PsKeys;
import io.florin.crypto.ps.PsMessage;
import io.florin.crypto.ps.PsPublicKey;
import io.florin.crypto.ps.PsSignature;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.privacy.CertifierParameters;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CeremonyTest {
    private static final int DEAL = 2;
    private static final int COMPLAIN = 3;
    private static final byte[] MESSAGE = {1, 2, 3};
    private static final Scalar BLINDING = Scalar.ofLong(1_234_567);
    private static final G1 AUDITED = Generators.ENROLLMENT.multiply(Scalar.ofLong(4711));

    @Test
    void endorsersComeToOneKeyOfWhichTwoSharesSign() {
        Gathering endorsers = finished(new Gathering(Purpose.ENDORSEMENT, 2, 3, 1));

        assertSigns(endorsers, 1, 2);
        assertSigns(endorsers, 3, 1);
        assertThat(endorsers.blamed(1)).isEmpty();
        assertThat(Gathering.at(endorsers.participants, 1).isOver()).isTrue();
    }

    @Test
    void certifiersComeToAKeyWithoutXInTheFirstGroup() {
        Gathering certifiers = finished(new Gathering(Purpose.CERTIFICATION, 3, 4, 2));

        SharedKey key = key(certifiers);
        assertThat(key.components().getFirst().component().bases()).hasSize(1);
        assertThat(PsKeys.verificationKeys(key)).hasSize(4);
        for (int index = 1; index <= 4; index++) {
            assertThat(certifiers
                            .key(index)
                            .orElseThrow()
                            .share()
                            .certifier()
                            .verificationKey()
                            .encode())
                    .isEqualTo(PsKeys.verificationKeys(key).get(index - 1).encode());
        }
    }

    @Test
    void certifiersSignThePaddingTokenAsTheyConfirmAndWhoSignsAnotherIsNamed() {
        Gathering honest = finished(new Gathering(Purpose.CERTIFICATION, 2, 3, 31));
        PsPublicKey key = PsKeys.publicKey(key(honest));
        for (int index = 1; index <= 3; index++) {
            var parameters = new CertifierParameters(
                    1,
                    key,
                    G1.decode(honest.finish(index).orElseThrow().padding().toArray()));
            var base = parameters.paddingBase(new NamespaceId(1));
            assertThat(new PsSignature(base.point(), parameters.padding())
                            .verifies(key, new PsMessage(Scalar.ZERO, Scalar.ZERO, base.seed())))
                    .isTrue();
        }

        int confirming = 4; // after join, deal, complain
        Gathering cheated = new Gathering(Purpose.CERTIFICATION, 2, 3, 32);
        cheated.silence(1, confirming);
        cheated.start();
        cheated.run();
        CeremonyMessage first = cheated.board.stream()
                .filter(message -> message.step() == confirming && message.sender() == 2)
                .findFirst()
                .orElseThrow();
        cheated.board.add(CeremonyMessage.signed(
                first.session(),
                confirming,
                1,
                first.chain(),
                first.seen(),
                first.payload(),
                Gathering.at(cheated.keys, 1)));
        cheated.run();

        assertThat(cheated.blamed(2)).containsExactly("1 signed the padding token wrongly");
        assertThat(cheated.blamed(3)).isEqualTo(cheated.blamed(2));
        assertThat(cheated.key(2)).isPresent();
    }

    @Test
    void auditorsComeToAKeyThatTwoOfThemOpen() {
        Gathering auditors = finished(new Gathering(Purpose.AUDIT, 2, 3, 3));

        var key = AuditKeys.decode(auditors.key(1).orElseThrow().publicKey().toArray());
        for (int index = 1; index <= 3; index++) {
            assertThat(AuditKeys.share(auditors.key(index).orElseThrow().share(), key)
                            .index())
                    .isEqualTo(index);
        }
    }

    @Test
    void anAuditorWhoOpensAWrongPartIsNamedAndNothingComesOfIt() {
        Gathering auditors = new Gathering(Purpose.AUDIT, 2, 3, 4);
        // steps: join, deal, complain, part
        auditors.lie(2, 4, part -> Gathering.flip(part, 31));
        auditors.start();
        auditors.run();

        for (int index : List.of(1, 3)) {
            assertThat(auditors.key(index)).isEmpty();
            assertThat(auditors.blamed(index)).containsExactly("2 opened another part than its shares give");
        }
    }

    @Test
    void whoDealsABadShareIsNamedByAllAndLeftOut() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 4, 5);
        endorsers.lie(2, DEAL, deal -> Gathering.flip(deal, deal.size() - 1));
        finished(endorsers);

        for (int index : List.of(1, 3, 4)) {
            assertThat(endorsers.blamed(index)).startsWith("2 dealt a share that does not belong to its commitments");
        }
        assertSigns(endorsers, 1, 4);
    }

    @Test
    void whoComplainsWithoutReasonIsNamedAndNobodyLeftOut() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 6);
        endorsers.lie(3, COMPLAIN, _ -> Bytes.of(new byte[] {1}));
        endorsers.start();
        endorsers.run();
        endorsers.without(3); // whose own machine does not know that it complained
        endorsers.run();

        assertThat(endorsers.blamed(1)).containsExactly("3 complained of a share that was good");
        assertSigns(endorsers, 1, 2);
    }

    @Test
    void whoDealsUnreadablyOrUnprovenIsNamedAndLeftOut() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 4, 7);
        endorsers.lie(2, DEAL, _ -> Bytes.of(new byte[5]));
        // commitments to two coefficients of 96 bytes, then the proof's point; its scalar follows
        endorsers.lie(3, DEAL, deal -> Gathering.flip(deal, 3 * 96 + 31));
        finished(endorsers);

        assertThat(endorsers.blamed(1))
                .startsWith(
                        "2 dealt something that cannot be read", "3 did not prove that it knows the secret it dealt");
        assertSigns(endorsers, 1, 4);
    }

    @Test
    void theOthersGoOnWithoutWhoIsSilent() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 8);
        endorsers.silence(3, DEAL);
        endorsers.start();
        endorsers.run();
        assertThat(Gathering.at(endorsers.participants, 1).missing()).containsExactly(3);
        assertThat(Gathering.at(endorsers.participants, 1).step()).isEqualTo(DEAL);

        endorsers.without(3);
        endorsers.run();

        assertThat(endorsers.blamed(1)).containsExactly("3 dealt nothing");
        assertThat(endorsers.blamed(2)).containsExactly("3 dealt nothing");
        assertSigns(endorsers, 1, 2);
        assertThat(endorsers.key(3)).isEmpty();
    }

    @Test
    void nobodyIsLeftOutBeforeJoiningOrBelowTheThreshold() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 3, 3, 9);
        endorsers.start();
        Ceremony first = Gathering.at(endorsers.participants, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.without(1, 2))
                .withMessageContaining("open a ceremony without it");
        endorsers.silence(2, DEAL);
        endorsers.run();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.without(DEAL, 2))
                .withMessageContaining("threshold");
        assertThatIllegalArgumentException().isThrownBy(() -> first.without(DEAL, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> first.without(COMPLAIN, 2));
    }

    @Test
    void whoShowsTwoMessagesOfOneStepIsNamedAndNobodyGetsDifferentKeys() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 10);
        endorsers.start();
        List<CeremonyMessage> joins = List.copyOf(endorsers.board);
        CeremonyMessage join = joins.get(2);
        CeremonyMessage other = CeremonyMessage.signed(
                join.session(),
                join.step(),
                3,
                join.chain(),
                join.seen(),
                Bytes.of(new byte[32]).equals(join.payload())
                        ? Bytes.EMPTY
                        : endorsers.board.get(1).payload(),
                Gathering.at(endorsers.keys, 3));
        endorsers.deliver(1, joins.get(2));
        endorsers.deliver(1, other);
        assertThat(Gathering.at(endorsers.refusals, 1))
                .singleElement()
                .asString()
                .contains("participant 3", "it cheats");

        // the second participant is shown the other message alone
        endorsers.deliver(1, joins.get(1));
        endorsers.deliver(2, joins.get(0));
        endorsers.deliver(2, other);
        endorsers.run();

        assertThat(Gathering.at(endorsers.refusals, 1))
                .anyMatch(why -> why.startsWith("participant 2") && why.contains("messages of participant 3"));
        assertThat(endorsers.key(1)).isEmpty();
        assertThat(endorsers.key(2)).isEmpty();
    }

    @Test
    void messagesOfStrangersAndOfOtherCeremoniesDoNotCount() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 11);
        Gathering others = new Gathering(Purpose.ENDORSEMENT, 2, 3, 12);
        endorsers.start();
        others.start();
        CeremonyMessage join = endorsers.board.get(1);
        CeremonyMessage forged = CeremonyMessage.signed(
                join.session(), 1, 2, join.chain(), join.seen(), join.payload(), Gathering.at(endorsers.keys, 3));

        endorsers.deliver(1, others.board.get(1));
        endorsers.deliver(1, forged);

        assertThat(Gathering.at(endorsers.refusals, 1))
                .containsExactly(
                        "a message of another ceremony",
                        "a message in the name of participant 2 (bank 2) that it did not sign");
        assertThat(Gathering.at(endorsers.logs, 1)).isEmpty();
    }

    @Test
    void whoStartsAgainAtAnyPointSaysTheSameAndFinishes() {
        Gathering endorsers = new Gathering(Purpose.CERTIFICATION, 2, 3, 13);
        endorsers.start();
        boolean moved = true;
        while (moved) {
            moved = false;
            for (CeremonyMessage message : List.copyOf(endorsers.board)) {
                for (int index : endorsers.keys.keySet()) {
                    if (endorsers.deliver(index, message)) {
                        moved = true;
                        assertThat(published(endorsers.restart(index)))
                                .isEqualTo(published(Gathering.at(endorsers.effects, index)));
                    }
                }
            }
        }
        assertThat(key(endorsers)).isNotNull();
    }

    @Test
    void aRefreshKeepsTheKeyAndOldSharesDoNotMixWithNewOnes() {
        Gathering before = finished(new Gathering(Purpose.ENDORSEMENT, 2, 3, 14));
        Gathering after = finished(before.refreshing(15));

        assertThat(key(after).components().getFirst().publicPoints())
                .isEqualTo(key(before).components().getFirst().publicPoints());
        assertSigns(after, 1, 3);
        BlsGroupKey group = GroupKeys.bls(key(after));
        assertThat(signature(group, share(before, 1), share(after, 2))).isFalse();
        assertThat(signature(group, share(before, 1), share(before, 2))).isTrue();
        assertThat(signature(group, share(after, 1), share(after, 2))).isTrue();
    }

    @Test
    void aRefreshIsOfTheKeyThatTheCharterNames() {
        Gathering before = finished(new Gathering(Purpose.ENDORSEMENT, 2, 3, 16));
        Gathering other = finished(new Gathering(Purpose.ENDORSEMENT, 2, 3, 17));
        Gathering refresh = before.refreshing(18);
        Gathering wrong = other.refreshing(19);
        wrong.keys.putAll(before.keys);
        wrong.charter = refresh.charter;

        assertThatIllegalArgumentException().isThrownBy(wrong::start).withMessageContaining("to be refreshed");
    }

    @Test
    void aRefreshOfCertifiersKeepsTheirKeyAndThePaddingSignature() {
        Gathering before = finished(new Gathering(Purpose.CERTIFICATION, 2, 3, 23));
        Gathering after = finished(before.refreshing(24));
        CertifierGroup old = record(before).certifierGroup();
        CertifierGroup refreshed = record(after).certifierGroup();

        assertThat(refreshed.groupKey()).isEqualTo(old.groupKey());
        assertThat(refreshed.padding()).isEqualTo(old.padding());
        assertThat(refreshed.verificationKeys()).doesNotContainAnyElementsOf(old.verificationKeys());
        assertThatIllegalArgumentException().isThrownBy(() -> record(after).endorserGroup());
    }

    @Test
    void aRefreshOfAuditorsKeepsTheirKeyAndOldSharesOpenNothingWithNewOnes() {
        Gathering before = finished(new Gathering(Purpose.AUDIT, 2, 3, 33));
        Gathering after = finished(before.refreshing(34));
        AuditPublicKey old = auditKey(before);
        AuditPublicKey refreshed = auditKey(after);

        assertThat(record(after).auditKey().isSameKey(record(before).auditKey()))
                .isTrue();
        assertThat(refreshed.point()).isEqualTo(old.point());
        assertThat(refreshed.verificationPoints()).doesNotContainAnyElementsOf(old.verificationPoints());
        assertThat(AuditKeys.name(refreshed)).isNotEqualTo(AuditKeys.name(old));
        assertThat(opened(refreshed, List.of(opening(after, 1, refreshed), opening(after, 3, refreshed))))
                .isEqualTo(new Opened(AUDITED, new TreeSet<>()));
        assertThat(opened(refreshed, List.of(opening(before, 1, old), opening(after, 3, refreshed))))
                .as("an old share beside a new one")
                .isEqualTo(new Incomplete(1, new TreeSet<>(List.of(1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AuditKeys.share(before.key(2).orElseThrow().share(), refreshed));
        // and again, from the shares that the refresh gave
        assertThat(auditKey(finished(after.refreshing(35))).point()).isEqualTo(old.point());
    }

    @Test
    void anAuditorWhoDealsABadShareInARefreshIsNamedAndTheOthersGoOn() {
        Gathering refresh = finished(new Gathering(Purpose.AUDIT, 2, 4, 36)).refreshing(37);
        refresh.lie(2, DEAL, deal -> Gathering.flip(deal, deal.size() - 1));
        finished(refresh);

        for (int index : List.of(1, 3, 4)) {
            assertThat(refresh.blamed(index)).startsWith("2 dealt a share that does not belong to its commitments");
        }
        AuditPublicKey key = auditKey(refresh);
        assertThat(opened(key, List.of(opening(refresh, 1, key), opening(refresh, 4, key))))
                .isInstanceOf(Opened.class);
    }

    @Test
    void auditorsRefreshWithoutWhoIsSilentAndWhoStartsAgainSaysTheSame() {
        Gathering refresh = finished(new Gathering(Purpose.AUDIT, 2, 3, 38)).refreshing(39);
        refresh.silence(3, DEAL);
        refresh.start();
        refresh.run();
        for (int index : List.of(1, 2)) {
            assertThat(Gathering.at(refresh.participants, index).missing()).containsExactly(3);
            assertThat(published(refresh.restart(index))).isEqualTo(published(Gathering.at(refresh.effects, index)));
        }

        refresh.without(3);
        refresh.run();

        assertThat(refresh.blamed(1)).containsExactly("3 dealt nothing").isEqualTo(refresh.blamed(2));
        assertThat(refresh.key(3)).isEmpty();
        AuditPublicKey key = auditKey(refresh);
        assertThat(opened(key, List.of(opening(refresh, 1, key), opening(refresh, 2, key))))
                .isInstanceOf(Opened.class);
    }

    @Test
    void auditorsRefreshTheKeyThatTheCharterNamesAndNoOther() {
        Gathering refresh = finished(new Gathering(Purpose.AUDIT, 2, 3, 40)).refreshing(41);
        Gathering wrong = finished(new Gathering(Purpose.AUDIT, 2, 3, 42)).refreshing(43);
        wrong.charter = refresh.charter;
        wrong.keys.putAll(refresh.keys);

        assertThatIllegalArgumentException().isThrownBy(wrong::start).withMessageContaining("to be refreshed");
    }

    private static AuditPublicKey auditKey(Gathering gathering) {
        return AuditKeys.decode(gathering.key(1).orElseThrow().publicKey().toArray());
    }

    private static DecryptionShare opening(Gathering gathering, int index, AuditPublicKey key) {
        return AuditKeys.share(gathering.key(index).orElseThrow().share(), key)
                .decrypt(key.handle(BLINDING), Bytes32.ZERO, gathering.random);
    }

    private static ThresholdDecryption.Outcome opened(AuditPublicKey key, List<DecryptionShare> shares) {
        G1 commitment = AUDITED.add(Generators.BLINDING.multiply(BLINDING));
        return ThresholdDecryption.open(key, commitment, key.handle(BLINDING), Bytes32.ZERO, shares);
    }

    private static KeyRecord record(Gathering gathering) {
        var finished = gathering.finish(1).orElseThrow();
        return new KeyRecord(gathering.charter, finished.key().publicKey(), finished.padding());
    }

    @Test
    void aChangedByteInAMessageIsNoticed() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 20);
        endorsers.start();
        byte[] encoded = endorsers.board.get(1).encode();
        for (int i = 0; i < encoded.length; i++) {
            byte[] changed = encoded.clone();
            changed[i] ^= 1;
            try {
                assertThat(Gathering.at(endorsers.participants, 1).on(CeremonyMessage.decode(changed)))
                        .isNotInstanceOf(MessageAdmission.Counted.class);
            } catch (io.florin.ledger.codec.DecodeException malformed) {
                continue;
            }
        }
        assertThat(CeremonyMessage.decode(encoded)).isEqualTo(endorsers.board.get(1));
    }

    @Test
    void aCharterSaysWhoAndHowManyAndReadsBack() {
        Gathering endorsers = new Gathering(Purpose.ENDORSEMENT, 2, 3, 21);
        CeremonySpec charter = endorsers.charter;

        assertThat(CeremonySpec.decode(charter.encode())).isEqualTo(charter);
        assertThatIllegalArgumentException().isThrownBy(() -> charter(charter, 4, Kind.FRESH, charter.basis()));
        assertThatIllegalArgumentException().isThrownBy(() -> charter(charter, 1, Kind.FRESH, charter.basis()));
        assertThatIllegalArgumentException().isThrownBy(() -> charter(charter, 2, Kind.REFRESH, charter.basis()));
        assertThatIllegalArgumentException().isThrownBy(() -> charter(charter, 2, Kind.FRESH, Sha256.hash(MESSAGE)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Gathering(Purpose.AUDIT, 3, 4, 22));
        assertThat(charter(charter, 3, Kind.FRESH, Bytes32.ZERO).session()).isNotEqualTo(charter.session());
    }

    private static CeremonySpec charter(CeremonySpec of, int threshold, Kind kind, Bytes32 basis) {
        return new CeremonySpec(
                of.network(),
                of.purpose(),
                of.namespace(),
                of.epoch(),
                kind,
                threshold,
                of.members(),
                basis,
                of.nonce());
    }

    private static Gathering finished(Gathering gathering) {
        gathering.start();
        gathering.run();
        var keys = gathering.keys.keySet().stream()
                .flatMap(index -> gathering.key(index).stream())
                .map(MadeKey::publicKey)
                .distinct()
                .toList();
        assertThat(keys).as("one key; %s", gathering).hasSize(1);
        return gathering;
    }

    private static List<CeremonyMessage> published(List<CeremonyEffect> effects) {
        return effects.stream()
                .filter(CeremonyEffect.Publish.class::isInstance)
                .map(effect -> ((CeremonyEffect.Publish) effect).message())
                .toList();
    }

    private static SharedKey key(Gathering gathering) {
        return SharedKey.decode(
                gathering.charter.purpose().components(),
                gathering.key(1).orElseThrow().publicKey().toArray());
    }

    private static SignatureShare share(Gathering gathering, int index) {
        try (var share = gathering.key(index).orElseThrow().share().bls()) {
            return ThresholdBls.signShare(share, MESSAGE);
        }
    }

    private static void assertSigns(Gathering gathering, int... indexes) {
        BlsGroupKey group = GroupKeys.bls(key(gathering));
        SignatureShare[] shares =
                IntStream.of(indexes).mapToObj(index -> share(gathering, index)).toArray(SignatureShare[]::new);
        assertThat(signature(group, shares)).isTrue();
        for (SignatureShare share : shares) {
            BlsPublicKey verificationKey = group.verificationKeys().get(share.index() - 1);
            assertThat(ThresholdBls.verifyShare(verificationKey, MESSAGE, share))
                    .isTrue();
        }
    }

    private static boolean signature(BlsGroupKey group, SignatureShare... shares) {
        BlsSignature signature = ThresholdBls.combine(2, Arrays.asList(shares));
        return Bls.verify(group.key(), MESSAGE, signature);
    }
}
