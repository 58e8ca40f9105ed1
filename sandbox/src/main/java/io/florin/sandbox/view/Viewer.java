package io.florin.sandbox.view;

/// Viewer of a payment: whoever has the stores of one kind of party.
public enum Viewer {
    WALLET_FILE("payee's own wallet: the file beside its seed, without the seed"),
    WALLET("payee's own wallet, with its seed"),
    PAYER_BANK("payer's bank, which holds the payer's wallet"),
    PAYEE_BANK("payee's bank, which has the payee's account"),
    ENDORSERS("endorsers"),
    READERS("ordering parties, and anyone who reads the blocks"),
    COMMITTER("committer"),
    CERTIFIERS("certifiers"),
    CENTRAL_BANK("central bank"),
    AUDITOR("auditor"),
    AUDITOR_TOLD("auditor, told with a payment that it signs and not kept"),
    AUDITOR_UNDER_CASE("auditor, with two audit members under a case");

    private final String words;

    Viewer(String words) {
        this.words = words;
    }

    /// For people.
    public String words() {
        return words;
    }

    /// For links and files.
    String id() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
