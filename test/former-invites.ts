/** Invites of the time before they had a maker, as both engines store them, and what becomes of them. */
export const FORMER_INVITES = `
  INSERT INTO account (account_id, name, status, created_at, is_operator) VALUES
    ('active', '', 'active', 0, 1), ('removed', '', 'active', 0, 0), ('suspended', '', 'suspended', 0, 1);
  INSERT INTO invite (invite_id, digest, uses, uses_left, created_at, expires_at, revoked_at) VALUES
    ('inv_active', '${'a'.repeat(64)}', 2, 1, 0, 9, NULL), ('inv_command', '${'b'.repeat(64)}', 2, 1, 0, 9, NULL),
    ('inv_removed', '${'c'.repeat(64)}', 2, 1, 0, 9, NULL), ('inv_revoked', '${'d'.repeat(64)}', 2, 1, 0, 9, 5),
    ('inv_suspended', '${'e'.repeat(64)}', 2, 1, 0, 9, NULL), ('inv_used', '${'f'.repeat(64)}', 2, 0, 0, 9, NULL);
  INSERT INTO activity (account_id, at, kind, detail) VALUES
    ('active', 0, 'invite-created', 'inv_active'), ('removed', 0, 'invite-created', 'inv_removed'),
    ('removed', 0, 'invite-created', 'inv_revoked'), ('suspended', 0, 'invite-created', 'inv_suspended'),
    ('suspended', 0, 'invite-created', 'inv_used'), ('removed', 0, 'account-renamed', 'inv_command');`;

export const READ_FORMER_INVITES = `SELECT invite_id, made_by,
    CASE WHEN revoked_at IS NULL THEN 'open' WHEN revoked_at > 1700000000000 THEN 'ended now' ELSE 'ended before' END AS state
  FROM invite ORDER BY invite_id`;

export const MIGRATED_INVITES = [
  { invite_id: 'inv_active', made_by: 'active', state: 'open' },
  { invite_id: 'inv_command', made_by: null, state: 'open' },
  { invite_id: 'inv_removed', made_by: 'removed', state: 'ended now' },
  { invite_id: 'inv_revoked', made_by: 'removed', state: 'ended before' },
  { invite_id: 'inv_suspended', made_by: 'suspended', state: 'ended now' },
  { invite_id: 'inv_used', made_by: 'suspended', state: 'open' },
];
