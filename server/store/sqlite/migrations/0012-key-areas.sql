-- What a key may reach, such as 'roster:read plan:write'. NULL: everything.
ALTER TABLE api_key ADD COLUMN areas TEXT CHECK (areas <> '');
