package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.centralbank.fixture.MadeKey;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.ceremony.KeyRecord;
import io.florin.ceremony.Purpose;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.privacy.PrivacyModel;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// Keys of threshold groups are replaced in two changes of the configuration: the new one beside the old one, and then
/// alone. A new key stays.
@ExtendWith(SharedCentralBank.class)
class KeyChangesIT extends ConfigurationStory {

    @Test
    void replacesTheKeyOfEndorsersInTwoChangesWhileIssuingGoesOn() {
        KeyRecord made = MadeKey.of(bank.genesis().name(), Purpose.ENDORSEMENT, 2);
        changeTo(added(made));
        assertThat(inForce().endorserGroup(CURRENCY)).contains(made.endorserGroup());
        assertThat(inForce().endorserGroup(CURRENCY, 1))
                .isEqualTo(bank.genesis().configuration().endorserGroup(CURRENCY));
        JsonNode now = bank.json(bank.get("/v1/configuration", viewer()));
        assertThat(now.at("/endorsers/2/epoch").asLong()).isEqualTo(2);
        assertThat(now.at("/endorsers/2/scheme").asString()).isEqualTo("BLS_G1");
        settleWithdrawal();

        assertThat(code(propose(1, ended(2)))).isEqualTo("impossible-configuration");
        assertThat(code(propose(1, "\"keys\":{\"added\":[\"bm90aGluZw==\"]}"))).isEqualTo("impossible-configuration");
        JsonNode ending = proposed(1, ended(1));
        assertThat(ending.get("warnings")).hasSize(1);
        signByAll(ending);
        awaitState(ending, "IN_FORCE");
        assertThat(inForce().endorserGroup(CURRENCY, 1)).isEmpty();
        assertThat(inForce().endorserGroup(CURRENCY)).contains(made.endorserGroup());
        settleWithdrawal();
    }

    @Test
    void replacesTheAuditKeyOfACurrencyUnderPassiveAuditInTwoChanges() {
        Namespace clear = inForce().namespace(CURRENCY).orElseThrow();
        KeyRecord made = MadeKey.of(bank.genesis().name(), Purpose.AUDIT, 2);
        assertThat(code(propose(1, added(made))))
                .as("values and owners in the clear need no audit key")
                .isEqualTo("impossible-configuration");
        HiddenCurrency audited = TestHiddenEconomy.audited(5, PrivacyModel.ANONYMOUS)
                .configuration()
                .namespace(CURRENCY)
                .flatMap(Namespace::hidden)
                .orElseThrow();
        bank.network()
                .ledger()
                .changeCurrency(now -> new Namespace(
                        now.id(),
                        now.name(),
                        now.currency(),
                        now.minorDigits(),
                        PrivacyModel.ANONYMOUS.rulesVersion(),
                        now.auditPolicy(),
                        now.auditThreshold(),
                        Optional.of(audited)));
        try {
            awaitVersion(inForce().version());
            changeTo(added(made));
            assertThat(auditKeys()).containsExactly(audited.auditKeys().getFirst(), made.auditKey());
            JsonNode shown = bank.json(bank.get("/v1/configuration", viewer())).at("/namespaces/1/hidden/auditKeys");
            assertThat(shown).extracting(key -> key.get("epoch").asLong()).containsExactly(1L, 2L);

            assertThat(code(propose(1, ended("AUDIT_MEMBERS", 2)))).isEqualTo("impossible-configuration");
            JsonNode ending = proposed(1, ended("AUDIT_MEMBERS", 1));
            assertThat(ending.get("warnings")).hasSize(1);
            signByAll(ending);
            awaitState(ending, "IN_FORCE");
            assertThat(auditKeys()).containsExactly(made.auditKey());
            assertThat(code(propose(1, ended("AUDIT_MEMBERS", 2)))).isEqualTo("impossible-configuration");
        } finally {
            bank.network().ledger().changeCurrency(_ -> clear);
            awaitVersion(inForce().version());
        }
    }

    private static List<HiddenCurrency.AuditKey> auditKeys() {
        return inForce()
                .namespace(CURRENCY)
                .flatMap(Namespace::hidden)
                .orElseThrow()
                .auditKeys();
    }

    private static String added(KeyRecord record) {
        return "\"keys\":{\"added\":[\"%s\"]}".formatted(Base64.getEncoder().encodeToString(record.encode()));
    }

    private static String ended(long epoch) {
        return ended("ENDORSERS", epoch);
    }

    private static String ended(String holders, long epoch) {
        return "\"keys\":{\"ended\":[{\"of\":\"%s\",\"namespace\":1,\"epoch\":%d}]}".formatted(holders, epoch);
    }
}
