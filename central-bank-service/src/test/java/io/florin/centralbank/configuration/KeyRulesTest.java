package io.florin.centralbank.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.centralbank.configuration.ChangeForm.KeyHolders;
import io.florin.centralbank.configuration.ChangeForm.KeyName;
import io.florin.centralbank.configuration.ChangeForm.Keys;
import io.florin.centralbank.fixture.MadeKey;
import io.florin.ceremony.CeremonySpec;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.Purpose;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.KeySetup.Kind;
import io.florin.identity.KeyProperties;
import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeSecrets;
import io.florin.identity.seat.BulletinBoard;
import io.florin.identity.seat.CeremonyParticipant;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.http.ProblemException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys of endorsers, certifiers and the audit authority that officers may put in force and end.
class KeyRulesTest {
    private static final NamespaceId CURRENCY = new NamespaceId(1);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String NETWORK = "test-net";

    private static Path directory;
    private static Genesis genesis;
    private static NetworkConfiguration first;
    private static KeyRecord endorsers2;
    private static KeyRecord endorsers3;
    private static KeyRecord certifiers2;
    private static KeyRecord audit2;

    @BeforeAll
    static void make(@TempDir Path network) {
        directory = network;
        genesis = NetworkMaterial.create(
                NetworkPlan.demoWithPassiveAudit(NETWORK, PrivacyModel.UNLINKABLE), network, RANDOM, Instant.now());
        first = genesis.configuration();
        endorsers2 = MadeKey.of(NETWORK, Purpose.ENDORSEMENT, 2);
        endorsers3 = MadeKey.of(NETWORK, Purpose.ENDORSEMENT, 3);
        certifiers2 = MadeKey.of(NETWORK, Purpose.CERTIFICATION, 2);
        audit2 = MadeKey.of(NETWORK, Purpose.AUDIT, 2);
    }

    @Test
    void theNextKeyOfEndorsersStandsBesideTheOneInForceUntilThatEnds() {
        NetworkConfiguration both = next(first, added(endorsers2));
        NetworkConfiguration renewed = next(both, ended(KeyHolders.ENDORSERS, 1));

        assertThat(epochs(both)).containsExactly(1L, 2L);
        assertThat(both.endorserGroup(CURRENCY)).contains(endorsers2.endorserGroup());
        assertThat(both.endorserGroup(CURRENCY, 1)).isEqualTo(first.endorserGroup(CURRENCY));
        assertThat(both.endorserGroup(NamespaceId.CONFIGURATION))
                .isEqualTo(first.endorserGroup(NamespaceId.CONFIGURATION));
        assertThat(epochs(renewed)).containsExactly(2L);
        assertThat(KeyRules.warnings(first, both)).isEmpty();
        assertThat(KeyRules.warnings(both, renewed)).singleElement().asString().contains("Epoch 1 of the endorsers");
        assertThat(SettingsText.differences(first, both))
                .extracting(ConfigurationProposal.Difference::setting)
                .contains("endorsers of namespace 1, epoch 2: key of the group")
                .noneMatch(setting -> setting.contains("epoch 1"));
    }

    @Test
    void anOlderKeyEndsInTheChangeThatBringsTheNextButOne() {
        NetworkConfiguration both = next(first, added(endorsers2));

        assertThat(epochs(next(
                        both,
                        new Keys(List.of(encoded(endorsers3)), List.of(new KeyName(KeyHolders.ENDORSERS, 1, 1))))))
                .containsExactly(2L, 3L);
        assertRefused(both, added(endorsers3), "a key and the one before it");
    }

    @Test
    void theNewestKeyOfEndorsersStays() {
        NetworkConfiguration both = next(first, added(endorsers2));

        assertRefused(both, ended(KeyHolders.ENDORSERS, 2), "newest key of endorsers stays");
        assertRefused(first, ended(KeyHolders.ENDORSERS, 1), "newest key of endorsers stays");
        assertRefused(
                first,
                new Keys(List.of(encoded(endorsers2)), List.of(new KeyName(KeyHolders.ENDORSERS, 1, 1))),
                "newest key of endorsers stays");
        assertRefused(both, ended(KeyHolders.ENDORSERS, 7), "has epoch 7");
    }

