-- What the auditor announced on audit.events, as it signed it: the newest supply of each currency (kind 1, numbered by
-- namespace, without a time) and every incident (kind 2). And where to go on in the topic.
create table audit_announcement (
    kind          int not null check (kind in (1, 2)),
    auditor       int not null,
    number        bigint not null,
    signed_millis bigint not null,
    event         bytea not null,
    came_at       timestamptz not null,
    primary key (kind, auditor, number, signed_millis)
);

create table audit_position (
    id          int primary key check (id = 1),
    next_offset bigint not null,
    since       timestamptz not null
);
insert into audit_position values (1, 0, now());
