-- Whether a list after the application's named the person: who approves must have seen that.
alter table enrollment add column listed_anew boolean not null default false;
