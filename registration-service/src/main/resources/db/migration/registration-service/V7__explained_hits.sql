-- How a likeness was scored and what speaks for and against it, for the person who decides.
alter table screening_hit add column explanation varchar(400) not null default '';
alter table screening_hit alter column explanation drop default;
