-- Payment files that were refused as a whole: no payment and no content of them is kept, only what a status report says.
create table refused_file (
    id              uuid primary key,
    digest          bytea        not null unique,
    code            varchar(64)  not null,
    message_id      varchar(35)  not null,
    message_type    varchar(20)  not null,
    received_at     timestamptz  not null
);
create index refused_file_received on refused_file (received_at);
create table refused_file_reason (
    file_id         uuid         not null references refused_file (id) on delete cascade,
    number          int          not null,
    reason          varchar(4)   not null,
    words           varchar(400) not null,
    primary key (file_id, number)
);
