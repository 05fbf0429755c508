-- The schema of 0.1.0. Text is compared byte by byte (COLLATE "C"), as on SQLite.
CREATE TABLE account (
  account_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at bigint NOT NULL
);

-- The fillfactor leaves space on the page: a new last_used_at, up to once a minute, touches no index.
CREATE TABLE api_key (
  key_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  permission text NOT NULL CHECK (permission IN ('read', 'write')),
  digest text COLLATE "C" NOT NULL UNIQUE,
  shown text NOT NULL,
  issued_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  revoked_at bigint,
  last_used_at bigint
) WITH (fillfactor = 80);
CREATE INDEX api_key_of_account ON api_key (account_id);
-- The sweep deletes keys that ended long ago.
CREATE INDEX api_key_end ON api_key (coalesce(revoked_at, expires_at));

-- All state: the primary key starts with the account.
CREATE FUNCTION record_holds(student_uid text, tier smallint, weapon_tier smallint, level smallint, skill_ex smallint, skill_normal smallint, skill_enhanced smallint, skill_sub smallint, equip1 smallint, equip2 smallint, equip3 smallint, equip1_level smallint, equip2_level smallint, equip3_level smallint, equip_special smallint, weapon_level smallint, ability_hp smallint, ability_atk smallint, ability_heal smallint, bond smallint, bond_exp integer) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (student_uid <> '' AND student_uid !~ '[\x01-\x1f]')
    AND (tier BETWEEN 1 AND 5)
    AND (weapon_tier BETWEEN 0 AND 4)
    AND (level BETWEEN 1 AND 90)
    AND (skill_ex BETWEEN 1 AND 5)
    AND (skill_normal BETWEEN 1 AND 10)
    AND (skill_enhanced BETWEEN 1 AND 10)
    AND (skill_sub BETWEEN 1 AND 10)
    AND (equip1 BETWEEN 1 AND 10)
    AND (equip2 BETWEEN 1 AND 10)
    AND (equip3 BETWEEN 1 AND 10)
    AND (equip1_level BETWEEN 1 AND 70)
    AND (equip2_level BETWEEN 1 AND 70)
    AND (equip3_level BETWEEN 1 AND 70)
    AND (equip_special BETWEEN 1 AND 2)
    AND (weapon_level BETWEEN 0 AND 60)
    AND (ability_hp BETWEEN 0 AND 25)
    AND (ability_atk BETWEEN 0 AND 25)
    AND (ability_heal BETWEEN 0 AND 25)
    AND (bond BETWEEN 1 AND 100)
    AND (bond_exp BETWEEN 0 AND 240225)
    AND ((tier IS NOT NULL AND weapon_tier IS NOT NULL) OR (tier IS NULL AND weapon_tier IS NULL AND level IS NULL AND skill_ex IS NULL AND skill_normal IS NULL AND skill_enhanced IS NULL AND skill_sub IS NULL AND equip1 IS NULL AND equip2 IS NULL AND equip3 IS NULL AND equip1_level IS NULL AND equip2_level IS NULL AND equip3_level IS NULL AND equip_special IS NULL AND weapon_level IS NULL AND ability_hp IS NULL AND ability_atk IS NULL AND ability_heal IS NULL AND bond IS NOT NULL))
    AND (weapon_tier = 0 OR tier = 5)
    AND (weapon_level <= CASE weapon_tier WHEN 0 THEN 0 WHEN 1 THEN 30 WHEN 2 THEN 40 WHEN 3 THEN 50 WHEN 4 THEN 60 END)
    AND (weapon_tier > 0 OR (coalesce(ability_hp, 0) = 0 AND coalesce(ability_atk, 0) = 0 AND coalesce(ability_heal, 0) = 0))
    AND (bond_exp IS NULL OR (bond IS NOT NULL AND width_bucket(bond_exp, '{0,15,45,75,110,145,180,220,260,300,360,450,555,675,815,975,1155,1360,1590,1845,2130,2445,2790,3165,3575,4020,4500,5020,5580,6180,6825,7515,8250,9030,9860,10740,11670,12655,13695,14790,15945,17160,18435,19770,21170,22635,24165,25765,27435,29175,30990,32880,34845,36885,39005,41205,43485,45850,48300,50835,53460,56175,58980,61875,64865,67950,71130,74410,77790,81270,84855,88545,92340,96240,100250,104370,108600,112945,117405,121980,126675,131490,136425,141480,146660,151965,157395,162955,168645,174465,180420,186510,192735,199095,205595,212235,219015,225940,233010,240225}'::integer[]) = bond));
