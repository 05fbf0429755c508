-- The operator who made a link or an invite, with whose right it ends. NULL: a command made it. The maker of an invite of
-- before is in the activity; one who is no operator any more, or suspended, leaves none that works. One by one, because
-- distributed databases join no rows of different nodes in an UPDATE.
DECLARE
  made record;
BEGIN
  ALTER TABLE account_link ADD COLUMN made_by text COLLATE "C";
  CREATE INDEX account_link_by_maker ON account_link (made_by) WHERE made_by IS NOT NULL;
  ALTER TABLE invite ADD COLUMN made_by text COLLATE "C";
  CREATE INDEX invite_by_maker ON invite (made_by) WHERE made_by IS NOT NULL;
  FOR made IN
    SELECT e.account_id, e.detail AS invite_id, a.is_operator = 1 AND a.status = 'active' AS may_still
      FROM activity AS e JOIN account AS a ON a.account_id = e.account_id WHERE e.kind = 'invite-created'
  LOOP
    UPDATE invite SET made_by = made.account_id WHERE invite_id = made.invite_id;
    IF NOT made.may_still THEN
      UPDATE invite SET revoked_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        WHERE invite_id = made.invite_id AND revoked_at IS NULL AND uses_left > 0;
    END IF;
  END LOOP;
END;
