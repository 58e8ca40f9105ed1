-- Signed events that wait to be published, written with what they tell and deleted once they are acknowledged.
create table audit_event (
    number  bigint generated always as identity primary key,
    case_id varchar(60) not null,
    payload bytea       not null
);