END
$$;

CREATE FUNCTION record_text(student_uid text, tier smallint, weapon_tier smallint, level smallint, skill_ex smallint, skill_normal smallint, skill_enhanced smallint, skill_sub smallint, equip1 smallint, equip2 smallint, equip3 smallint, equip1_level smallint, equip2_level smallint, equip3_level smallint, equip_special smallint, weapon_level smallint, ability_hp smallint, ability_atk smallint, ability_heal smallint, bond smallint, bond_exp integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN '{"studentUid":"' || replace(replace(student_uid, '\', '\\'), '"', '\"') || '"'
    || ',"tier":' || coalesce(tier::text, 'null')
    || ',"weaponTier":' || coalesce(weapon_tier::text, 'null')
    || ',"level":' || coalesce(level::text, 'null')
    || ',"skillEx":' || coalesce(skill_ex::text, 'null')
    || ',"skillNormal":' || coalesce(skill_normal::text, 'null')
    || ',"skillEnhanced":' || coalesce(skill_enhanced::text, 'null')
    || ',"skillSub":' || coalesce(skill_sub::text, 'null')
    || ',"equip1":' || coalesce(equip1::text, 'null')
    || ',"equip2":' || coalesce(equip2::text, 'null')
    || ',"equip3":' || coalesce(equip3::text, 'null')
    || ',"equip1Level":' || coalesce(equip1_level::text, 'null')
    || ',"equip2Level":' || coalesce(equip2_level::text, 'null')
    || ',"equip3Level":' || coalesce(equip3_level::text, 'null')
    || ',"equipSpecial":' || coalesce(equip_special::text, 'null')
    || ',"weaponLevel":' || coalesce(weapon_level::text, 'null')
    || ',"abilityHp":' || coalesce(ability_hp::text, 'null')
    || ',"abilityAtk":' || coalesce(ability_atk::text, 'null')
    || ',"abilityHeal":' || coalesce(ability_heal::text, 'null')
    || ',"bond":' || coalesce(bond::text, 'null')
    || ',"bondExp":' || coalesce(bond_exp::text, 'null')
    || '}';
END
$$;

CREATE TABLE student_record (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid text COLLATE "C" NOT NULL,
  tier smallint,
  weapon_tier smallint,
  level smallint,
  skill_ex smallint,
  skill_normal smallint,
  skill_enhanced smallint,
  skill_sub smallint,
  equip1 smallint,
  equip2 smallint,
  equip3 smallint,
  equip1_level smallint,
  equip2_level smallint,
  equip3_level smallint,
  equip_special smallint,
  weapon_level smallint,
  ability_hp smallint,
  ability_atk smallint,
  ability_heal smallint,
  bond smallint,
  bond_exp integer,
  body text COLLATE "C" NOT NULL GENERATED ALWAYS AS (record_text(student_uid, tier, weapon_tier, level, skill_ex, skill_normal, skill_enhanced, skill_sub, equip1, equip2, equip3, equip1_level, equip2_level, equip3_level, equip_special, weapon_level, ability_hp, ability_atk, ability_heal, bond, bond_exp)) STORED,
  PRIMARY KEY (account_id, student_uid),
  CONSTRAINT valid_record CHECK (record_holds(student_uid, tier, weapon_tier, level, skill_ex, skill_normal, skill_enhanced, skill_sub, equip1, equip2, equip3, equip1_level, equip2_level, equip3_level, equip_special, weapon_level, ability_hp, ability_atk, ability_heal, bond, bond_exp))
) WITH (fillfactor = 80);
-- A catalogue import that drops students asks who has recorded them.
CREATE INDEX student_record_of_student ON student_record (student_uid);

-- Requests counted over all instances: writes, reads where a region counts them here, and sign-in attempts by address,
-- so account_id is no foreign key: a trigger deletes the windows of a deleted account. Not worth a sync to disk: after a
-- crash of the database every account has a new window.
CREATE UNLOGGED TABLE request_window (
  account_id text COLLATE "C" NOT NULL,
  counted text COLLATE "C" NOT NULL,
  used integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, counted)
) WITH (fillfactor = 50);
CREATE FUNCTION delete_windows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM request_window WHERE account_id = OLD.account_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_deleted AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION delete_windows();

-- What the account's other tools keep. Removing a student leaves it alone.
CREATE TABLE growth_goal (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid text COLLATE "C" NOT NULL,
  goal json NOT NULL,
  PRIMARY KEY (account_id, student_uid)
);

CREATE TABLE gift_plan (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  student_uid text COLLATE "C" NOT NULL,
  plan json NOT NULL,
  PRIMARY KEY (account_id, student_uid)
);

CREATE TABLE planner (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  planner_id text COLLATE "C" NOT NULL,
  content json NOT NULL,
  PRIMARY KEY (account_id, planner_id)
);

-- The imported catalogue, in one row. Without it, the catalogue that ships with the program is served.
CREATE TABLE catalogue (
  singleton integer PRIMARY KEY CHECK (singleton = 1),
  version text COLLATE "C" NOT NULL,
  entries json NOT NULL,
  imported_at bigint NOT NULL
);

-- Sign-in to the console, and the activity there. Digests are SHA-256 in hexadecimal: codes, links and
-- session cookies themselves are not stored.
CREATE TABLE passkey (
  credential_id text COLLATE "C" PRIMARY KEY CHECK (length(credential_id) BETWEEN 1 AND 1400),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 100),
  public_key text NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  sign_count bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports text NOT NULL CHECK (length(transports) <= 200),
  created_at bigint NOT NULL,
  last_used_at bigint,
  backed_up integer CHECK (backed_up IN (0, 1))
);
CREATE INDEX passkey_of_account ON passkey (account_id);

-- Removing the passkey that began a session (credential_id) ends it.
CREATE TABLE console_session (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  origin text NOT NULL CHECK (origin IN ('passkey', 'link', 'recovery')),
  created_at bigint NOT NULL,
  used_at bigint NOT NULL,
  verified_at bigint,
  credential_id text COLLATE "C",
  browser text NOT NULL DEFAULT '' CHECK (length(browser) <= 60)
);
CREATE INDEX console_session_of_account ON console_session (account_id);

CREATE TABLE recovery_code (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE
);
CREATE INDEX recovery_code_of_account ON recovery_code (account_id);

-- The account of a sign-up does not exist yet, so account_id is no foreign key.
CREATE TABLE challenge (
  digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'sign-up', 'verify', 'add-passkey')),
  account_id text COLLATE "C",
  expires_at bigint NOT NULL,
  CONSTRAINT account_unless_sign_in CHECK ((account_id IS NULL) = (purpose = 'sign-in'))
);

CREATE TABLE invite (
  invite_id text COLLATE "C" PRIMARY KEY,
  digest text COLLATE "C" NOT NULL UNIQUE CHECK (length(digest) = 64),
  uses integer NOT NULL CHECK (uses >= 1),
  uses_left integer NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  revoked_at bigint
);

-- A new link voids the one before: an account has one at most.
CREATE TABLE account_link (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  digest text COLLATE "C" NOT NULL UNIQUE CHECK (length(digest) = 64),
  expires_at bigint NOT NULL
);

CREATE TABLE activity (
  activity_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  at bigint NOT NULL,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  detail text NOT NULL CHECK (length(detail) <= 200)
);
CREATE INDEX activity_of_account ON activity (account_id, activity_id);
