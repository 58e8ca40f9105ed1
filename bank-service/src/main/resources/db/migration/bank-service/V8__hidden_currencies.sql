-- In a currency that hides owners or values: enrollment ids and credentials of custodial wallets. Registration's part of
-- the key of serial numbers is encrypted under the custody seed, as all openings are.
create table hidden_account (
    wallet          bigint primary key references wallet (number),
    eid             bytea        not null unique,
    serial_part     bytea        not null,
    epoch           bigint       not null,
    signature       bytea        not null
);
create index hidden_account_epoch on hidden_account (epoch, eid);

-- A hidden token stands under the key that its spending writes: its own, or that of its serial number, which the bank
-- knows ahead.
alter table token add column opening bytea;
alter table token add column spendable boolean not null default true;
create index token_uncertified on token (created_block) where not spendable and spent_block is null;

-- Notes, as they were encrypted, that open for a custodial wallet and whose transaction has no final status here yet.
-- Anybody can write a note: there may be several for one output, and what one says counts if it opens the output. Each
-- endorser has its own order of notes and does not have all, so each is followed.
create table hidden_note (
    transaction_id  bytea        not null,
    output          int          not null,
    digest          bytea        not null,
    note            bytea        not null,
    asked           int          not null default 0,
    ask_after       timestamptz  not null,
    primary key (transaction_id, output, digest)
);
create table hidden_note_position (
    endorser        int primary key,
    position        bigint       not null
);

-- What the auditor is shown of a payment until it has approved it, encrypted under the custody seed.
alter table outgoing add column disclosure bytea;
alter table supply_order add column disclosure bytea;
