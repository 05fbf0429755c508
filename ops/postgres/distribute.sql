-- Distributes the tables over the nodes of Citus by account. docs/distributed-postgresql.md says when, and what it costs.
--
--   psql --set ON_ERROR_STOP=1 --file distribute.sql "$ROLLBOOK_DATABASE"
--
-- On the coordinator, after its nodes were added and `rollbook migrate` has run, on a new database or on one with data.
-- Again after an upgrade: it distributes what a migration has brought, and leaves the rest as it is.
-- One transaction. No request is served meanwhile; restart the instances after the first time.
DO $$
DECLARE
  -- Found before the account is known: each row by its own key. What is not named in this script stays here: a few rows.
  found_by_own_key CONSTANT jsonb := '{"challenge": "digest", "used_challenge": "digest", "invite": "digest", "account_lookup": "found_by",
    "app_request": "digest"}';
  existing record;
  distributed text[];
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    RAISE EXCEPTION 'Citus is not in this database.'
      USING HINT = 'Run CREATE EXTENSION citus here, and in the database of the same name on each node.';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards) THEN
    RAISE EXCEPTION 'There is no node to distribute to.'
      USING HINT = 'Run SELECT citus_set_coordinator_host(''…''), then SELECT citus_add_node(''…'', 5432) for each node.';
  END IF;
  IF (SELECT groupid <> 0 FROM pg_dist_local_group) THEN
    RAISE EXCEPTION 'This is not the coordinator.';
  END IF;
  IF to_regclass('account') IS NULL THEN
    RAISE EXCEPTION 'There are no tables of Rollbook.' USING HINT = 'Run `rollbook migrate` first.';
  END IF;
  SELECT c.relname INTO existing FROM pg_class AS c
    WHERE c.relkind = 'p' AND c.relnamespace = quote_ident(current_schema)::regnamespace LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'The table % is partitioned, as partition.sql does it: distribution takes the place of partitions.', existing.relname
      USING HINT = 'Restore a dump of its rows into a new database that was only migrated.';
  END IF;

  -- Gives up rather than let requests queue behind a lock that a long transaction, for example pg_dump, delays.
  SET LOCAL lock_timeout = '5s';
  SET LOCAL statement_timeout = 0;
  -- All on one connection to each node, which sees the tables that this transaction has made before.
  SET LOCAL citus.multi_shard_modify_mode = 'sequential';
  -- A notice for each table that is emptied, and each that refers to it.
  SET LOCAL client_min_messages = 'warning';

  FOR existing IN
    SELECT c.relname AS name, CASE WHEN c.relname = 'catalogue' THEN NULL
        ELSE coalesce(found_by_own_key ->> c.relname, 'account_id') END AS key
      FROM pg_class AS c
      WHERE c.relnamespace = quote_ident(current_schema)::regnamespace AND c.relkind = 'r'
        AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)
        AND (c.relname = 'catalogue' OR found_by_own_key ->> c.relname IS NOT NULL
          OR EXISTS (SELECT FROM pg_index AS i
            JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'account_id'))
      ORDER BY c.relname <> 'catalogue', c.relname <> 'account', c.oid
  LOOP
    -- A reference from another key's table would have to ask another node.
    IF found_by_own_key ->> existing.name IS NOT NULL THEN
      EXECUTE coalesce((SELECT string_agg(format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname), '; ')
        FROM pg_constraint WHERE contype = 'f' AND conrelid = existing.name::regclass), '');
    END IF;
    IF existing.key IS NULL THEN
      PERFORM create_reference_table(existing.name::regclass);
    ELSE
      PERFORM create_distributed_table(existing.name::regclass, existing.key,
        colocate_with => CASE existing.name WHEN 'account' THEN 'none' ELSE 'account' END);
    END IF;
    distributed := distributed || existing.name::text;
  END LOOP;
  -- Rows stay behind in the table that they were copied from, which nobody reads; those that refer to them go first.
  FOR existing IN SELECT name FROM unnest(distributed) WITH ORDINALITY AS d (name, n) ORDER BY n DESC LOOP
    PERFORM truncate_local_data_after_distributing_table(existing.name::regclass);
  END LOOP;

  -- What stays here is found through every node, so that an instance may connect to any.
  PERFORM citus_add_local_table_to_metadata(c.oid::regclass)
    FROM pg_class AS c
    WHERE c.relnamespace = quote_ident(current_schema)::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid);

  -- Functions whose statements all name one account run where that account is.
  PERFORM create_distributed_function(p.oid::regprocedure, 'of_account', colocate_with => 'account')
    FROM pg_proc AS p
    WHERE p.pronamespace = quote_ident(current_schema)::regnamespace AND 'of_account' = ANY (p.proargnames)
      AND NOT EXISTS (SELECT FROM pg_dist_object
        WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND distribution_argument_index IS NOT NULL);
END
$$;
