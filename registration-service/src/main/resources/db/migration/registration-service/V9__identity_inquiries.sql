-- Who asked under which case whose an enrollment id is, and which officers let him know. No names: those are in the
-- enrollment.
create table identity_inquiry (
    id             uuid primary key,
    case_reference varchar(64)  not null,
    scope          varchar(200) not null,
    transaction_id varchar(64)  not null,
    enrollment_id  varchar(64)  not null,
    enrollment     uuid         not null references enrollment (id),
    asker          varchar(40)  not null,
    asked_by       varchar(100) not null,
    asked_at       timestamptz  not null,
    state          varchar(16)  not null check (state in ('ASKED', 'APPROVED', 'RELEASED', 'REFUSED')),
    approved_by    varchar(100) not null,
    decided_by     varchar(100) not null,
    reason         varchar(500) not null,
    unique (asker, case_reference, transaction_id, enrollment_id),
    -- whoever writes into the database releases no name alone
    check (state <> 'RELEASED' or approved_by <> '' and decided_by <> '' and approved_by <> decided_by)
);
create index identity_inquiry_waiting on identity_inquiry (state) where state in ('ASKED', 'APPROVED');
