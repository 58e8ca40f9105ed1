-- Payments of later days: SCHEDULED until then. What is paid at once has no day.
alter table payment add column execution_date date;
alter table payment add column scheduled_at timestamptz;
create index payment_scheduled on payment (execution_date, wallet) where state = 'SCHEDULED';
alter table payment_file_line add column execution_date date;
-- The day that a person's order is for, while it waits for a second one.
alter table payment_draft add column execution_date date;