    @Test
    void aKeyOfEndorsersHasALaterEpochAndIsOfThisNetwork() {
        NetworkConfiguration third = next(first, added(endorsers3));

        assertRefused(first, added(MadeKey.of(NETWORK, Purpose.ENDORSEMENT, 1)), "ascend by namespace and epoch");
        assertRefused(
                next(third, ended(KeyHolders.ENDORSERS, 1)), added(endorsers2), "later epoch than the one in force");
        assertRefused(first, added(MadeKey.of("other-net", Purpose.ENDORSEMENT, 2)), "the network other-net");
        assertRefused(first, new Keys(List.of("bm90aGluZw=="), null), "not the public part of a key");
        assertRefused(first, new Keys(List.of("§"), null), "not the public part of a key");
        byte[] damaged = endorsers2.encode();
        damaged[damaged.length - 20] ^= 1;
        assertRefused(
                first, new Keys(List.of(Base64.getEncoder().encodeToString(damaged)), null), "do not belong together");
    }

    @Test
    void oneEndorserNeverSignsAloneWhateverIsInTheDatabase() {
        EndorserGroup group = endorsers2.endorserGroup();
        var alone = new EndorserGroup(CURRENCY, 2, 1, group.groupKey(), group.verificationKeys());
        var noPoint = new EndorserGroup(CURRENCY, 2, 2, Bytes.of(new byte[96]), group.verificationKeys());
        var twice = new EndorserGroup(
                CURRENCY,
                2,
                2,
                group.groupKey(),
                List.of(
                        group.verificationKeys().get(0),
                        group.verificationKeys().get(0)));
        var stranger = new EndorserGroup(new NamespaceId(9), 2, 2, group.groupKey(), group.verificationKeys());

        assertCheckRefuses(with(alone), "at least two endorsers");
        assertCheckRefuses(with(noPoint), "no public key");
        assertCheckRefuses(with(twice), "a share of its own");
        assertCheckRefuses(with(stranger), "a namespace that has none");
        var apart = new EndorserGroup(CURRENCY, 2, 2, endorsers3.endorserGroup().groupKey(), group.verificationKeys());
        var line = new EndorserGroup(CURRENCY, 2, 3, group.groupKey(), group.verificationKeys());
        assertCheckRefuses(with(apart), "do not belong together");
        assertCheckRefuses(with(line), "do not belong together");
    }

    @Test
    void certifiersGetTheNextKeyAndTokensUnderTheOldOneStayUntilItEnds() {
        NetworkConfiguration both = next(first, added(certifiers2));
        NetworkConfiguration renewed = next(both, ended(KeyHolders.CERTIFIERS, 1));

        assertThat(certifiers(both)).containsExactly(certifiers(first).getFirst(), certifiers2.certifierGroup());
        assertThat(certifiers(renewed)).containsExactly(certifiers2.certifierGroup());
        assertThat(KeyRules.warnings(both, renewed))
                .singleElement()
                .asString()
                .contains("Epoch 1 of the certifiers", "by name");
        assertRefused(both, ended(KeyHolders.CERTIFIERS, 2), "newest key of certifiers stays");
        assertRefused(both, added(certifiers2), "is in force");
        assertRefused(first, added(MadeKey.of(NETWORK, Purpose.CERTIFICATION, 1)), "epoch 1 is in force");
    }

