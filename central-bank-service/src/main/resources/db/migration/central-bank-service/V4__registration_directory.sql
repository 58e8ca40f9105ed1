-- Registration's directory as this node last kept it, under its own signature, and where to go on in the topic.
create table registration_directory (
    id          integer primary key check (id = 1),
    sequence    bigint not null,
    next_offset bigint not null,
    content     bytea  not null,
    signature   bytea  not null
);
