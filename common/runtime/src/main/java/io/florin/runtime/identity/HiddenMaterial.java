package io.florin.runtime.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.SharedKey;
import io.florin.crypto.ps.PsKeys;
import io.florin.ledger.config.HiddenCurrency.CertifierGroup;
import io.florin.runtime.ceremony.KeyRecord;

/// The public part of a certifiers' key as the configuration has it.
final class HiddenMaterial {
    private HiddenMaterial() {}

    /// A group of certifiers, who signed the padding token as they confirmed their key.
    ///
    /// @throws IllegalArgumentException if it is not a key of certifiers
    static CertifierGroup group(KeyRecord record) {
        SharedKey key = record.sharedKey();
        return new CertifierGroup(
                record.charter().epoch(),
                key.threshold(),
                Bytes.of(PsKeys.publicKey(key).encode()),
                PsKeys.verificationKeys(key).stream()
                        .map(each -> Bytes.of(each.encode()))
                        .toList(),
                record.padding());
    }
}
