package io.florin.iso20022;

/// The remainder by 97 of a text read as a number, letters counting 10 to 35: the check of IBAN and LEI (ISO 7064).
final class Mod97 {
    private Mod97() {}

    static int of(String text) {
        int remainder = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 36);
            if (digit < 0) {
                throw new IllegalArgumentException("only letters and digits can be checked");
            }
            remainder = (digit < 10 ? remainder * 10 + digit : remainder * 100 + digit) % 97;
        }
        return remainder;
    }
}