    /// The holders of a key of epoch 1 give themselves new shares.
    private static KeyRecord refreshed(String holders, Path board) {
        new BulletinBoard(board)
                .open(CeremonyParticipant.refresh(directory.resolve(holders + "-1"), CURRENCY, Bytes32.ZERO));
        for (int turn = 0; turn < 6; turn++) {
            for (int id = 1; id <= 3; id++) {
                try (CeremonyParticipant seat =
                        CeremonyParticipant.at(board, directory.resolve(holders + "-" + id), KeyProperties.NONE)) {
                    if (turn < 5) {
                        seat.join();
                    } else {
                        seat.finish(Optional.empty());
                    }
                }
            }
        }
        return NodeSecrets.record(directory.resolve(holders + "-1"), CURRENCY, 1)
                .orElseThrow();
    }

    @Test
    void newSharesOfTheCertifiersKeyTakeThePlaceOfTheOldOnes(@TempDir Path board) {
        KeyRecord record = refreshed("certifier", board);

        NetworkConfiguration next = next(first, added(record));

        CertifierGroup before = certifiers(first).getFirst();
        assertThat(certifiers(next)).singleElement().satisfies(group -> {
            assertThat(group.groupKey()).isEqualTo(before.groupKey());
            assertThat(group.verificationKeys()).doesNotContainAnyElementsOf(before.verificationKeys());
        });
        KeyRecord unknown = new KeyRecord(
                new CeremonySpec(
                        NETWORK,
                        Purpose.CERTIFICATION,
                        1,
                        2,
                        Kind.REFRESH,
                        2,
                        certifiers2.charter().members(),
                        Bytes32.of(new byte[] {
                            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                            0
                        }),
                        Bytes32.ZERO),
                certifiers2.publicKey(),
                certifiers2.padding());
        assertRefused(first, added(unknown), "not in force");
    }

    @Test
    void newSharesThatAreNoSharingOfTheCertifiersKeyAreRefusedWhateverIsInTheDatabase() {
        CertifierGroup known = certifiers(first).getFirst();
        CertifierGroup other = certifiers2.certifierGroup();
        for (List<Bytes> points : List.of(
                other.verificationKeys(),
                known.verificationKeys().reversed(),
                List.of(
                        known.verificationKeys().get(0),
                        known.verificationKeys().get(1),
                        other.verificationKeys().get(2)))) {
            assertCheckRefuses(
                    with(hidden -> hidden.withCertifiers(List.of(
                            new CertifierGroup(1, known.threshold(), known.groupKey(), points, known.padding())))),
                    "do not belong to the key");
        }
        assertCheckRefuses(
                with(hidden -> hidden.withCertifiers(List.of(
                        known, new CertifierGroup(2, 3, other.groupKey(), other.verificationKeys(), other.padding())))),
                "do not belong to the key");
    }

    @Test
    void paymentsGoToTheNextAuditKeyAndTheOneBeforeStaysUntilItEnds() {
        AuditKey second = audit2.auditKey();
        NetworkConfiguration both = next(first, added(audit2));
        NetworkConfiguration renewed = next(both, ended(KeyHolders.AUDIT_MEMBERS, 1));

        assertThat(auditKeys(both)).containsExactly(auditKeys(first).getFirst(), second);
        assertThat(hidden(both).auditKey()).contains(second);
        assertThat(auditKeys(renewed)).containsExactly(second);
        assertThat(certifiers(both)).isEqualTo(certifiers(first));
        assertThat(both.auditors()).as("active audit is another thing").isEqualTo(first.auditors());
        assertThat(KeyRules.warnings(first, both)).isEmpty();
        assertThat(KeyRules.warnings(both, renewed))
                .singleElement()
                .asString()
                .contains("Epoch 1 of the audit key of namespace 1");
        assertThat(SettingsText.differences(first, both))
                .extracting(ConfigurationProposal.Difference::setting)
                .contains("namespace 1 (currency): audit key of epoch 2: key")
                .noneMatch(setting -> setting.contains("epoch 1"));
        assertThat(auditKeys(next(
                        both,
                        new Keys(
                                List.of(encoded(MadeKey.of(NETWORK, Purpose.AUDIT, 3))),
                                List.of(new KeyName(KeyHolders.AUDIT_MEMBERS, 1, 1))))))
                .extracting(AuditKey::epoch)
                .containsExactly(2L, 3L);
    }

