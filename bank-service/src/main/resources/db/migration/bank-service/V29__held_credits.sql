-- Money from other banks is held until the names were compared with the sanctions list, and longer where that found
-- somebody.
alter table token add column held boolean not null default false;
create index token_held on token (wallet) where held and spent_block is null;

-- A credit from another bank: WAITING until it is screened and forgotten where nothing was found; UNNAMED where the
-- payer's words did not come; HIT, KEPT, RELEASED by two persons; REPORTED where this bank has no keys and holds nothing.
-- The version grows with what was found, so that nobody releases what they have not seen.
create table held_credit (
    id              uuid primary key default gen_random_uuid(),
    state_key       bytea        not null unique references token (state_key),
    wallet          bigint       not null references wallet (number),
    amount          bigint       not null check (amount > 0),
    transaction_id  bytea        not null,
    output          int          not null,
    block           bigint       not null,
    booked_at       timestamptz  not null,
    custodial       boolean      not null,
    state           varchar(16)  not null default 'WAITING',
    version         int          not null default 0,
    payer_name      varchar(400) not null default '',
    payer_account   varchar(400) not null default '',
    payee_name      varchar(140) not null default '',
    list_version    varchar(64)  not null default '',
    found_at        timestamptz,
    decided_by      varchar(300) not null default '',
    decided_at      timestamptz,
    reason          varchar(500) not null default ''
);
create index held_credit_open on held_credit (state, booked_at) where state <> 'RELEASED' and state <> 'REPORTED';
create index held_credit_waiting on held_credit (wallet) where state = 'WAITING';
create index held_credit_booked on held_credit (booked_at, id);

-- Likenesses that nobody has decided about. A list's texts have no bound.
create table held_credit_hit (
    credit          uuid         not null references held_credit (id) on delete cascade,
    number          int          not null,
    subject         text         not null,
    party           varchar(8)   not null,
    entry           text         not null,
    listed_name     text         not null,
    score           int          not null,
    programme       text         not null,
    explanation     varchar(400) not null,
    primary key (credit, number)
);

-- Who two persons said is somebody else than the listed one: not asked again until the list says more.
create table cleared_hit (
    subject         text         not null,
    entry           text         not null,
    programme       text         not null,
    score           int          not null,
    credit          uuid         not null,
    primary key (subject, entry, programme)
);

-- What is held is locked.
drop view wallet_funds;
create view wallet_funds as
select w.number as wallet,
       (select coalesce(sum(t.value), 0)::bigint from token t where t.wallet = w.number and t.spent_block is null) as total,
       (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'ACCEPTED')
         + (select coalesce(sum(p.amount), 0)::bigint from payment p where p.wallet = w.number and p.state = 'SUBMITTED')
         + case when w.number = 0 then
             (select coalesce(sum(s.amount), 0)::bigint from supply_order s
              where s.direction = 'REDEMPTION' and s.state not in ('SETTLED', 'REFUSED'))
           else 0 end
         + (select coalesce(sum(t.value), 0)::bigint from token t
            where t.wallet = w.number and t.held and t.spent_block is null) as locked,
       (select coalesce(sum(t.value), 0)::bigint from token t
        where t.wallet = w.number and t.held and t.spent_block is null) as held,
       (select l.block from ledger_position l where l.id = 1) as block
from wallet w;

-- An order for something that is there already says what it is about.
alter table payment_draft add column subject varchar(64) not null default '';

-- Decisions, chained by hashes; the head is signed.
create table decision (
    sequence      bigint       primary key check (sequence > 0),
    at_millis     bigint       not null,
    actor         varchar(100) not null,
    action        varchar(40)  not null,
    subject       varchar(64)  not null,
    reason        varchar(500) not null,
    list_version  varchar(64)  not null,
    previous_hash bytea        not null,
    hash          bytea        not null
);
create index decision_subject on decision (subject, sequence);
create table decision_head (
    id            integer primary key check (id = 1),
    last_sequence bigint  not null,
    last_hash     bytea   not null,
    signature     bytea   not null
);
create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end $$;
create trigger decision_append_only before update or delete or truncate on decision
    for each statement execute function refuse_change();
