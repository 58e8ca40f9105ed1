-- Closings of wallets that were ordered: CLOSING until the enrollment has ended (CLOSED) or the wallet is open again
-- (STOPPED). Begun when registration's record was there; quiet when the last block has come in which a transaction may
-- commit that was endorsed before all endorsers had the record.
create table wallet_closing (
    id              uuid primary key,
    wallet          bigint       not null references wallet (number),
    state           varchar(16)  not null check (state in ('CLOSING', 'CLOSED', 'STOPPED')),
    reason          varchar(64)  not null default '',
    ordered_by      varchar(140) not null,
    ordered_at      timestamptz  not null,
    begun_at        timestamptz,
    quiet_block     bigint,
    ended_at        timestamptz
);
create unique index wallet_closing_open on wallet_closing (wallet) where state = 'CLOSING';
create index wallet_closing_wallet on wallet_closing (wallet, ordered_at);
create index payment_account_open on payment (payee_account) where state in ('ACCEPTED', 'SUBMITTED');