    @Test
    void noChangeLeavesACurrencyWithoutItsNewestAuditKeyOrPutsAStrangeOneThere() {
        NetworkConfiguration both = next(first, added(audit2));

        assertRefused(first, ended(KeyHolders.AUDIT_MEMBERS, 1), "newest audit key stays");
        assertRefused(both, ended(KeyHolders.AUDIT_MEMBERS, 2), "newest audit key stays");
        assertRefused(
                first,
                new Keys(List.of(encoded(audit2)), List.of(new KeyName(KeyHolders.AUDIT_MEMBERS, 1, 1))),
                "newest audit key stays");
        assertRefused(both, ended(KeyHolders.AUDIT_MEMBERS, 7), "has epoch 7");
        assertRefused(both, added(audit2), "epoch 2 is in force");
        assertRefused(first, added(MadeKey.of(NETWORK, Purpose.AUDIT, 3)), "the next audit key has epoch 2");
        assertRefused(first, added(MadeKey.of(NETWORK, Purpose.AUDIT, 1)), "epoch 1 is in force");
        assertRefused(first, added(MadeKey.of("other-net", Purpose.AUDIT, 2)), "the network other-net");
        KeyRecord elsewhere = new KeyRecord(
                new CeremonySpec(
                        NETWORK,
                        Purpose.AUDIT,
                        0,
                        2,
                        Kind.FRESH,
                        2,
                        audit2.charter().members(),
                        Bytes32.ZERO,
                        Bytes32.ZERO),
                audit2.publicKey(),
                Bytes.EMPTY);
        assertRefused(first, added(elsewhere), "not under passive audit");
        byte[] damaged = audit2.encode();
        damaged[damaged.length - 20] ^= 1;
        assertRefused(
                first, new Keys(List.of(Base64.getEncoder().encodeToString(damaged)), null), "do not belong together");
        AuditKey second = audit2.auditKey();
        for (List<AuditKey> keys : List.of(
                List.<AuditKey>of(),
                List.of(second),
                List.of(new AuditKey(1, 2, second.point(), second.verificationPoints())))) {
            assertCheckRefuses(with(hidden -> hidden.withAuditKeys(keys)), "newest audit key stays");
        }
        AuditKey known = auditKeys(first).getFirst();
        assertCheckRefuses(
                with(hidden -> hidden.withAuditKeys(List.of(
                        known,
                        new AuditKey(
                                2,
                                2,
                                second.point(),
                                second.verificationPoints().reversed())))),
                "do not belong together");
        assertCheckRefuses(
                with(hidden -> hidden.withAuditKeys(
                        List.of(known, new AuditKey(2, 1, second.point(), second.verificationPoints())))),
                "at least two members");
    }

    @Test
    void newSharesOfTheAuditKeyTakeThePlaceOfTheOldOnes(@TempDir Path board) {
        KeyRecord record = refreshed("audit-member", board);

        NetworkConfiguration next = next(first, added(record));

        AuditKey before = auditKeys(first).getFirst();
        assertThat(auditKeys(next)).singleElement().satisfies(key -> {
            assertThat(key.isSameKey(before)).isTrue();
            assertThat(key.verificationPoints()).doesNotContainAnyElementsOf(before.verificationPoints());
        });
        AuditKey refreshed = record.auditKey();
        assertCheckRefuses(
                with(hidden -> hidden.withAuditKeys(List.of(new AuditKey(
                        1,
                        2,
                        refreshed.point(),
                        List.of(
                                before.verificationPoints().get(0),
                                refreshed.verificationPoints().get(1),
                                refreshed.verificationPoints().get(2)))))),
                "do not belong together");
        NetworkConfiguration both = next(next, added(audit2));
        assertThat(auditKeys(both)).containsExactly(refreshed, audit2.auditKey());
        assertRefused(next(both, ended(KeyHolders.AUDIT_MEMBERS, 1)), added(record), "not in force");
    }

