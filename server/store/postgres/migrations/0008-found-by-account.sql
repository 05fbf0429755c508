-- Everything of an account is found by it: the primary keys begin with it, and new keys, sessions and links carry it.
-- account_lookup has the account of what is found by itself: passkeys, recovery codes, and the keys and sessions of
-- before, whose rows may be deleted a year later. Links of before, which last half an hour, end. What a server of before that still runs issues meanwhile is
-- lost: it is to be stopped first.
CREATE TABLE account_lookup (
  found_by text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE
);
INSERT INTO account_lookup (found_by, account_id)
  SELECT digest, account_id FROM api_key UNION ALL SELECT digest, account_id FROM console_session
  UNION ALL SELECT credential_id, account_id FROM passkey UNION ALL SELECT digest, account_id FROM recovery_code
  -- A player may choose a credential ID that is a digest of theirs.
  ON CONFLICT DO NOTHING;
CREATE INDEX account_lookup_of_account ON account_lookup (account_id);

ALTER TABLE api_key DROP CONSTRAINT api_key_pkey, DROP CONSTRAINT api_key_digest_key,
  ADD PRIMARY KEY (account_id, key_id), ADD UNIQUE (account_id, digest);
DROP INDEX api_key_of_account;
-- Commands name a key without its account.
CREATE INDEX api_key_by_id ON api_key (key_id);

ALTER TABLE console_session DROP CONSTRAINT console_session_pkey, ADD PRIMARY KEY (account_id, digest);
DROP INDEX console_session_of_account;

DELETE FROM account_link;
ALTER TABLE account_link DROP CONSTRAINT account_link_digest_key;

ALTER TABLE passkey DROP CONSTRAINT passkey_pkey, ADD PRIMARY KEY (account_id, credential_id);
DROP INDEX passkey_of_account;
ALTER TABLE recovery_code DROP CONSTRAINT recovery_code_pkey, ADD PRIMARY KEY (account_id, digest);
DROP INDEX recovery_code_of_account;
ALTER TABLE activity DROP CONSTRAINT activity_pkey, ADD PRIMARY KEY (account_id, activity_id);
DROP INDEX activity_of_account;
-- Who uses an invite has its token; commands name its ID.
ALTER TABLE invite DROP CONSTRAINT invite_pkey, DROP CONSTRAINT invite_digest_key, ADD PRIMARY KEY (digest);
CREATE INDEX invite_by_id ON invite (invite_id);

-- What distributed databases refuse: triggers, and times that are computed while a row is updated. The service voids the
-- setup link, the windows of a deleted account end by themselves, and times are milliseconds as everywhere.
DROP TRIGGER account_inserted ON account;
DROP FUNCTION void_setup_link();
DROP TRIGGER account_deleted ON account;
DROP FUNCTION delete_windows();
ALTER TABLE request_window
  ALTER COLUMN ends_at TYPE bigint USING (extract(epoch FROM ends_at) * 1000)::bigint,
  ADD COLUMN counted_at bigint NOT NULL DEFAULT 0;

