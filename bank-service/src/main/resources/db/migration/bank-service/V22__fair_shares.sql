-- Whose transaction it is, and whether all that it pays came with files: what is sent next is shared out by both.
alter table outgoing add column wallet bigint not null default 0;
alter table outgoing add column of_file boolean not null default false;
alter table outgoing alter column wallet drop default;
alter table outgoing alter column of_file drop default;
update outgoing o set wallet = p.wallet, of_file = p.file_id is not null
from payment p where p.transaction_id = o.transaction_id and o.state <> 'FINAL';
create index outgoing_files_under_way on outgoing (seq) where of_file and state = 'SENT';