    @Test
    void aKeyOfCertifiersMustBeUsableAndNothingElseOfTheCurrencyChanges() {
        CertifierGroup group = certifiers2.certifierGroup();
        CertifierGroup known = certifiers(first).getFirst();
        assertCheckRefuses(
                with(hidden -> hidden.withCertifiers(List.of(
                        known, new CertifierGroup(2, 2, group.groupKey(), group.verificationKeys(), known.padding())))),
                "cannot be used");
        assertCheckRefuses(
                with(hidden -> hidden.withCertifiers(List.of(
                        known, new CertifierGroup(2, 1, group.groupKey(), group.verificationKeys(), group.padding())))),
                "at least two certifiers");
        assertCheckRefuses(
                with(hidden -> new HiddenCurrency(
                        hidden.credentialKey(),
                        32,
                        hidden.rangeValues(),
                        hidden.uncompressed(),
                        hidden.certifiers(),
                        hidden.auditKeys())),
                "which namespaces exist");
    }

    private static Keys added(KeyRecord record) {
        return new Keys(List.of(encoded(record)), null);
    }

    private static Keys ended(KeyHolders of, long epoch) {
        return new Keys(null, List.of(new KeyName(of, CURRENCY.value(), epoch)));
    }

    private static String encoded(KeyRecord record) {
        return Base64.getMimeEncoder().encodeToString(record.encode());
    }

    private static NetworkConfiguration next(NetworkConfiguration inForce, Keys keys) {
        return ChangeRules.next(
                inForce, new ChangeForm(inForce.version(), "keys", null, null, null, null, null, keys), network());
    }

    private static ChangeRules.Network network() {
        return new ChangeRules.Network(NETWORK, genesis.networkId());
    }

    private static void assertRefused(NetworkConfiguration inForce, Keys keys, String why) {
        assertThatThrownBy(() -> next(inForce, keys))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().getDetail()).containsIgnoringCase(why));
    }

    private static void assertCheckRefuses(NetworkConfiguration next, String why) {
        assertThatThrownBy(() -> ChangeRules.check(first, next, network()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().getDetail()).containsIgnoringCase(why));
    }

    private static List<Long> epochs(NetworkConfiguration configuration) {
        return configuration.endorserGroups().stream()
                .filter(group -> group.namespace().equals(CURRENCY))
                .map(EndorserGroup::epoch)
                .toList();
    }

    private static HiddenCurrency hidden(NetworkConfiguration configuration) {
        return configuration.namespace(CURRENCY).flatMap(Namespace::hidden).orElseThrow();
    }

    private static List<CertifierGroup> certifiers(NetworkConfiguration configuration) {
        return hidden(configuration).certifiers();
    }

    private static List<AuditKey> auditKeys(NetworkConfiguration configuration) {
        return hidden(configuration).auditKeys();
    }

    private static NetworkConfiguration with(EndorserGroup added) {
        List<EndorserGroup> groups = new ArrayList<>(first.endorserGroups());
        groups.add(added);
        return of(groups, first.namespaces());
    }

    private static NetworkConfiguration with(UnaryOperator<HiddenCurrency> change) {
        return of(
                first.endorserGroups(),
                first.namespaces().stream()
                        .map(each -> new Namespace(
                                each.id(),
                                each.name(),
                                each.currency(),
                                each.minorDigits(),
                                each.rulesVersion(),
                                each.auditPolicy(),
                                each.auditThreshold(),
                                each.hidden().map(change)))
                        .toList());
    }

    private static NetworkConfiguration of(List<EndorserGroup> groups, List<Namespace> namespaces) {
        return EditedConfiguration.after(first)
                .endorserGroups(groups)
                .namespaces(namespaces)
                .build();
    }
}
