-- Endorsers stand under their node ids, no more under their places in the bank's settings: where the settings changed, a row
-- spoke of another endorser. Which one a row means is not known here, so notes are read again from the first, and blocks
-- are searched for them once. No node has the id 0: a note that is here is that endorser's who tells it again; it counts as
-- told now, so that it is not given up before those blocks were searched.
delete from hidden_note_position;
delete from late_note;
delete from note_search;
update hidden_note set endorser = 0, hopeless_after = null, told_at = now() where endorser is not null;
update note_position set endorser = 0, position = 0;
