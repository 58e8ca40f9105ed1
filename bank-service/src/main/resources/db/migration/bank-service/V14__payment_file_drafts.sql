-- Payment files that clerks uploaded and that wait for a second person.
create table payment_file_draft (
    id              uuid primary key,
    digest          bytea        not null,
    content         bytea        not null,
    message_id      varchar(35)  not null,
    initiator       varchar(140) not null,
    lines           int          not null,
    total           bigint       not null check (total >= 0),
    state           varchar(16)  not null,
    entered_by      varchar(140) not null,
    entered_at      timestamptz  not null,
    decided_by      varchar(140) not null default '',
    decided_at      timestamptz,
    reason          varchar(140) not null default '',
    file_id         uuid
);
create unique index payment_file_draft_waiting on payment_file_draft (digest) where state = 'WAITING';
