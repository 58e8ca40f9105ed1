-- Admitted people whom a later sanctions list names; decided by a second person.
create table rescreening_task (
    id            uuid         primary key,
    enrollment    uuid         not null references enrollment (id),
    list_version  varchar(64)  not null,
    found_at      timestamptz  not null,
    state         varchar(16)  not null check (state in ('OPEN', 'SUSPENDED', 'CLEARED')),
    decided_by    varchar(100) not null default '',
    decided_at    timestamptz,
    reason        varchar(500) not null default '',
    version       bigint       not null default 0
);
create unique index rescreening_task_open on rescreening_task (enrollment) where state = 'OPEN';
create index rescreening_task_state on rescreening_task (state, found_at);
-- who is due after a change of the list
create index enrollment_list_version on enrollment (list_version);
