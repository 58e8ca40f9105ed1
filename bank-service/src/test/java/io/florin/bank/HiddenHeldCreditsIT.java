package io.florin.bank;

import io.florin.ledger.privacy.PrivacyModel;

/// The payer's name is in the note that opens the money.
class HiddenHeldCreditsIT extends HeldCreditScenes {

    @Override
    PrivacyModel model() {
        return PrivacyModel.UNLINKABLE;
    }
}
