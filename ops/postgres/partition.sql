-- Partitions the tables of player data by account. docs/distributed-postgresql.md says when, and what it costs.
--
--   psql --set ON_ERROR_STOP=1 --file partition.sql "$ROLLBOOK_DATABASE"
--
-- One transaction, on a new database after `rollbook migrate` or on one with data. No request is served meanwhile.
-- Names, grants, indexes and foreign keys stay as they were, so that later migrations apply.
DO $$
DECLARE
  partitions CONSTANT integer := 16;
  table_names text[];
  table_name text;
  existing record;
  columns text;
  definition text;
  definitions text[];
BEGIN
  -- Gives up rather than let requests queue behind a lock that a long transaction, for example pg_dump, delays.
  SET LOCAL lock_timeout = '5s';
  SET LOCAL statement_timeout = 0;
  -- Player data: the primary key begins with the account, and neither another unique key nor a column that PostgreSQL
  -- numbers would span the partitions.
  -- Later only those that a migration has brought since.
  SELECT coalesce(array_agg(c.relname ORDER BY c.oid) FILTER (WHERE c.relkind = 'r'), array_agg(c.relname ORDER BY c.oid))
    INTO STRICT table_names FROM pg_index AS i
    JOIN pg_class AS c ON c.oid = i.indrelid
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indisprimary AND a.attname = 'account_id' AND c.relname <> 'account'
      AND c.relnamespace = current_schema::regnamespace AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_index AS other
        WHERE other.indrelid = c.oid AND other.indisunique AND NOT other.indisprimary)
      AND NOT EXISTS (SELECT FROM pg_attribute AS other WHERE other.attrelid = c.oid AND other.attidentity <> '');
  FOREACH table_name IN ARRAY table_names LOOP
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', table_name);
  END LOOP;
  FOREACH table_name IN ARRAY table_names LOOP
    SELECT c.oid, c.relkind, c.relowner::regrole AS owner, c.relacl, array_to_string(c.reloptions, ', ') AS options,
        CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE '' END AS persistence
      INTO STRICT existing FROM pg_class AS c WHERE c.oid = table_name::regclass;
    IF existing.relkind = 'p' THEN
      RAISE EXCEPTION 'The table % is partitioned already.', table_name;
    END IF;
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = existing.oid AND NOT tgisinternal)
      OR EXISTS (SELECT FROM pg_policy WHERE polrelid = existing.oid)
      OR EXISTS (SELECT FROM pg_publication_rel WHERE prrelid = existing.oid)
      OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = existing.oid AND attacl IS NOT NULL)
    THEN
      RAISE EXCEPTION 'The table % has triggers, policies, publications or grants on columns, which this script does not keep.', table_name;
    END IF;
    EXECUTE format('SET LOCAL ROLE %s', existing.owner);

    -- Primary and foreign keys and indexes are created after the rows are copied: faster, and their names are free.
    SELECT array_agg(added) INTO definitions FROM (
      SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', table_name, conname, pg_get_constraintdef(oid)) AS added
        FROM pg_constraint WHERE conrelid = existing.oid AND contype IN ('p', 'u', 'f')
      UNION ALL
      SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = existing.oid
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
      UNION ALL
      SELECT format('GRANT %s ON %I TO %s %s', privilege_type, table_name,
          CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
          CASE WHEN is_grantable THEN 'WITH GRANT OPTION' END)
        FROM aclexplode(existing.relacl)
    ) AS kept;
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
      WHERE attrelid = existing.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';

    EXECUTE format('ALTER TABLE %I RENAME TO unpartitioned', table_name);
    EXECUTE format('CREATE TABLE %I (LIKE unpartitioned INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (account_id)', table_name);
    FOR remainder IN 0 .. partitions - 1 LOOP
      EXECUTE format('CREATE %s TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s) %s',
        existing.persistence, table_name || '_' || remainder, table_name, partitions, remainder,
        'WITH (' || existing.options || ')');
    END LOOP;
    EXECUTE format('INSERT INTO %I (%s) SELECT %2$s FROM unpartitioned', table_name, columns);
    DROP TABLE unpartitioned;
    FOREACH definition IN ARRAY definitions LOOP
      EXECUTE definition;
    END LOOP;
    -- Autovacuum analyzes partitions, but not the table as a whole.
    EXECUTE format('ANALYZE %I', table_name);
    RESET ROLE;
  END LOOP;
END
$$;
