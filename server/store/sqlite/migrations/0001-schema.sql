-- The schema of 0.1.0.
CREATE TABLE account (
  account_id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  key_id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL,
  permission TEXT NOT NULL CHECK (permission IN ('read', 'write')),
  digest TEXT NOT NULL UNIQUE,
  shown TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_of_account ON api_key (account_id);
-- The sweep deletes keys that ended long ago.
CREATE INDEX api_key_end ON api_key (coalesce(revoked_at, expires_at));

-- Incremented by triggers, whichever process writes: access when a key or account changes, records when a student does.
-- Each server compares them with what it read last, and so knows when its caches are stale.
CREATE TABLE epoch (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  access INTEGER NOT NULL,
  records INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO epoch (singleton, access) VALUES (1, 0);
CREATE TRIGGER account_changed AFTER UPDATE ON account BEGIN UPDATE epoch SET access = access + 1; END;
CREATE TRIGGER account_deleted AFTER DELETE ON account BEGIN UPDATE epoch SET access = access + 1; END;
CREATE TRIGGER api_key_changed AFTER UPDATE OF permission, digest, expires_at, revoked_at, account_id ON api_key
  BEGIN UPDATE epoch SET access = access + 1; END;
CREATE TRIGGER api_key_deleted AFTER DELETE ON api_key BEGIN UPDATE epoch SET access = access + 1; END;

-- All state: the primary key starts with the account.
CREATE TABLE student_record (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid TEXT NOT NULL CHECK (student_uid <> ''),
  tier INTEGER CHECK (tier BETWEEN 1 AND 5),
  weapon_tier INTEGER CHECK (weapon_tier BETWEEN 0 AND 4),
  level INTEGER CHECK (level BETWEEN 1 AND 90),
  skill_ex INTEGER CHECK (skill_ex BETWEEN 1 AND 5),
  skill_normal INTEGER CHECK (skill_normal BETWEEN 1 AND 10),
  skill_enhanced INTEGER CHECK (skill_enhanced BETWEEN 1 AND 10),
  skill_sub INTEGER CHECK (skill_sub BETWEEN 1 AND 10),
  equip1 INTEGER CHECK (equip1 BETWEEN 1 AND 10),
  equip2 INTEGER CHECK (equip2 BETWEEN 1 AND 10),
  equip3 INTEGER CHECK (equip3 BETWEEN 1 AND 10),
  equip1_level INTEGER CHECK (equip1_level BETWEEN 1 AND 70),
  equip2_level INTEGER CHECK (equip2_level BETWEEN 1 AND 70),
  equip3_level INTEGER CHECK (equip3_level BETWEEN 1 AND 70),
  equip_special INTEGER CHECK (equip_special BETWEEN 1 AND 2),
  weapon_level INTEGER CHECK (weapon_level BETWEEN 0 AND 60),
  ability_hp INTEGER CHECK (ability_hp BETWEEN 0 AND 25),
  ability_atk INTEGER CHECK (ability_atk BETWEEN 0 AND 25),
  ability_heal INTEGER CHECK (ability_heal BETWEEN 0 AND 25),
  bond INTEGER CHECK (bond BETWEEN 1 AND 100),
  bond_exp INTEGER CHECK (bond_exp BETWEEN 0 AND 240225),
  body TEXT NOT NULL GENERATED ALWAYS AS (json_object('studentUid', student_uid, 'tier', tier, 'weaponTier', weapon_tier, 'level', level, 'skillEx', skill_ex, 'skillNormal', skill_normal, 'skillEnhanced', skill_enhanced, 'skillSub', skill_sub, 'equip1', equip1, 'equip2', equip2, 'equip3', equip3, 'equip1Level', equip1_level, 'equip2Level', equip2_level, 'equip3Level', equip3_level, 'equipSpecial', equip_special, 'weaponLevel', weapon_level, 'abilityHp', ability_hp, 'abilityAtk', ability_atk, 'abilityHeal', ability_heal, 'bond', bond, 'bondExp', bond_exp)) STORED,
  PRIMARY KEY (account_id, student_uid),
  CONSTRAINT recruited_or_only_bond CHECK ((tier IS NOT NULL AND weapon_tier IS NOT NULL) OR (tier IS NULL AND weapon_tier IS NULL AND level IS NULL AND skill_ex IS NULL AND skill_normal IS NULL AND skill_enhanced IS NULL AND skill_sub IS NULL AND equip1 IS NULL AND equip2 IS NULL AND equip3 IS NULL AND equip1_level IS NULL AND equip2_level IS NULL AND equip3_level IS NULL AND equip_special IS NULL AND weapon_level IS NULL AND ability_hp IS NULL AND ability_atk IS NULL AND ability_heal IS NULL AND bond IS NOT NULL)),
  CONSTRAINT weapon_needs_tier CHECK (weapon_tier = 0 OR tier = 5),
  CONSTRAINT weapon_level_cap CHECK (weapon_level <= CASE weapon_tier WHEN 0 THEN 0 WHEN 1 THEN 30 WHEN 2 THEN 40 WHEN 3 THEN 50 WHEN 4 THEN 60 END),
  CONSTRAINT ability_needs_weapon CHECK (weapon_tier > 0 OR (coalesce(ability_hp, 0) = 0 AND coalesce(ability_atk, 0) = 0 AND coalesce(ability_heal, 0) = 0)),
  CONSTRAINT bond_exp_of_rank CHECK (bond_exp IS NULL OR (bond IS NOT NULL AND bond_exp BETWEEN CASE bond WHEN 1 THEN 0 WHEN 2 THEN 15 WHEN 3 THEN 45 WHEN 4 THEN 75 WHEN 5 THEN 110 WHEN 6 THEN 145 WHEN 7 THEN 180 WHEN 8 THEN 220 WHEN 9 THEN 260 WHEN 10 THEN 300 WHEN 11 THEN 360 WHEN 12 THEN 450 WHEN 13 THEN 555 WHEN 14 THEN 675 WHEN 15 THEN 815 WHEN 16 THEN 975 WHEN 17 THEN 1155 WHEN 18 THEN 1360 WHEN 19 THEN 1590 WHEN 20 THEN 1845 WHEN 21 THEN 2130 WHEN 22 THEN 2445 WHEN 23 THEN 2790 WHEN 24 THEN 3165 WHEN 25 THEN 3575 WHEN 26 THEN 4020 WHEN 27 THEN 4500 WHEN 28 THEN 5020 WHEN 29 THEN 5580 WHEN 30 THEN 6180 WHEN 31 THEN 6825 WHEN 32 THEN 7515 WHEN 33 THEN 8250 WHEN 34 THEN 9030 WHEN 35 THEN 9860 WHEN 36 THEN 10740 WHEN 37 THEN 11670 WHEN 38 THEN 12655 WHEN 39 THEN 13695 WHEN 40 THEN 14790 WHEN 41 THEN 15945 WHEN 42 THEN 17160 WHEN 43 THEN 18435 WHEN 44 THEN 19770 WHEN 45 THEN 21170 WHEN 46 THEN 22635 WHEN 47 THEN 24165 WHEN 48 THEN 25765 WHEN 49 THEN 27435 WHEN 50 THEN 29175 WHEN 51 THEN 30990 WHEN 52 THEN 32880 WHEN 53 THEN 34845 WHEN 54 THEN 36885 WHEN 55 THEN 39005 WHEN 56 THEN 41205 WHEN 57 THEN 43485 WHEN 58 THEN 45850 WHEN 59 THEN 48300 WHEN 60 THEN 50835 WHEN 61 THEN 53460 WHEN 62 THEN 56175 WHEN 63 THEN 58980 WHEN 64 THEN 61875 WHEN 65 THEN 64865 WHEN 66 THEN 67950 WHEN 67 THEN 71130 WHEN 68 THEN 74410 WHEN 69 THEN 77790 WHEN 70 THEN 81270 WHEN 71 THEN 84855 WHEN 72 THEN 88545 WHEN 73 THEN 92340 WHEN 74 THEN 96240 WHEN 75 THEN 100250 WHEN 76 THEN 104370 WHEN 77 THEN 108600 WHEN 78 THEN 112945 WHEN 79 THEN 117405 WHEN 80 THEN 121980 WHEN 81 THEN 126675 WHEN 82 THEN 131490 WHEN 83 THEN 136425 WHEN 84 THEN 141480 WHEN 85 THEN 146660 WHEN 86 THEN 151965 WHEN 87 THEN 157395 WHEN 88 THEN 162955 WHEN 89 THEN 168645 WHEN 90 THEN 174465 WHEN 91 THEN 180420 WHEN 92 THEN 186510 WHEN 93 THEN 192735 WHEN 94 THEN 199095 WHEN 95 THEN 205595 WHEN 96 THEN 212235 WHEN 97 THEN 219015 WHEN 98 THEN 225940 WHEN 99 THEN 233010 WHEN 100 THEN 240225 END AND CASE bond WHEN 1 THEN 14 WHEN 2 THEN 44 WHEN 3 THEN 74 WHEN 4 THEN 109 WHEN 5 THEN 144 WHEN 6 THEN 179 WHEN 7 THEN 219 WHEN 8 THEN 259 WHEN 9 THEN 299 WHEN 10 THEN 359 WHEN 11 THEN 449 WHEN 12 THEN 554 WHEN 13 THEN 674 WHEN 14 THEN 814 WHEN 15 THEN 974 WHEN 16 THEN 1154 WHEN 17 THEN 1359 WHEN 18 THEN 1589 WHEN 19 THEN 1844 WHEN 20 THEN 2129 WHEN 21 THEN 2444 WHEN 22 THEN 2789 WHEN 23 THEN 3164 WHEN 24 THEN 3574 WHEN 25 THEN 4019 WHEN 26 THEN 4499 WHEN 27 THEN 5019 WHEN 28 THEN 5579 WHEN 29 THEN 6179 WHEN 30 THEN 6824 WHEN 31 THEN 7514 WHEN 32 THEN 8249 WHEN 33 THEN 9029 WHEN 34 THEN 9859 WHEN 35 THEN 10739 WHEN 36 THEN 11669 WHEN 37 THEN 12654 WHEN 38 THEN 13694 WHEN 39 THEN 14789 WHEN 40 THEN 15944 WHEN 41 THEN 17159 WHEN 42 THEN 18434 WHEN 43 THEN 19769 WHEN 44 THEN 21169 WHEN 45 THEN 22634 WHEN 46 THEN 24164 WHEN 47 THEN 25764 WHEN 48 THEN 27434 WHEN 49 THEN 29174 WHEN 50 THEN 30989 WHEN 51 THEN 32879 WHEN 52 THEN 34844 WHEN 53 THEN 36884 WHEN 54 THEN 39004 WHEN 55 THEN 41204 WHEN 56 THEN 43484 WHEN 57 THEN 45849 WHEN 58 THEN 48299 WHEN 59 THEN 50834 WHEN 60 THEN 53459 WHEN 61 THEN 56174 WHEN 62 THEN 58979 WHEN 63 THEN 61874 WHEN 64 THEN 64864 WHEN 65 THEN 67949 WHEN 66 THEN 71129 WHEN 67 THEN 74409 WHEN 68 THEN 77789 WHEN 69 THEN 81269 WHEN 70 THEN 84854 WHEN 71 THEN 88544 WHEN 72 THEN 92339 WHEN 73 THEN 96239 WHEN 74 THEN 100249 WHEN 75 THEN 104369 WHEN 76 THEN 108599 WHEN 77 THEN 112944 WHEN 78 THEN 117404 WHEN 79 THEN 121979 WHEN 80 THEN 126674 WHEN 81 THEN 131489 WHEN 82 THEN 136424 WHEN 83 THEN 141479 WHEN 84 THEN 146659 WHEN 85 THEN 151964 WHEN 86 THEN 157394 WHEN 87 THEN 162954 WHEN 88 THEN 168644 WHEN 89 THEN 174464 WHEN 90 THEN 180419 WHEN 91 THEN 186509 WHEN 92 THEN 192734 WHEN 93 THEN 199094 WHEN 94 THEN 205594 WHEN 95 THEN 212234 WHEN 96 THEN 219014 WHEN 97 THEN 225939 WHEN 98 THEN 233009 WHEN 99 THEN 240224 WHEN 100 THEN 240225 END))
) STRICT, WITHOUT ROWID;
-- A catalogue import that drops students asks who has recorded them, while all writes wait. A PATCH does not touch this
-- index, because the UID of a record never changes.
CREATE INDEX record_of_student ON student_record (student_uid);
CREATE TRIGGER record_inserted AFTER INSERT ON student_record BEGIN UPDATE epoch SET records = records + 1; END;
CREATE TRIGGER record_updated AFTER UPDATE ON student_record BEGIN UPDATE epoch SET records = records + 1; END;
CREATE TRIGGER record_deleted AFTER DELETE ON student_record BEGIN UPDATE epoch SET records = records + 1; END;

-- What the account's other tools keep. Removing a student leaves it alone.
CREATE TABLE growth_goal (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid TEXT NOT NULL,
  goal TEXT NOT NULL CHECK (json_valid(goal)),
  PRIMARY KEY (account_id, student_uid)
) STRICT, WITHOUT ROWID;

CREATE TABLE gift_plan (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  PRIMARY KEY (account_id, student_uid)
) STRICT, WITHOUT ROWID;

CREATE TABLE planner (
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  planner_id TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (account_id, planner_id)
) STRICT, WITHOUT ROWID;

-- The imported catalogue, in one row. Without it, the catalogue that ships with the program is served.
CREATE TABLE catalogue (
  singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
  version TEXT NOT NULL,
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  imported_at INTEGER NOT NULL
) STRICT;

-- Sign-in to the console, and the activity there. Digests are SHA-256 in hexadecimal: codes, links and
-- session cookies themselves are not stored.
CREATE TABLE passkey (
  credential_id TEXT PRIMARY KEY NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1400),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (length(name) <= 100),
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  sign_count INTEGER NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports TEXT NOT NULL CHECK (length(transports) <= 200),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  backed_up INTEGER CHECK (backed_up IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_of_account ON passkey (account_id);

-- Removing the passkey that began a session (credential_id) ends it.
CREATE TABLE console_session (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  origin TEXT NOT NULL CHECK (origin IN ('passkey', 'link', 'recovery')),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  verified_at INTEGER,
  credential_id TEXT,
  browser TEXT NOT NULL DEFAULT '' CHECK (length(browser) <= 60)
) STRICT, WITHOUT ROWID;
CREATE INDEX console_session_of_account ON console_session (account_id);

CREATE TABLE recovery_code (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_code_of_account ON recovery_code (account_id);

-- The account of a sign-up does not exist yet, so account_id is no foreign key.
CREATE TABLE challenge (
  digest TEXT PRIMARY KEY NOT NULL CHECK (length(digest) = 64),
  purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'verify', 'add-passkey')),
  account_id TEXT,
  expires_at INTEGER NOT NULL,
  CONSTRAINT account_unless_sign_in CHECK ((account_id IS NULL) = (purpose = 'sign-in'))
) STRICT, WITHOUT ROWID;

CREATE TABLE invite (
  invite_id TEXT PRIMARY KEY NOT NULL,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  uses INTEGER NOT NULL CHECK (uses >= 1),
  uses_left INTEGER NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- A new link voids the one before: an account has one at most.
CREATE TABLE account_link (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE activity (
  activity_id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  detail TEXT NOT NULL CHECK (length(detail) <= 200)
) STRICT;
CREATE INDEX activity_of_account ON activity (account_id, activity_id);
