package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MessageModelsTest {
    /// Deriving a type fails when an element of it has no facets, so reaching every type of every version shows that
    /// the table has no hole.
    @Test
    void knowsTheFacetsOfEveryElementOfEverySupportedVersion() {
        MessageModels models = new MessageModels();
        Set<ComplexType> seen = new LinkedHashSet<>();
        Deque<ComplexType> open = new ArrayDeque<>();
        models.supported().forEach(definition -> open.add(models.documentType(definition)));
        for (int version = 1; version <= 4; version++) {
            open.add(models.headerType("urn:iso:std:iso:20022:tech:xsd:head.001.001.0" + version)
                    .orElseThrow());
        }
        while (!open.isEmpty()) {
            ComplexType type = open.poll();
            if (!seen.add(type)) {
                continue;
            }
            assertThat(type.particles().isEmpty())
                    .as("%s has children or text", type.name())
                    .isEqualTo(type.text().isPresent());
            if (type.choice()) {
                assertThat(type.particles()).as(type.name()).noneMatch(ComplexType.Particle::required);
            }
            for (ComplexType.Particle particle : type.particles()) {
                if (particle.content() instanceof ComplexType.Content.Elements elements) {
                    open.add(models.typeOf(elements.model()));
                }
            }
        }
        assertThat(models.supported()).hasSize(11 + 13 + 13 + 14 + 12 + 1);
        assertThat(seen).hasSizeGreaterThan(700);
    }

    @Test
    void readsOrderCardinalityAndCodesOffTheModel() {
        MessageModels models = new MessageModels();
        ComplexType document = models.documentType(new MessageDefinition(MessageType.PAIN_001, 9));
        assertThat(document.particles()).extracting(ComplexType.Particle::name).containsExactly("CstmrCdtTrfInitn");
        ComplexType body = content(models, document, "CstmrCdtTrfInitn");
        assertThat(body.particles())
                .extracting(ComplexType.Particle::name, ComplexType.Particle::required, ComplexType.Particle::max)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("GrpHdr", true, 1),
                        org.assertj.core.groups.Tuple.tuple("PmtInf", true, Integer.MAX_VALUE),
                        org.assertj.core.groups.Tuple.tuple("SplmtryData", false, Integer.MAX_VALUE));
        ComplexType batch = content(models, body, "PmtInf");
        ComplexType.Particle method = batch.particles().get(batch.indexOf("PmtMtd"));
        assertThat(method.content())
                .isEqualTo(new ComplexType.Content.Value(new SimpleType.Codes(Set.of("CHK", "TRF", "TRA"))));
    }

    @Test
    void prefersTheFacetsOfAVersionToThoseOfItsFamilyAndThoseToTheElements() {
        Facets facets = Facets.load();
        assertThat(facets.typeOf("BranchData", "Nm")).contains(new SimpleType.Text(35));
        assertThat(facets.typeOf("BranchData3", "Nm")).contains(new SimpleType.Text(140));
        assertThat(facets.typeOf("CashAccount38", "Nm")).contains(new SimpleType.Text(70));
        assertThat(facets.typeOf("PartyIdentification135", "Nm")).contains(new SimpleType.Text(140));
        assertThat(facets.typeOf("Anything", "NoSuchElement")).isEmpty();
        assertThat(facets.listMaximum("PostalAddress1", "AdrLine")).isEqualTo(5);
        assertThat(facets.listMaximum("PostalAddress24", "AdrLine")).isEqualTo(7);
        assertThat(facets.listMaximum("CustomerCreditTransferInitiationV09", "PmtInf"))
                .isEqualTo(Integer.MAX_VALUE);
    }

    private static ComplexType content(MessageModels models, ComplexType type, String element) {
        ComplexType.Content content =
                type.particles().get(type.indexOf(element)).content();
        return models.typeOf(((ComplexType.Content.Elements) content).model());
    }
}
