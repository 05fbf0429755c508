-- The operator who made a link or an invite, with whose right it ends. NULL: a command made it. The maker of an invite of
-- before is in the activity; one who is no operator any more, or suspended, leaves none that works.
ALTER TABLE account_link ADD COLUMN made_by TEXT;
CREATE INDEX account_link_by_maker ON account_link (made_by) WHERE made_by IS NOT NULL;
ALTER TABLE invite ADD COLUMN made_by TEXT;
CREATE INDEX invite_by_maker ON invite (made_by) WHERE made_by IS NOT NULL;
UPDATE invite SET made_by = (SELECT account_id FROM activity WHERE kind = 'invite-created' AND detail = invite_id LIMIT 1);
UPDATE invite SET revoked_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE made_by IS NOT NULL AND revoked_at IS NULL AND uses_left > 0
    AND made_by NOT IN (SELECT account_id FROM account WHERE is_operator = 1 AND status = 'active');
