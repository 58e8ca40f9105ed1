package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifiersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GB82WEST12345698765432",
                "DE89370400440532013000",
                "NL91ABNA0417164300",
                "MT84MALT011000012345MTLCAST001S"
            })
    void acceptsIbansOfTheRegistry(String text) {
        assertThat(Iban.parse(text)).map(Iban::value).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GB82",
                "GB82 WEST 1234 5698 7654 32",
                "GB83WEST12345698765432",
                "GB82WEST12345698765423",
                "NL91ABNA04171643000",
                "DE8937040044053201300",
                "8289WEST12345698765432",
                "GB82WEST1234569876543٢"
            })
    void refusesOtherTexts(String text) {
        assertThat(Iban.parse(text)).isEmpty();
        assertThatThrownBy(() -> new Iban(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void computesTheCheckDigitsOfAnIban() {
        assertThat(Iban.of("GB", "WEST12345698765432")).isEqualTo(new Iban("GB82WEST12345698765432"));
        for (int i = 0; i < 1_000; i++) {
            Iban iban = Iban.of("XF", String.format("FLOR%010d", i * 7919L));
            assertThat(Iban.parse(iban.value())).contains(iban);
        }
    }

    @Test
    void noticesEverySingleWrongDigitAndEverySwapOfNeighboursInAnIban() {
        String good = "GB82WEST12345698765432";
        for (int i = 8; i < good.length(); i++) {
            char other = good.charAt(i) == '9' ? '0' : (char) (good.charAt(i) + 1);
            assertThat(Iban.parse(good.substring(0, i) + other + good.substring(i + 1)))
                    .isEmpty();
            if (i + 1 < good.length() && good.charAt(i) != good.charAt(i + 1)) {
                String swapped = good.substring(0, i) + good.charAt(i + 1) + good.charAt(i) + good.substring(i + 2);
                assertThat(Iban.parse(swapped)).isEmpty();
            }
        }
    }

    @Test
    void checksLegalEntityIdentifiers() {
        assertThat(Lei.parse("5493001KJTIIGC8Y1R12")).isPresent();
        assertThat(Lei.parse("5493001KJTIIGC8Y1R13")).isEmpty();
        assertThat(Lei.parse("5493001KJTIIGC8Y1R1")).isEmpty();
        assertThat(Lei.parse("5493001kjtiigc8y1r12")).isEmpty();
    }

    @Test
    void readsEightCharactersOfABicAsTheHeadOffice() {
        assertThat(new Bic("DEUTDEFF").sameInstitutionAs(new Bic("DEUTDEFFXXX")))
                .isTrue();
        assertThat(new Bic("DEUTDEFF").sameInstitutionAs(new Bic("DEUTDEFF500")))
                .isFalse();
        assertThat(Bic.parse("DEUTDEF")).isEmpty();
        assertThat(Bic.parse("deutdeff")).isEmpty();
        assertThat(Bic.parse("DEUTDEFFXX")).isEmpty();
    }

    @Test
    void makesUetrsOfTheRightVersionFromAnyRandomness() {
        Random random = new Random(20022);
        for (int i = 0; i < 1_000; i++) {
            Uetr uetr = Uetr.from(random);
            assertThat(uetr.toUuid().version()).isEqualTo(4);
            assertThat(uetr.toUuid().variant()).isEqualTo(2);
        }
        assertThat(Uetr.parse("8F3AFF7C-A2DE-41C6-B731-B340E53DA93F")).isEmpty();
        assertThat(Uetr.parse("8f3aff7c-a2de-11c6-b731-b340e53da93f")).isEmpty();
    }
}
