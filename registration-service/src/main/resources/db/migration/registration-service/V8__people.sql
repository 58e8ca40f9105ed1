-- One person, whatever the banks and wallets: the limits are the person's. Known by the documents that were shown;
-- nothing of it is published.
create table person (
    id uuid primary key
);
create table person_document (
    document varchar(80) primary key,
    person   uuid not null references person (id)
);
create index person_document_person on person_document (person);

-- Empty for banks' treasuries, which are nobody's. What part of the person's holding limit the wallet has, in ten
-- thousandths: those of one person are never more than 10000 together. Asked for: empty for what is left.
alter table enrollment add column person uuid references person (id);
alter table enrollment add column holding_share int not null default 0 check (holding_share between 0 and 10000);
alter table enrollment alter column holding_share drop default;
alter table enrollment add column share_asked int check (share_asked between 1 and 10000);
-- Whether an officer has said who the applicant is of those known who may be the same person.
alter table enrollment add column person_decided boolean not null default false;
create index enrollment_person on enrollment (person);
create index enrollment_birth_date on enrollment (birth_date) where person is not null;

create table person_likeness (
    enrollment  uuid         not null references enrollment (id),
    place       int          not null,
    person      uuid         not null references person (id),
    score       int          not null check (score between 0 and 1000),
    explanation varchar(400) not null,
    primary key (enrollment, place)
);

-- Who is here already: by documents, else each for himself.
create temporary table known on commit drop as
select id, gen_random_uuid() as own,
    country || '/' || regexp_replace(upper(document_number), '[^A-Z0-9]', '', 'g') as document
from enrollment where tier <> 255;
insert into person select own from known
where id in (select distinct on (document) id from known order by document, id) or document like '%/';
insert into person_document
select distinct on (document) document, own from known where document not like '%/' order by document, id;
update enrollment e set person = coalesce(d.person, k.own)
from known k left join person_document d on d.document = k.document where k.id = e.id;
-- Wallets of one person share the limit evenly.
update enrollment e set holding_share = case when e.person is null then 10000 else 10000 / n.wallets end
from (select id, count(*) over (partition by coalesce(person, id)) as wallets
      from enrollment where state = 'APPROVED' and standing <> 'REVOKED') n
where n.id = e.id;
