package io.florin.bank.protocol;

import io.florin.ledger.OwnerKey;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAddress;
import java.util.Optional;

/// Destination of a payment: an address of the currency's privacy model.
public sealed interface PayTo {

    /// In a currency that hides nothing.
    record Open(WalletAddress address) implements PayTo {}

    /// In a currency that hides owners or values. Prints nothing.
    record Hidden(HiddenAddress address) implements PayTo {
        @Override
        public String toString() {
            return "Hidden";
        }
    }

    /// @throws IllegalArgumentException if the text is no address
    static PayTo parse(String text) {
        return isHidden(text) ? new Hidden(HiddenAddress.parse(text)) : new Open(WalletAddress.parse(text));
    }

    /// Whether the text means to be an address, and not an account number.
    static boolean isAddress(String text) {
        return text.startsWith("fln1") || isHidden(text);
    }

    private static boolean isHidden(String text) {
        return text.startsWith("flh1");
    }

    default String toText() {
        return switch (this) {
            case Open(WalletAddress address) -> address.toText();
            case Hidden(HiddenAddress address) -> address.toText();
        };
    }

    /// 32 bytes that tell payees apart, whatever note keys they name: owner key or enrollment id.
    default byte[] id() {
        return switch (this) {
            case Open(WalletAddress address) -> address.owner().value().toArray();
            case Hidden(HiddenAddress address) -> address.eid().toBytes();
        };
    }

    default boolean isHidden() {
        return this instanceof Hidden;
    }

    /// The owner key, which only an open address has.
    default Optional<OwnerKey> owner() {
        return this instanceof Open(WalletAddress address) ? Optional.of(address.owner()) : Optional.empty();
    }

    /// Whether notes can be sealed to it.
    default boolean takesNotes() {
        return switch (this) {
            case Open(WalletAddress address) -> address.takesNotes();
            case Hidden(HiddenAddress address) -> address.takesNotes();
        };
    }
}
