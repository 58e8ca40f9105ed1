package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.iso20022.Iban;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class IbanIssuerTest {

    @Test
    void issuesWhatTheMessagesReaderTakes() {
        for (int participant : new int[] {1, 2, 3, 9999}) {
            for (long wallet : new long[] {0, 1, 42, 9_999_999_999L}) {
                String iban = IbanIssuer.iban(participant, wallet);
                assertThat(iban).hasSize(18).startsWith("XF");
                assertThat(Iban.parse(iban)).isPresent();
                assertThat(IbanIssuer.participantOf(iban)).isEqualTo(participant);
            }
        }
    }

    /// ISO 13616: the number rearranged, letters as digits, leaves rest 1.
    @Test
    void hasRightCheckDigits() {
        String iban = IbanIssuer.iban(1, 7);
        String rearranged = iban.substring(4) + "3315" + iban.substring(2, 4);
        assertThat(new BigInteger(rearranged).mod(BigInteger.valueOf(97))).isEqualTo(BigInteger.ONE);
    }

    @Test
    void knowsNoOtherAccounts() {
        String good = IbanIssuer.iban(1, 7);
        String wrongDigit = good.substring(0, 17) + (good.charAt(17) == '0' ? '1' : '0');
        for (String text :
                new String[] {"", "XF", wrongDigit, good + "0", "NL91ABNA0417164300", "XF00000100000000-7"}) {
            assertThat(IbanIssuer.participantOf(text)).as(text).isEqualTo(-1);
        }
    }
}
