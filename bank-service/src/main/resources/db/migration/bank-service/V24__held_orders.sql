-- All orders of persons that wait for a second one: not payments alone, and where to see what became of them.
alter table payment_draft add column kind varchar(16) not null default 'PAYMENT';
alter table payment_draft alter column kind drop default;
alter table payment_draft add column page varchar(200) not null default '';
update payment_draft set page = '/console/payments/' || payment_id where payment_id is not null;
alter table payment_draft drop column payment_id;