-- A record is written with its change in one function, in which everything is the account's. It takes the place of
-- record_change, which other statements called.
CREATE FUNCTION write_record(
  of_account text, of_student text, caller_kind text, caller_id text, written_at bigint, in_operation text, change_kind text, change_fields text, write text, expected text,
  new_tier smallint, new_weapon_tier smallint, new_level smallint, new_skill_ex smallint, new_skill_normal smallint, new_skill_enhanced smallint, new_skill_sub smallint, new_equip1 smallint, new_equip2 smallint, new_equip3 smallint, new_equip1_level smallint, new_equip2_level smallint, new_equip3_level smallint, new_equip_special smallint, new_weapon_level smallint, new_ability_hp smallint, new_ability_atk smallint, new_ability_heal smallint, new_bond smallint, new_bond_exp integer
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  key_name text;
  change_number integer;
  written_group integer;
BEGIN
  IF caller_kind IS DISTINCT FROM 'operator' THEN
    PERFORM FROM account WHERE account_id = of_account AND status = 'active' FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF caller_kind = 'key' THEN
      SELECT name INTO key_name FROM api_key WHERE key_id = caller_id AND account_id = of_account AND revoked_at IS NULL AND expires_at > written_at FOR SHARE;
    ELSE
      PERFORM FROM console_session WHERE digest = caller_id AND account_id = of_account FOR SHARE;
    END IF;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;

  IF change_kind IS NOT NULL THEN
    PERFORM FROM history WHERE account_id = of_account FOR NO KEY UPDATE;
  END IF;
  CASE write
    WHEN 'insert' THEN
      INSERT INTO student_record (account_id, student_uid, tier, weapon_tier, level, skill_ex, skill_normal, skill_enhanced, skill_sub, equip1, equip2, equip3, equip1_level, equip2_level, equip3_level, equip_special, weapon_level, ability_hp, ability_atk, ability_heal, bond, bond_exp)
        VALUES (of_account, of_student, new_tier, new_weapon_tier, new_level, new_skill_ex, new_skill_normal, new_skill_enhanced, new_skill_sub, new_equip1, new_equip2, new_equip3, new_equip1_level, new_equip2_level, new_equip3_level, new_equip_special, new_weapon_level, new_ability_hp, new_ability_atk, new_ability_heal, new_bond, new_bond_exp)
        ON CONFLICT DO NOTHING;
      -- After an import that dropped the student, for which the insert has waited.
      IF FOUND AND (SELECT version FROM catalogue) IS DISTINCT FROM expected THEN
        DELETE FROM student_record WHERE account_id = of_account AND student_uid = of_student;
        RETURN NULL;
      END IF;
    WHEN 'update' THEN
      UPDATE student_record SET tier = new_tier, weapon_tier = new_weapon_tier, level = new_level, skill_ex = new_skill_ex, skill_normal = new_skill_normal, skill_enhanced = new_skill_enhanced, skill_sub = new_skill_sub, equip1 = new_equip1, equip2 = new_equip2, equip3 = new_equip3, equip1_level = new_equip1_level, equip2_level = new_equip2_level, equip3_level = new_equip3_level, equip_special = new_equip_special, weapon_level = new_weapon_level, ability_hp = new_ability_hp, ability_atk = new_ability_atk, ability_heal = new_ability_heal, bond = new_bond, bond_exp = new_bond_exp
        WHERE account_id = of_account AND student_uid = of_student AND body = expected;
    WHEN 'remove' THEN
      DELETE FROM student_record
        WHERE account_id = of_account AND student_uid = of_student AND body = expected AND tier IS NOT NULL;
  END CASE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF change_kind IS NULL THEN RETURN '{}'; END IF;

  INSERT INTO history AS h (account_id, last_number, next_number) VALUES (of_account, 1, 2)
    ON CONFLICT (account_id) DO UPDATE SET last_number = h.next_number, next_number = h.next_number + 1
    RETURNING last_number INTO change_number;
  UPDATE change_group AS g
    SET last_number = change_number, last_at = greatest(g.last_at, written_at), changes = g.changes + 1
    WHERE g.account_id = of_account
      AND g.number = (SELECT recent.number FROM (SELECT * FROM change_group AS latest
          WHERE latest.account_id = of_account ORDER BY latest.number DESC LIMIT 64) AS recent
        WHERE recent.by_kind = caller_kind AND recent.by_id = caller_id
          AND recent.operation IS NOT DISTINCT FROM in_operation AND recent.changes < 2000
          AND recent.started_at <= written_at + 60000
          AND recent.last_at > written_at - CASE WHEN in_operation IS NULL THEN 60000 ELSE 900000 END
          AND recent.started_at > written_at - CASE WHEN in_operation IS NULL THEN 600000 ELSE 86400000 END
        ORDER BY recent.number DESC LIMIT 1)
    RETURNING g.number INTO written_group;
  IF written_group IS NULL THEN
    written_group := change_number;
    INSERT INTO change_group (account_id, number, last_number, started_at, last_at, by_kind, by_id, by_name, operation, changes)
      VALUES (of_account, change_number, change_number, written_at, written_at, caller_kind, caller_id,
        coalesce(key_name, ''), in_operation, 1);
  END IF;
  INSERT INTO student_change (account_id, number, group_number, at, student_uid, kind, fields)
    VALUES (of_account, change_number, written_group, written_at, of_student, change_kind, change_fields);
  RETURN ARRAY[change_number, written_group];
END
$$;
DROP FUNCTION record_change(text, text, text, text, bigint, text, text, text, integer, bigint, bigint, bigint, bigint);
DROP FUNCTION record_change(text, text, text, text, bigint, text, text, text, integer, bigint, bigint, bigint, bigint, integer);
