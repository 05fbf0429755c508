-- Accounts and keys: small tables, read everywhere. Text is compared byte by byte, as on SQLite.
CREATE TABLE account (
  account_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at bigint NOT NULL
);

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
);
CREATE INDEX api_key_of_account ON api_key (account_id);

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
    AND (bond_exp IS NULL OR (bond IS NOT NULL AND bond_exp BETWEEN CASE bond WHEN 1 THEN 0 WHEN 2 THEN 15 WHEN 3 THEN 45 WHEN 4 THEN 75 WHEN 5 THEN 110 WHEN 6 THEN 145 WHEN 7 THEN 180 WHEN 8 THEN 220 WHEN 9 THEN 260 WHEN 10 THEN 300 WHEN 11 THEN 360 WHEN 12 THEN 450 WHEN 13 THEN 555 WHEN 14 THEN 675 WHEN 15 THEN 815 WHEN 16 THEN 975 WHEN 17 THEN 1155 WHEN 18 THEN 1360 WHEN 19 THEN 1590 WHEN 20 THEN 1845 WHEN 21 THEN 2130 WHEN 22 THEN 2445 WHEN 23 THEN 2790 WHEN 24 THEN 3165 WHEN 25 THEN 3575 WHEN 26 THEN 4020 WHEN 27 THEN 4500 WHEN 28 THEN 5020 WHEN 29 THEN 5580 WHEN 30 THEN 6180 WHEN 31 THEN 6825 WHEN 32 THEN 7515 WHEN 33 THEN 8250 WHEN 34 THEN 9030 WHEN 35 THEN 9860 WHEN 36 THEN 10740 WHEN 37 THEN 11670 WHEN 38 THEN 12655 WHEN 39 THEN 13695 WHEN 40 THEN 14790 WHEN 41 THEN 15945 WHEN 42 THEN 17160 WHEN 43 THEN 18435 WHEN 44 THEN 19770 WHEN 45 THEN 21170 WHEN 46 THEN 22635 WHEN 47 THEN 24165 WHEN 48 THEN 25765 WHEN 49 THEN 27435 WHEN 50 THEN 29175 WHEN 51 THEN 30990 WHEN 52 THEN 32880 WHEN 53 THEN 34845 WHEN 54 THEN 36885 WHEN 55 THEN 39005 WHEN 56 THEN 41205 WHEN 57 THEN 43485 WHEN 58 THEN 45850 WHEN 59 THEN 48300 WHEN 60 THEN 50835 WHEN 61 THEN 53460 WHEN 62 THEN 56175 WHEN 63 THEN 58980 WHEN 64 THEN 61875 WHEN 65 THEN 64865 WHEN 66 THEN 67950 WHEN 67 THEN 71130 WHEN 68 THEN 74410 WHEN 69 THEN 77790 WHEN 70 THEN 81270 WHEN 71 THEN 84855 WHEN 72 THEN 88545 WHEN 73 THEN 92340 WHEN 74 THEN 96240 WHEN 75 THEN 100250 WHEN 76 THEN 104370 WHEN 77 THEN 108600 WHEN 78 THEN 112945 WHEN 79 THEN 117405 WHEN 80 THEN 121980 WHEN 81 THEN 126675 WHEN 82 THEN 131490 WHEN 83 THEN 136425 WHEN 84 THEN 141480 WHEN 85 THEN 146660 WHEN 86 THEN 151965 WHEN 87 THEN 157395 WHEN 88 THEN 162955 WHEN 89 THEN 168645 WHEN 90 THEN 174465 WHEN 91 THEN 180420 WHEN 92 THEN 186510 WHEN 93 THEN 192735 WHEN 94 THEN 199095 WHEN 95 THEN 205595 WHEN 96 THEN 212235 WHEN 97 THEN 219015 WHEN 98 THEN 225940 WHEN 99 THEN 233010 WHEN 100 THEN 240225 END AND CASE bond WHEN 1 THEN 14 WHEN 2 THEN 44 WHEN 3 THEN 74 WHEN 4 THEN 109 WHEN 5 THEN 144 WHEN 6 THEN 179 WHEN 7 THEN 219 WHEN 8 THEN 259 WHEN 9 THEN 299 WHEN 10 THEN 359 WHEN 11 THEN 449 WHEN 12 THEN 554 WHEN 13 THEN 674 WHEN 14 THEN 814 WHEN 15 THEN 974 WHEN 16 THEN 1154 WHEN 17 THEN 1359 WHEN 18 THEN 1589 WHEN 19 THEN 1844 WHEN 20 THEN 2129 WHEN 21 THEN 2444 WHEN 22 THEN 2789 WHEN 23 THEN 3164 WHEN 24 THEN 3574 WHEN 25 THEN 4019 WHEN 26 THEN 4499 WHEN 27 THEN 5019 WHEN 28 THEN 5579 WHEN 29 THEN 6179 WHEN 30 THEN 6824 WHEN 31 THEN 7514 WHEN 32 THEN 8249 WHEN 33 THEN 9029 WHEN 34 THEN 9859 WHEN 35 THEN 10739 WHEN 36 THEN 11669 WHEN 37 THEN 12654 WHEN 38 THEN 13694 WHEN 39 THEN 14789 WHEN 40 THEN 15944 WHEN 41 THEN 17159 WHEN 42 THEN 18434 WHEN 43 THEN 19769 WHEN 44 THEN 21169 WHEN 45 THEN 22634 WHEN 46 THEN 24164 WHEN 47 THEN 25764 WHEN 48 THEN 27434 WHEN 49 THEN 29174 WHEN 50 THEN 30989 WHEN 51 THEN 32879 WHEN 52 THEN 34844 WHEN 53 THEN 36884 WHEN 54 THEN 39004 WHEN 55 THEN 41204 WHEN 56 THEN 43484 WHEN 57 THEN 45849 WHEN 58 THEN 48299 WHEN 59 THEN 50834 WHEN 60 THEN 53459 WHEN 61 THEN 56174 WHEN 62 THEN 58979 WHEN 63 THEN 61874 WHEN 64 THEN 64864 WHEN 65 THEN 67949 WHEN 66 THEN 71129 WHEN 67 THEN 74409 WHEN 68 THEN 77789 WHEN 69 THEN 81269 WHEN 70 THEN 84854 WHEN 71 THEN 88544 WHEN 72 THEN 92339 WHEN 73 THEN 96239 WHEN 74 THEN 100249 WHEN 75 THEN 104369 WHEN 76 THEN 108599 WHEN 77 THEN 112944 WHEN 78 THEN 117404 WHEN 79 THEN 121979 WHEN 80 THEN 126674 WHEN 81 THEN 131489 WHEN 82 THEN 136424 WHEN 83 THEN 141479 WHEN 84 THEN 146659 WHEN 85 THEN 151964 WHEN 86 THEN 157394 WHEN 87 THEN 162954 WHEN 88 THEN 168644 WHEN 89 THEN 174464 WHEN 90 THEN 180419 WHEN 91 THEN 186509 WHEN 92 THEN 192734 WHEN 93 THEN 199094 WHEN 94 THEN 205594 WHEN 95 THEN 212234 WHEN 96 THEN 219014 WHEN 97 THEN 225939 WHEN 98 THEN 233009 WHEN 99 THEN 240224 WHEN 100 THEN 240225 END));
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
-- Whether anybody has recorded a student is asked when a catalogue would drop it.
CREATE INDEX student_record_of_student ON student_record (student_uid);

-- Requests counted over all instances: writes, and reads where a region counts them here. Not worth a sync to
-- disk: after a crash of the database every account has a new window.
CREATE UNLOGGED TABLE request_window (
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE,
  counted text COLLATE "C" NOT NULL,
  used integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, counted)
) WITH (fillfactor = 50);

-- What the account's other tools keep. Removing a student leaves them alone (SPEC 3).
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

-- The catalogue that was imported last, whole; as long as there is none, the one that the program ships is served.
CREATE TABLE catalogue (
  one integer PRIMARY KEY CHECK (one = 1),
  version text COLLATE "C" NOT NULL,
  entries json NOT NULL,
  imported_at bigint NOT NULL
);
