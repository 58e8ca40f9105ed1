-- Where wallets are paid whose holders have the keys. Their credentials pass through this bank and are not kept.
create table hidden_holder (
    wallet          bigint primary key references wallet (number),
    eid             bytea        not null unique check (octet_length(eid) = 32)
);
