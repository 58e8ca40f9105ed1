package io.florin.bank.accounts;

import java.math.BigInteger;
import java.util.Locale;

/// Account numbers in IBAN form: fictional country XF, check digits by ISO 7064 MOD 97-10, then the participant (4
/// digits) and the wallet (10 digits).
public final class IbanIssuer {

    private static final String COUNTRY = "XF";
    /// X = 33, F = 15, then 00 in place of the check digits.
    private static final String COUNTRY_DIGITS = "331500";
    private static final int LENGTH = 18;

    private IbanIssuer() {}

    public static String iban(int participant, long wallet) {
        String account = String.format(Locale.ROOT, "%04d%010d", participant, wallet);
        int rest = new BigInteger(account + COUNTRY_DIGITS)
                .mod(BigInteger.valueOf(97))
                .intValue();
        return COUNTRY + String.format(Locale.ROOT, "%02d", 98 - rest) + account;
    }

    /// The participant whose account this is, or -1 for an account of no bank of the network.
    public static int participantOf(String iban) {
        if (iban.length() != LENGTH || !iban.startsWith(COUNTRY)) {
            return -1;
        }
        try {
            int participant = Integer.parseInt(iban.substring(4, 8));
            long wallet = Long.parseLong(iban.substring(8));
            return iban(participant, wallet).equals(iban) ? participant : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
