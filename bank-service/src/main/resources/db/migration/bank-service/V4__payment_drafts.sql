-- Payments entered by clerks that wait for a second person.
create table payment_draft (
    id              uuid primary key,
    wallet          bigint       not null,
    payee_name      varchar(140) not null,
    payee_account   varchar(140) not null,
    amount          bigint       not null check (amount > 0),
    end_to_end_id   varchar(35)  not null,
    remittance      varchar(140) not null,
    state           varchar(16)  not null,
    entered_by      varchar(140) not null,
    entered_at      timestamptz  not null,
    decided_by      varchar(140) not null default '',
    decided_at      timestamptz,
    reason          varchar(140) not null default '',
    payment_id      uuid
);
create index payment_draft_waiting on payment_draft (entered_at) where state = 'WAITING';
