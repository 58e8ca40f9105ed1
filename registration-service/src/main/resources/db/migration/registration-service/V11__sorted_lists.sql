-- Applications and banks are listed by name, too.
create index participant_application_name on participant_application (name, id);
create index participant_name on participant (name, id);
