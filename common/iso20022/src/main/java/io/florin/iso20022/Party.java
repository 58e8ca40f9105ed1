package io.florin.iso20022;

import java.util.Optional;

/// One side of a payment as the message names it: name, account, its bank, its legal entity identifier.
public record Party(Optional<String> name, Optional<AccountId> account, Optional<Bic> agent, Optional<Lei> lei) {
    /// Reads `Dbtr`, `DbtrAcct`, `DbtrAgt` (or the creditor's) below an element.
    static Party of(XmlNode holder, String role) {
        return new Party(
                holder.textAt(role, "Nm"),
                holder.at(role + "Acct", "Id").flatMap(Party::account),
                holder.at(role + "Agt", "FinInstnId").flatMap(Party::bic),
                holder.textAt(role, "Id", "OrgId", "LEI").flatMap(Lei::parse));
    }

    private static Optional<AccountId> account(XmlNode id) {
        Optional<AccountId> iban = id.textAt("IBAN").flatMap(Iban::parse).map(AccountId.class::cast);
        return iban.or(() -> id.textAt("Othr", "Id")
                .or(() -> id.textAt("PrtryAcct", "Id"))
                .or(() -> id.textAt("BBAN"))
                .or(() -> id.textAt("UPIC"))
                .flatMap(OtherAccountId::parse));
    }

    private static Optional<Bic> bic(XmlNode institution) {
        return institution
                .textAt("BICFI")
                .or(() -> institution.textAt("BIC"))
                .or(() -> institution.textAt("CmbndId", "BIC"))
                .flatMap(Bic::parse);
    }
}
